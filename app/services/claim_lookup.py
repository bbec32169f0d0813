"""Looks up single claims: pasted claims, tweets, rows of a query file."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.domain.document import Sentence
from app.domain.match import QueryVariant
from app.domain.normalised import normalised
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.ranked import Outcome, RankedSentence, RunRecord
from app.retrieval import take, without_links
from app.services.engine import Engine
from app.services.matching.candidates import SentenceCandidates, generate_candidates, search_words
from app.services.matching.comparison import Comparison, has_stance_to_judge, is_worth_comparing, judge_agreement, score_pairs
from app.services.matching.context import MatchContext
from app.services.matching.record import run_record
from app.services.matching.scoring import STANCE_PENDING, preliminary_entry, score_sentences
from app.services.ranking import BATCH, COMPARE_BATCH
from app.services.retry_on_device_change import retry_on_device_change
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedUp:
    """One entry per query, in order (`rank` is its position, from 1), and the run record."""

    results: tuple[RankedSentence, ...]
    run: RunRecord


OnFirst = Callable[[LookedUp], None]


@retry_on_device_change
def look_up(
    queries: Sequence[Query],
    *,
    engine: Engine,
    options: MatchOptions,
    progress: Progress,
    cancel: CancelToken,
    reworded: Mapping[str, tuple[QueryVariant, ...]] | None = None,
    on_first: OnFirst | None = None,
) -> LookedUp:
    """Find the best `options.top` fact-checks of each query.

    `reworded` gives further variants to search with, by the query's text. `on_first` gets the fact-checks of a single query as soon
    as their order is known, while their stance is still judged. As many candidates are returned as requested, if the library has
    that many with anything in common with the query; the outcome says whether any is good, and the probability how surely one is.
    Raises LibraryError and Cancelled as rank_document does.
    """
    started = time.perf_counter()
    sentences = read_claims([query.text for query in queries])
    entries: list[RankedSentence] = []
    with engine.snapshot() as snapshot:
        rewordings = {_read(text): variants for text, variants in (reworded or {}).items()}
        context = MatchContext(engine=engine, snapshot=snapshot, options=options, single_claims=True, rewordings=rewordings)
        lexical = search_words([sentence.text for sentence in sentences], context, cancel)
        for start in range(0, len(sentences), BATCH):
            chunk = np.arange(start, min(start + BATCH, len(sentences)), dtype=np.int32)
            claims = [sentences[index] for index in chunk]
            candidates = generate_candidates(claims, take(lexical, chunk), context, progress=progress, cancel=cancel)
            comparisons = _compare(candidates, context, cancel, on_first if len(queries) == 1 else None)
            entries.extend(score_sentences(comparisons, context, {}))
            progress(ProgressUpdate(tr("Matching claims"), len(entries), len(sentences)))
        run = run_record(context, [("all", time.perf_counter() - started)])
    results = [
        replace(entry, sentence=replace(entry.sentence, text=query.text), rank=rank)
        for rank, (entry, query) in enumerate(zip(entries, queries, strict=True), start=1)
    ]
    return LookedUp(results=tuple(results), run=run)


def _compare(
    claims: Sequence[SentenceCandidates], context: MatchContext, cancel: CancelToken, on_first: OnFirst | None
) -> list[Comparison]:
    """Compare claims that have candidates in full; call `on_first` with the first comparison before its stance is judged."""
    comparisons: list[Comparison] = []
    # Small batches, so that cancelling takes effect soon.
    for start in range(0, len(claims), COMPARE_BATCH):
        cancel.check()
        batch = claims[start : start + COMPARE_BATCH]
        worthwhile = [candidates for candidates in batch if is_worth_comparing(candidates, context)]
        scored = score_pairs(worthwhile, context, cancel)
        if on_first is not None and scored and has_stance_to_judge(scored[0], context):
            _show_first(scored[0], context, on_first)
        compared = {comparison.candidates.sentence.index: comparison for comparison in judge_agreement(scored, context, cancel)}
        comparisons += [compared.get(candidates.sentence.index) or Comparison(candidates=candidates) for candidates in batch]
    return comparisons


def _show_first(comparison: Comparison, context: MatchContext, on_first: OnFirst) -> None:
    """Show the matches in their final order before stance, verdict and outcome are known."""
    entry = replace(preliminary_entry(comparison, context, reason=STANCE_PENDING), rank=1, outcome=Outcome.AMBIGUOUS)
    on_first(LookedUp(results=(entry,), run=run_record(context, [])))


def read_claims(texts: Sequence[str]) -> list[Sentence]:
    """Return the claims as sentences, normalised and without links, as the models read them. Offsets are those of the whole text."""
    return [Sentence(index=index, text=_read(text), start=0, end=len(text)) for index, text in enumerate(texts)]


def _read(text: str) -> str:
    return normalised(without_links(text))
