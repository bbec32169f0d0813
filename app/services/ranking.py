"""Ranks a document's sentences by how surely the library can settle them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from app.domain.document import Document, Sentence
from app.domain.log_odds import log_odds
from app.domain.normalised import normalised
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.domain.ranked import Outcome, RankedDocument, RankedSentence
from app.domain.verdict import SentenceVerdict
from app.ports import Field, FloatMatrix, Hits
from app.ranking import rank_sentences, repeats
from app.retrieval import take
from app.services.engine import Engine
from app.services.matching.candidates import SentenceCandidates, generate_candidates, search_words
from app.services.matching.comparison import Comparison, compare, is_worth_comparing
from app.services.matching.context import MatchContext, document_context
from app.services.matching.record import run_record
from app.services.matching.scoring import final_features, preliminary_entry, score_sentences
from app.services.passages import add_excerpts
from app.services.retry_on_device_change import retry_on_device_change
from app.translation import mark, tr

STAGES = (32, 256)
"""Sentences that BM25 finds most promising come first, so that something worth reading is on screen early."""
BATCH = 256
COMPARE_BATCH = 32
PARTIAL_EVERY = 4
"""Batches of full comparisons between two preliminary rankings."""
EXCERPTS_FOR = 50
"""Sentences whose matches get excerpts."""
SEARCHING, COMPARING = mark("Comparing sentences with fact-checks"), mark("Comparing the most promising in full")

OnPartial = Callable[[RankedDocument], None]


@retry_on_device_change
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

    Candidates of all sentences are generated first; then those that may be verifiable are compared in full, the most promising
    first. `on_partial` gets preliminary rankings (version 1, 2, …; `final` False); it does not change the returned one, which is
    final. Raises LibraryError if the library cannot be read, Cancelled if the user stopped it.
    """
    with engine.snapshot() as snapshot:
        context = document_context(document, engine=engine, snapshot=snapshot, options=options)
        run = _Ranking(document, context, on_partial)
        run.generate(progress, cancel)
        run.compare(progress, cancel)
        return add_excerpts(run.final(), snapshot=snapshot, limit=EXCERPTS_FOR)


def features_of_document(document: Document, *, context: MatchContext, cancel: CancelToken) -> tuple[list[Comparison], FloatMatrix]:
    """Compare every sentence, in document order, and return the final features, which a ranker is trained on."""
    run = _Ranking(document, context, None)
    run.generate(no_progress, cancel)
    run.compare(no_progress, cancel)
    comparisons = run.comparisons()
    return comparisons, final_features(comparisons, context, run.repeated)


