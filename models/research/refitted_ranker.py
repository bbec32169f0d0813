"""Our ranker as it is worth on a debate it never saw: recipe and model of each debate come from the other annotated ones.

The shipped ranker has learnt from all annotated debates, so that its own ranking of them says too much; this one is comparable
with the paper's seven-fold figures. The networks below it have seen none of these debates.
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
class Seen:
    """A debate as the ranker sees it: lines and features (n, d) in document order, the best fact-checks of each."""

    name: str
    lines: tuple[int, ...]
    features: NDArray[np.float64]
    factchecks: tuple[tuple[frozenset[str], ...], ...]
    evidence: tuple[tuple[Evidence, ...], ...]


def ranked_leaving_out(run: OwnRun, protocol: Protocol) -> tuple[Rankings, Mapping[str, object]]:
    """Nested leave-one-debate-out over all recipes (`models.research.recipes`); and what the sentence verdicts are worth."""
    seen = [see(debate, run.documents[debate.name], run, protocol) for debate in run.debates]
    gold = line_gold(run.debates, protocol, published=_published(run), without_repeated=False)
    debates = [_labelled(one, gold[one.name].verifying.keys() if one.name in gold else ()) for one in seen]
    scores, recipes = nested(debates, RECIPES)
    judged = verdicts.judged(run.debates, [one.lines for one in seen], [one.evidence for one in seen])
    detail = {"recipes": recipes, "sentence_verdicts": verdicts.measured(judged)}
    return {one.name: _ranked(one, own) for one, own in zip(seen, scores, strict=True)}, detail


def _published(run: OwnRun) -> dict[str, date]:
    known = run.engine.library.get(sorted({pair.factcheck for debate in run.debates for pair in debate.pairs}))
    return {identifier: item.published for identifier, item in known.items() if item.published}


def see(debate: GoldDebate, document: Document, run: OwnRun, protocol: Protocol) -> Seen:
    """Measure and compare one debate's sentences."""
    options = MatchOptions(as_of=debate.day if protocol is Protocol.BEFORE else None)
    with run.engine.snapshot() as snapshot:
        context = document_context(document, engine=run.engine, snapshot=snapshot, options=options)
        comparisons, features = features_of_document(document, context=context, cancel=run.job.cancel)
        best = tuple(_best(comparison, snapshot.ids, snapshot.groups) for comparison in comparisons)
        found = tuple(judged_evidence(comparison, context) for comparison in comparisons)
    lines = tuple(comparison.candidates.sentence.line or 0 for comparison in comparisons)
    return Seen(name=debate.name, lines=lines, features=features.astype(np.float64), factchecks=best, evidence=found)


def judged_evidence(comparison: Comparison, context: MatchContext) -> tuple[Evidence, ...]:
    """The judged fact-checks of a sentence that settle something, before the stance model's prior odds are corrected; none where no
    fact-check is near enough for a verdict."""
    file = context.ranker.file
    uncorrected = msgspec.structs.replace(file, stance_shift=NO_SHIFT)
    matches = build_matches(comparison, context, thresholds=uncorrected, top=context.verdict_depth)
    if outcome(matches, file, 0.0) is not Outcome.MATCH:
        return ()
    return evidence(matches, near_from=file.match_probability)


def _best(comparison: Comparison, ids: Sequence[str], groups: NDArray[np.int32]) -> tuple[frozenset[str], ...]:
    rows = [int(comparison.candidates.rows[column]) for column in comparison.order()[:NAMED]]
    return tuple(frozenset(ids[int(one)] for one in np.flatnonzero(groups == groups[row])) for row in rows)


def _labelled(seen: Seen, verifiable: Collection[int]) -> Debate:
    labels = np.isin(seen.lines, list(verifiable)).astype(np.int64)
    return Debate(name=seen.name, features=seen.features, labels=labels)


def _ranked(seen: Seen, scores: NDArray[np.float64]) -> list[RankedLine]:
    order = np.lexsort((np.arange(len(scores)), -scores))
    return [RankedLine(seen.lines[int(place)], seen.factchecks[int(place)]) for place in order]
