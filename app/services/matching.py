"""Match single claims: pasted claims, tweets, rows of a query file."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from app.domain.document import Document, Sentence
from app.domain.match import QueryVariant
from app.domain.normalised import normalised
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.retrieval import take, without_links
from app.services.analysis import Analysis
from app.services.comparing import compare, is_worth_comparing
from app.services.engine import Engine
from app.services.judging import STANCE_WAITS, judge, preliminary
from app.services.one_device import on_one_device
from app.services.ranking import BATCH, COMPARE_BATCH
from app.services.record import run_record
from app.services.work import Work
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedUp:
    """One entry a query, in order (`rank` is its place, from 1), and how they were made."""

    results: tuple[RankedSentence, ...]
    run: RunRecord


@on_one_device
def look_up(
    queries: Sequence[Query],
    *,
    engine: Engine,
    options: MatchOptions,
    progress: Progress,
    cancel: CancelToken,
    reworded: Mapping[str, tuple[QueryVariant, ...]] | None = None,
    on_first: Callable[[RankedDocument], None] | None = None,
) -> LookedUp:
    """The best `options.top` fact-checks of each query. `reworded` gives further variants to search with, by the query's text.

    `on_first` is given the fact-checks of a query that is alone as soon as their order is known, while their stance is still judged.

    Always as many candidates as asked for, where the library holds that many that share anything with the query; the
    outcome says whether any is good, and the probability how surely one is. Raises LibraryError and Cancelled as rank_document does.
    """
    started = time.perf_counter()
    alone = on_first if len(queries) == 1 else None
    sentences = read_claims([query.text for query in queries])
    found: list[RankedSentence] = []
    with engine.snapshot() as snapshot:
        more = {_read(text): variants for text, variants in (reworded or {}).items()}
        analysis = Analysis(engine=engine, snapshot=snapshot, options=options, single_claims=True, reworded=more)
        lexical = analysis.lexical([sentence.text for sentence in sentences], cancel)
        for start in range(0, len(sentences), BATCH):
            chunk = np.arange(start, min(start + BATCH, len(sentences)), dtype=np.int32)
            chosen = [sentences[index] for index in chunk]
            works = analysis.measure(chosen, take(lexical, chunk), progress=progress, cancel=cancel)
            worthwhile = [work for work in works if is_worth_comparing(work, analysis)]
            for low in range(0, len(worthwhile), COMPARE_BATCH):
                cancel.check()
                some = worthwhile[low : low + COMPARE_BATCH]
                compare(some, analysis, cancel, ordered=partial(_show_first, some[0], analysis, alone) if alone else None)
            found.extend(judge(works, analysis, {}))
            progress(ProgressUpdate(tr("Matching claims"), len(found), len(sentences)))
        run = run_record(analysis, [("all", time.perf_counter() - started)])
    results = [
        replace(entry, sentence=replace(entry.sentence, text=query.text), rank=place)
        for place, (entry, query) in enumerate(zip(found, queries, strict=True), start=1)
    ]
    return LookedUp(results=tuple(results), run=run)


def _show_first(work: Work, analysis: Analysis, show: Callable[[RankedDocument], None]) -> None:
    """The order is the final one; the stance, and with it verdict and outcome, are not there yet."""
    entry = replace(preliminary(work, analysis, told=STANCE_WAITS), rank=1, outcome=Outcome.AMBIGUOUS)
    document = Document(title="", text=work.sentence.text, sentences=(work.sentence,))
    show(RankedDocument(document=document, sentences=(entry,), run=run_record(analysis, []), final=False))


def read_claims(texts: Sequence[str]) -> list[Sentence]:
    """Claims as they are analysed: each a sentence of its own, its links left out, normalised; offsets are those of the whole text."""
    return [Sentence(index=place, text=_read(text), start=0, end=len(text)) for place, text in enumerate(texts)]


def _read(text: str) -> str:
    return normalised(without_links(text))


def match_queries(
    queries: Sequence[Query], *, engine: Engine, options: MatchOptions, progress: Progress, cancel: CancelToken
) -> tuple[RankedSentence, ...]:
    """The results of `look_up` alone."""
    return look_up(queries, engine=engine, options=options, progress=progress, cancel=cancel).results
