"""Rank a document's sentences by how surely the library can settle them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import numpy as np

from app import __version__
from app.domain.document import Document, Sentence
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.domain.verdict import SentenceVerdict
from app.ports import Field, Hits
from app.ranking import rank_sentences
from app.retrieval import KEEP, take
from app.services.analysis import Analysis
from app.services.engine import Engine
from app.services.passages import add_excerpts

# Sentences that BM25 finds most promising are analysed first, so that something worth reading is on screen early.
STAGES = (48, 256)
BATCH = 256
EXCERPTS_FOR = 50

OnPartial = Callable[[RankedDocument], None]


def rank_document(
    document: Document,
    *,
    engine: Engine,
    options: MatchOptions,
    progress: Progress,
    cancel: CancelToken,
    on_partial: OnPartial | None = None,
) -> RankedDocument:
    """Rank all sentences of a document against the engine's library.

    `on_partial` hears of preliminary rankings (version 1, 2, …; `final` False); the returned one is final and the same
    whether partial ones were asked for or not. Raises LibraryError when the library cannot be read, Cancelled when the
    user stopped it.
    """
    started = time.perf_counter()
    with engine.snapshot() as snapshot:
        analysis = Analysis(engine=engine, snapshot=snapshot, options=options, language=document.language)
        texts = [sentence.text for sentence in document.sentences]
        progress(ProgressUpdate("Searching the library", 0, len(texts)))
        lexical = analysis.lexical(texts, cancel)
        seconds = [("lexical", time.perf_counter() - started)]
        done: dict[int, RankedSentence] = {}
        for version, indexes in enumerate(_stages(lexical, len(texts)), start=1):
            _analyse(analysis, document.sentences, lexical, indexes, done, progress=progress, cancel=cancel)
            if on_partial is not None and len(done) < len(texts):
                on_partial(_assemble(document, done, _record(analysis, options, seconds), version=version, final=False))
        seconds.append(("all", time.perf_counter() - started))
        ranked = _assemble(document, done, _record(analysis, options, seconds), version=len(STAGES) + 2, final=True)
        return add_excerpts(ranked, snapshot=snapshot, limit=EXCERPTS_FOR)


def _stages(lexical: dict[Field, Hits], count: int) -> list[list[int]]:
    """Sentence indexes in stages, most promising first; within the last stage in document order."""
    promise = sum((np.log1p(hits.scores.max(axis=1, initial=0.0)) for hits in lexical.values()), start=np.zeros(count))
    order = np.lexsort((np.arange(count), -promise))
    cuts = [0, *(stage for stage in STAGES if stage < count), count]
    return [sorted(int(index) for index in order[low:high]) for low, high in itertools.pairwise(cuts)]


def _analyse(
    analysis: Analysis,
    sentences: Sequence[Sentence],
    lexical: dict[Field, Hits],
    indexes: Sequence[int],
    done: dict[int, RankedSentence],
    *,
    progress: Progress,
    cancel: CancelToken,
) -> None:
    before, total = len(done), len(sentences)
    for start in range(0, len(indexes), BATCH):
        chunk = np.array(indexes[start : start + BATCH], dtype=np.int32)
        offset = before + start

        def advance(update: ProgressUpdate, offset: int = offset) -> None:
            progress(ProgressUpdate("Comparing sentences with fact-checks", offset + update.done, total))

        chosen = [sentences[index] for index in chunk]
        for entry in analysis.analyse(chosen, take(lexical, chunk), progress=advance, cancel=cancel):
            done[entry.sentence.index] = entry
        cancel.check()
    progress(ProgressUpdate("Comparing sentences with fact-checks", len(done), total))


def _waiting(sentence: Sentence, floor: float) -> RankedSentence:
    return RankedSentence(
        rank=0,
        sentence=sentence,
        score=floor,
        probability=0.0,
        verdict=SentenceVerdict.UNKNOWN,
        outcome=Outcome.NONE,
        reasons=("not compared yet",),
    )


def _assemble(document: Document, done: dict[int, RankedSentence], run: RunRecord, *, version: int, final: bool) -> RankedDocument:
    floor = min((entry.score for entry in done.values()), default=0.0) - 1.0
    entries = [done.get(sentence.index) or _waiting(sentence, floor) for sentence in document.sentences]
    return RankedDocument(document=document, sentences=rank_sentences(entries), run=run, version=version, final=final)


def _record(analysis: Analysis, options: MatchOptions, seconds: list[tuple[str, float]]) -> RunRecord:
    parameters = (
        ("top", str(options.top)),
        ("candidates", str(max(KEEP, options.top))),
        ("include_publishers", ", ".join(options.include_publishers)),
        ("exclude_publishers", ", ".join(options.exclude_publishers)),
    )
    return RunRecord(
        program=f"priorcheck {__version__}",
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        library=str(analysis.engine.library.path),
        generation=analysis.snapshot.generation,
        factchecks=len(analysis.snapshot.ids),
        searched=analysis.searched,
        index_kind=analysis.snapshot.vectors(Field.CLAIM).kind,
        as_of=options.as_of,
        models=analysis.engine.models(),
        parameters=tuple((name, value) for name, value in parameters if value),
        seconds=tuple((name, round(value, 3)) for name, value in seconds),
    )
