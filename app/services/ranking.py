"""Rank a document's sentences by how surely the library can settle them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from app.domain.document import Document, Sentence
from app.domain.normalised import normalised
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.domain.ranked import Outcome, RankedDocument, RankedSentence
from app.domain.verdict import SentenceVerdict
from app.ports import Field, FloatMatrix, Hits, LibrarySnapshot
from app.ranking import rank_sentences, repeats
from app.retrieval import take
from app.services.analysis import Analysis
from app.services.comparing import compare, is_worth_comparing
from app.services.engine import Engine
from app.services.judging import features_of, judge, log_odds_of, preliminary
from app.services.one_device import on_one_device
from app.services.passages import add_excerpts
from app.services.record import run_record
from app.services.work import Work
from app.translation import mark, tr

# Sentences that BM25 finds most promising are analysed first, so that something worth reading is on screen early.
STAGES = (32, 256)
BATCH = 256
EXCERPTS_FOR = 50
CONTEXT = 2
"""Sentences before that the pair scorer sees."""
COMPARE_BATCH = 32
TELL_EVERY = 4
SEARCHING, COMPARING = mark("Comparing sentences with fact-checks"), mark("Comparing the most promising in full")

OnPartial = Callable[[RankedDocument], None]


@on_one_device
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

    All sentences are measured cheaply first; then those that may be verifiable are compared in full, the most promising first.
    `on_partial` hears of preliminary rankings (version 1, 2, …; `final` False); the returned one is final and the same
    whether partial ones were asked for or not. Raises LibraryError when the library cannot be read, Cancelled when the
    user stopped it.
    """
    with engine.snapshot() as snapshot:
        analysis = analysis_of(document, engine=engine, snapshot=snapshot, options=options)
        run = _Run(document, analysis, on_partial)
        run.measure(progress, cancel)
        run.compare(progress, cancel)
        return add_excerpts(run.final(), snapshot=snapshot, limit=EXCERPTS_FOR)


def features_of_document(document: Document, *, analysis: Analysis, cancel: CancelToken) -> tuple[list[Work], FloatMatrix]:
    """Every sentence as the ranker sees it, in document order, and its final features: what a ranker is trained on."""
    run = _Run(document, analysis, None)
    run.measure(no_progress, cancel)
    run.compare(no_progress, cancel)
    works = [run.works[sentence.index] for sentence in document.sentences]
    return works, features_of(works, analysis, run.repeated)


def analysis_of(document: Document, *, engine: Engine, snapshot: LibrarySnapshot, options: MatchOptions) -> Analysis:
    """The analysis of a document's sentences: in its language, with what was said before each, on its day."""
    return Analysis(
        engine=engine,
        snapshot=snapshot,
        options=options,
        language=document.language,
        before=said_before(document),
        day=document.date or options.as_of,
    )


def said_before(document: Document) -> dict[int, tuple[str, ...]]:
    """The sentences said just before each, nearest first."""
    texts = [normalised(sentence.text) for sentence in document.sentences]
    return {sentence.index: tuple(texts[max(0, place - CONTEXT) : place][::-1]) for place, sentence in enumerate(document.sentences)}