class _Ranking:
    """The state of one ranking: candidates, comparisons and entries so far, by sentence index."""

    def __init__(self, document: Document, context: MatchContext, on_partial: OnPartial | None) -> None:
        self._document = document
        self._context = context
        self._on_partial = on_partial
        self._started = time.perf_counter()
        self._seconds: list[tuple[str, float]] = []
        self._sentences = tuple(replace(sentence, text=normalised(sentence.text)) for sentence in document.sentences)
        """As models read them; results hold the document's own."""
        self._version = 0
        self._candidates: dict[int, SentenceCandidates] = {}
        self._comparisons: dict[int, Comparison] = {}
        self._preliminary: dict[int, RankedSentence] = {}
        self._entries: dict[int, RankedSentence] = {}
        texts = [sentence.text for sentence in self._sentences]
        self.repeated = {sentence.index: float(value) for sentence, value in zip(document.sentences, repeats(texts), strict=True)}

    def generate(self, progress: Progress, cancel: CancelToken) -> None:
        """Generate the candidates of every sentence, starting with the best BM25 scores."""
        sentences = self._sentences
        progress(ProgressUpdate(tr("Searching the library"), 0, len(sentences)))
        lexical = search_words([sentence.text for sentence in sentences], self._context, cancel)
        self._record_time("lexical")
        chunks = list(_chunks(lexical, len(sentences)))
        encoding: Future[FloatMatrix] | None = None
        with ThreadPoolExecutor(1) as executor:
            for number, (indexes, ends_stage) in enumerate(chunks):
                if encoding is not None:
                    encoding.result()
                # The next chunk is encoded meanwhile, but not beside the first one, which somebody waits for.
                following = chunks[number + 1][0] if 0 < number < len(chunks) - 1 else ()
                encoding = executor.submit(self._encode, following, cancel) if following else None
                self._generate(indexes, lexical, cancel)
                progress(ProgressUpdate(tr(SEARCHING), len(self._candidates), len(sentences)))
                if ends_stage:
                    self._publish()
        self._record_time("measured")

    def _encode(self, indexes: Sequence[int], cancel: CancelToken) -> FloatMatrix:
        texts = [self._sentences[index].text for index in indexes]
        return self._context.engine.sentence_encoder.encode(texts, progress=no_progress, cancel=cancel)

    def _generate(self, indexes: Sequence[int], lexical: Mapping[Field, Hits], cancel: CancelToken) -> None:
        sentences = [self._sentences[index] for index in indexes]
        hits = take(lexical, np.array(indexes, dtype=np.int32))
        for candidates in generate_candidates(sentences, hits, self._context, progress=no_progress, cancel=cancel):
            self._candidates[candidates.sentence.index] = candidates
        cancel.check()

    def compare(self, progress: Progress, cancel: CancelToken) -> None:
        """Compare in full the sentences that may be verifiable, the most promising first."""
        worthwhile = [candidates for candidates in self._candidates.values() if is_worth_comparing(candidates, self._context)]
        worthwhile.sort(key=lambda candidates: (-candidates.preliminary, candidates.sentence.index))
        for batch, start in enumerate(range(0, len(worthwhile), COMPARE_BATCH)):
            cancel.check()
            progress(ProgressUpdate(tr(COMPARING), start, len(worthwhile)))
            for comparison in compare(worthwhile[start : start + COMPARE_BATCH], self._context, cancel):
                self._comparisons[comparison.candidates.sentence.index] = comparison
            if batch % PARTIAL_EVERY == 0 and start + COMPARE_BATCH < len(worthwhile):
                self._publish()
        progress(ProgressUpdate(tr(COMPARING), len(worthwhile), len(worthwhile)))
        self._record_time("compared")

    def comparisons(self) -> list[Comparison]:
        """Return the comparison of every sentence in document order; sentences that are not worth it have no compared pairs."""
        indexes = [sentence.index for sentence in self._sentences]
        return [self._comparisons.get(index) or Comparison(candidates=self._candidates[index]) for index in indexes]

    def final(self) -> RankedDocument:
        """The ranking of all sentences."""
        self._score(self.comparisons())
        self._record_time("all")
        return self._assemble([self._entries[sentence.index] for sentence in self._sentences], final=True)

    def _score(self, comparisons: Sequence[Comparison]) -> None:
        """Score the sentences without a score; a score depends only on its own comparison."""
        unscored = [comparison for comparison in comparisons if comparison.candidates.sentence.index not in self._entries]
        for entry in score_sentences(unscored, self._context, self.repeated):
            self._entries[entry.sentence.index] = entry

    def _publish(self) -> None:
        """Publish a preliminary ranking of the current state."""
        if self._on_partial is None:
            return
        self._score(list(self._comparisons.values()))
        for index, candidates in self._candidates.items():
            if index not in self._entries and index not in self._preliminary:
                self._preliminary[index] = preliminary_entry(Comparison(candidates=candidates), self._context)
        # Scores of the final ranker and of the preliminary one are comparable only as log-odds of their probabilities.
        entries = self._preliminary | {index: _on_preliminary_scale(entry) for index, entry in self._entries.items()}
        lowest = min((entry.score for entry in entries.values()), default=0.0) - 1.0
        self._on_partial(
            self._assemble([entries.get(sentence.index) or _pending(sentence, lowest) for sentence in self._sentences], final=False)
        )

    def _assemble(self, entries: Sequence[RankedSentence], *, final: bool) -> RankedDocument:
        """Build a ranking from one entry per sentence, in document order."""
        self._version += 1
        run = run_record(self._context, self._seconds)
        # Models read normalised sentences; results show the document's own.
        completed_entries = [replace(entry, sentence=sentence) for entry, sentence in zip(entries, self._document.sentences, strict=True)]
        return RankedDocument(
            document=self._document, sentences=rank_sentences(completed_entries), run=run, version=self._version, final=final
        )

    def _record_time(self, stage: str) -> None:
        self._seconds.append((stage, time.perf_counter() - self._started))


def _on_preliminary_scale(entry: RankedSentence) -> RankedSentence:
    """Return the entry with the log-odds of its probability as score, which is comparable with preliminary entries."""
    return replace(entry, score=log_odds(entry.probability))


def _chunks(lexical: Mapping[Field, Hits], count: int) -> Iterator[tuple[list[int], bool]]:
    """Yield sentence indexes to process together, and True at the end of a stage.

    Stages begin with the most promising sentences; within a stage they are in document order.
    """
    first_scores = sum((np.log1p(hits.scores.max(axis=1, initial=0.0)) for hits in lexical.values()), start=np.zeros(count))
    order = np.lexsort((np.arange(count), -first_scores))
    cuts = [0, *(stage for stage in STAGES if stage < count), count]
    for low, high in itertools.pairwise(cuts):
        # The stages decide what is on screen first; the result does not depend on them.
        stage = sorted(int(index) for index in order[low:high])
        for start in range(0, len(stage), BATCH):
            yield stage[start : start + BATCH], start + BATCH >= len(stage)


def _pending(sentence: Sentence, score: float) -> RankedSentence:
    """Return the entry of a sentence without candidates yet; `score` is below all others."""
    return RankedSentence(
        rank=0,
        sentence=sentence,
        score=score,
        probability=0.0,
        verdict=SentenceVerdict.UNKNOWN,
        outcome=Outcome.NONE,
        reasons=(tr("not compared yet"),),
        compared=False,
    )
