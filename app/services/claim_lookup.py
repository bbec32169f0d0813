"""Looks up single claims: pasted claims, tweets, rows of a query file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.domain.document import Sentence
from app.domain.match import QueryVariant
from app.domain.normalised import normalised
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
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


# A newsroom that pastes a hundred claims reads the first few while the others are looked up.
FIRST_CHUNK = 8

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

    `reworded` gives further variants to search with, by the query's text. `on_first` gets what is known on the way: the fact-checks of
    a single query as soon as their order is known, while their stance is still judged; of several queries, the entries of the first
    ones, each time more of them. As many candidates are returned as requested, if the library has
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
        for start, end in _chunks(len(sentences), shows_parts=on_first is not None):
            chunk = np.arange(start, end, dtype=np.int32)
            claims = [sentences[index] for index in chunk]
            # Where there are several chunks, the claims are counted, not the texts of each chunk.
            inner = no_progress if end - start < len(sentences) else progress
            candidates = generate_candidates(claims, take(lexical, chunk), context, progress=inner, cancel=cancel)
            counted = _counted(progress, start, len(sentences))
            comparisons = _compare(candidates, context, cancel, on_first if len(queries) == 1 else None, progress=counted)
            entries.extend(score_sentences(comparisons, context, {}))
            progress(ProgressUpdate(tr("Matching claims"), len(entries), len(sentences)))
            if on_first is not None and len(entries) < len(sentences):
                on_first(LookedUp(results=_answers(entries, queries), run=run_record(context, [])))
        run = run_record(context, [("all", time.perf_counter() - started)])
    return LookedUp(results=_answers(entries, queries), run=run)


def _answers(entries: Sequence[RankedSentence], queries: Sequence[Query]) -> tuple[RankedSentence, ...]:
    """Return the entries of the first queries with the text of each query as it was given."""
    return tuple(
        replace(entry, sentence=replace(entry.sentence, text=query.text), rank=rank)
        for rank, (entry, query) in enumerate(zip(entries, queries, strict=False), start=1)
    )


def _chunks(count: int, *, shows_parts: bool) -> Iterator[tuple[int, int]]:
    """Yield the bounds of the chunks that the claims are looked up in; they grow where somebody waits for the first results."""
    start, size = 0, FIRST_CHUNK if shows_parts else BATCH
    while start < count:
        end = min(start + size, count)
        yield start, end
        start, size = end, min(2 * size, BATCH)


def _counted(progress: Progress, done: int, total: int) -> Callable[[int], None]:
    return lambda count: progress(ProgressUpdate(tr("Matching claims"), done + count, total))


def _compare(
    claims: Sequence[SentenceCandidates],
    context: MatchContext,
    cancel: CancelToken,
    on_first: OnFirst | None,
    *,
    progress: Callable[[int], None],
) -> list[Comparison]:
    """Compare claims that have candidates in full; call `on_first` with the first comparison before its stance is judged, and
    `progress` with the number of claims that were compared."""
    comparisons: list[Comparison] = []
    # Small batches, so that cancelling takes effect soon.
    for start in range(0, len(claims), COMPARE_BATCH):
        cancel.check()
        progress(start)
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