class _Run:
    """One ranking on its way: what is known of each sentence so far, by index."""

    def __init__(self, document: Document, analysis: Analysis, on_partial: OnPartial | None) -> None:
        self._document = document
        self._analysis = analysis
        self._on_partial = on_partial
        self._started = time.perf_counter()
        self._seconds: list[tuple[str, float]] = []
        self._sentences = tuple(replace(sentence, text=normalised(sentence.text)) for sentence in document.sentences)
        """As they are analysed; what is shown are the document's own."""
        self._version = 0
        self.works: dict[int, Work] = {}
        self._compared: set[int] = set()
        texts = [sentence.text for sentence in self._sentences]
        self.repeated = {sentence.index: float(value) for sentence, value in zip(document.sentences, repeats(texts), strict=True)}

    def measure(self, progress: Progress, cancel: CancelToken) -> None:
        """Candidates and cheap measures of every sentence, those that BM25 finds most promising first."""
        sentences = self._sentences
        progress(ProgressUpdate(tr("Searching the library"), 0, len(sentences)))
        lexical = self._analysis.lexical([sentence.text for sentence in sentences], cancel)
        self._took("lexical")
        chunks = list(_chunks(lexical, len(sentences)))
        coming: Future[FloatMatrix] | None = None
        with ThreadPoolExecutor(1) as ahead:
            for number, (indexes, ends) in enumerate(chunks):
                if coming is not None:
                    coming.result()
                # While these are measured, the next ones are encoded; what is first on screen waits for nothing else.
                following = chunks[number + 1][0] if 0 < number < len(chunks) - 1 else ()
                coming = ahead.submit(self._encode, following, cancel) if following else None
                self._measure(indexes, lexical, cancel)
                progress(ProgressUpdate(tr(SEARCHING), len(self.works), len(sentences)))
                if ends:
                    self._tell()
        self._took("measured")

    def _encode(self, indexes: Sequence[int], cancel: CancelToken) -> FloatMatrix:
        texts = [self._sentences[index].text for index in indexes]
        return self._analysis.engine.sentence_encoder.encode(texts, progress=no_progress, cancel=cancel)

    def _measure(self, indexes: Sequence[int], lexical: Mapping[Field, Hits], cancel: CancelToken) -> None:
        chosen = [self._sentences[index] for index in indexes]
        hits = take(lexical, np.array(indexes, dtype=np.int32))
        found = self._analysis.measure(chosen, hits, progress=no_progress, cancel=cancel)
        self.works.update((work.sentence.index, work) for work in found)
        cancel.check()

    def compare(self, progress: Progress, cancel: CancelToken) -> None:
        """Compare in full what may be verifiable, the most promising first."""
        chosen = [work for work in self.works.values() if is_worth_comparing(work, self._analysis)]
        chosen.sort(key=lambda work: (-work.preliminary, work.sentence.index))
        for batch, start in enumerate(range(0, len(chosen), COMPARE_BATCH)):
            cancel.check()
            progress(ProgressUpdate(tr(COMPARING), start, len(chosen)))
            some = chosen[start : start + COMPARE_BATCH]
            compare(some, self._analysis, cancel)
            self._compared.update(work.sentence.index for work in some)
            if batch % TELL_EVERY == 0 and start + COMPARE_BATCH < len(chosen):
                self._tell()
        progress(ProgressUpdate(tr(COMPARING), len(chosen), len(chosen)))
        self._took("compared")

    def final(self) -> RankedDocument:
        """The ranking of all sentences."""
        works = [self.works[sentence.index] for sentence in self._document.sentences]
        entries = judge(works, self._analysis, self.repeated)
        self._took("all")
        return self._assembled(entries, final=True)

    def _tell(self) -> None:
        if self._on_partial is None:
            return
        compared = [self.works[index] for index in sorted(self._compared)]
        done = {entry.sentence.index: _on_one_scale(entry) for entry in judge(compared, self._analysis, self.repeated)}
        for index, work in self.works.items():
            if index not in done:
                done[index] = preliminary(work, self._analysis)
        floor = min((entry.score for entry in done.values()), default=0.0) - 1.0
        waiting = (done.get(sentence.index) or _waiting(sentence, floor) for sentence in self._document.sentences)
        self._on_partial(self._assembled(list(waiting), final=False))

    def _assembled(self, entries: list[RankedSentence], *, final: bool) -> RankedDocument:
        self._version += 1
        run = run_record(self._analysis, self._seconds)
        said = {sentence.index: sentence for sentence in self._document.sentences}
        shown = [replace(entry, sentence=said[entry.sentence.index]) for entry in entries]
        return RankedDocument(document=self._document, sentences=rank_sentences(shown), run=run, version=self._version, final=final)

    def _took(self, stage: str) -> None:
        self._seconds.append((stage, time.perf_counter() - self._started))


def _on_one_scale(entry: RankedSentence) -> RankedSentence:
    """With the log-odds of its probability as score, so that it can stand beside sentences that were not compared yet."""
    return replace(entry, score=log_odds_of(entry.probability))


def _chunks(lexical: Mapping[Field, Hits], count: int) -> Iterator[tuple[list[int], bool]]:
    """Sentence indexes to measure together, and whether a stage ends with them: the most promising first, within the last stage in
    document order."""
    promise = sum((np.log1p(hits.scores.max(axis=1, initial=0.0)) for hits in lexical.values()), start=np.zeros(count))
    order = np.lexsort((np.arange(count), -promise))
    cuts = [0, *(stage for stage in STAGES if stage < count), count]
    for low, high in itertools.pairwise(cuts):
        stage = sorted(int(index) for index in order[low:high])
        for start in range(0, len(stage), BATCH):
            yield stage[start : start + BATCH], start + BATCH >= len(stage)


def _waiting(sentence: Sentence, floor: float) -> RankedSentence:
    return RankedSentence(
        rank=0,
        sentence=sentence,
        score=floor,
        probability=0.0,
        verdict=SentenceVerdict.UNKNOWN,
        outcome=Outcome.NONE,
        reasons=(tr("not compared yet"),),
        compared=False,
    )
