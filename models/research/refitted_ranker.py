"""Our ranker on unseen debates: recipe and model of each debate come from the other annotated ones.

The shipped ranker has learnt from all annotated debates, so its own ranking of them is too good. This one is comparable with the
paper's seven-fold figures. The networks below it have seen none of these debates.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.domain.document import Document
from app.domain.options import MatchOptions
from app.domain.ranked import Outcome
from app.domain.stance import NO_SHIFT
from app.ranking.verdict import Evidence, evidence, outcome
from app.services.matching.comparison import Comparison
from app.services.matching.context import MatchContext, document_context
from app.services.matching.matches import build_matches
from app.services.ranking import features_of_document
from models.research import verdicts
from models.research.debates import GoldDebate
from models.research.fitting import Debate, nested
from models.research.our_systems import OwnRun
from models.research.rankings import NAMED, RankedLine, Rankings
from models.research.recipes import RECIPES
from models.research.scores import Protocol, line_gold

NAME = "priorcheck, ranker from the other debates"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankerInput:
    """Debate as the ranker sees it: lines and features (n, d) in document order, the best fact-checks of each."""

    name: str
    lines: tuple[int, ...]
    features: NDArray[np.float64]
    factchecks: tuple[tuple[frozenset[str], ...], ...]
    evidence: tuple[tuple[Evidence, ...], ...]


def ranked_leaving_out(run: OwnRun, protocol: Protocol) -> tuple[Rankings, Mapping[str, object]]:
    """Return the rankings by nested leave-one-debate-out over all recipes (`models.research.recipes`), and the figures of the
    sentence verdicts."""
    inputs = [ranker_input(debate, run.documents[debate.name], run, protocol) for debate in run.debates]
    gold = line_gold(run.debates, protocol, published=_published(run), without_repeated=False)
    debates = [
        _labelled(seen_debate, gold[seen_debate.name].verifying.keys() if seen_debate.name in gold else ()) for seen_debate in inputs
    ]
    scores, recipes = nested(debates, RECIPES)
    judged = verdicts.judged(run.debates, [seen_debate.lines for seen_debate in inputs], [seen_debate.evidence for seen_debate in inputs])
    detail = {"recipes": recipes, "sentence_verdicts": verdicts.measured(judged)}
    return {
        seen_debate.name: _ranked(seen_debate, debate_scores) for seen_debate, debate_scores in zip(inputs, scores, strict=True)
    }, detail


def _published(run: OwnRun) -> dict[str, date]:
    factchecks = run.engine.library.get(sorted({pair.factcheck for debate in run.debates for pair in debate.pairs}))
    return {identifier: item.published for identifier, item in factchecks.items() if item.published}


def ranker_input(debate: GoldDebate, document: Document, run: OwnRun, protocol: Protocol) -> RankerInput:
    """Measure and compare one debate's sentences."""
    options = MatchOptions(as_of=debate.day if protocol is Protocol.BEFORE else None)
    with run.engine.snapshot() as snapshot:
        context = document_context(document, engine=run.engine, snapshot=snapshot, options=options)
        comparisons, features = features_of_document(document, context=context, cancel=run.job.cancel)
        best = tuple(_best(comparison, snapshot.ids, snapshot.groups) for comparison in comparisons)
        evidence = tuple(judged_evidence(comparison, context) for comparison in comparisons)
    lines = tuple(comparison.candidates.sentence.line or 0 for comparison in comparisons)
    return RankerInput(name=debate.name, lines=lines, features=features.astype(np.float64), factchecks=best, evidence=evidence)


def judged_evidence(comparison: Comparison, context: MatchContext) -> tuple[Evidence, ...]:
    """Return the judged fact-checks of a sentence that settle something; none if no fact-check is near enough for a verdict.

    The stance model's prior odds are not yet corrected.
    """
    file = context.ranker.file
    uncorrected = msgspec.structs.replace(file, stance_shift=NO_SHIFT)
    matches = build_matches(comparison, context, thresholds=uncorrected, top=context.verdict_depth)
    if outcome(matches, file, 0.0) is not Outcome.MATCH:
        return ()
    return evidence(matches, near_from=file.match_probability)


def _best(comparison: Comparison, ids: Sequence[str], groups: NDArray[np.int32]) -> tuple[frozenset[str], ...]:
    rows = [int(comparison.candidates.rows[column]) for column in comparison.order()[:NAMED]]
    return tuple(frozenset(ids[int(row_number)] for row_number in np.flatnonzero(groups == groups[row])) for row in rows)


def _labelled(debate: RankerInput, verifiable: Collection[int]) -> Debate:
    labels = np.isin(debate.lines, list(verifiable)).astype(np.int64)
    return Debate(name=debate.name, features=debate.features, labels=labels)


def _ranked(debate: RankerInput, scores: NDArray[np.float64]) -> list[RankedLine]:
    order = np.lexsort((np.arange(len(scores)), -scores))
    return [RankedLine(debate.lines[int(index)], debate.factchecks[int(index)]) for index in order]
