"""The analysis of a batch of sentences against one library snapshot: candidates, pair scores, stance, features, verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from app.domain.document import Sentence
from app.domain.factcheck import FactCheck
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, Progress
from app.domain.ranked import RankedSentence
from app.ingest.language import detect_language
from app.ports import Field, FloatMatrix, Hits, IntMatrix, LibrarySnapshot, Mask, PairInput
from app.ranking import Ranker, outcome, sentence_features, sentence_reasons, sentence_verdict
from app.retrieval import KEEP, search_lexical
from app.services.candidates import CandidateSearch
from app.services.engine import Engine
from app.services.matches import MatchTable, build_matches

# Matches of each sentence that its verdict is made from.
JUDGED = 5


@dataclass(slots=True, kw_only=True)
class Analysis:
    """One job's view of a snapshot: what may be matched, and the fact-checks fetched so far.

    With `single_claims` the texts are claims of their own, not a document's sentences: the question is then whether any
    fact-check is about each, so that ambiguous verdicts count too, and another ranker answers. `language` is the document's;
    of single claims each is looked at by itself.
    """

    engine: Engine
    snapshot: LibrarySnapshot
    options: MatchOptions
    single_claims: bool = False
    language: str = ""
    allowed: Mask | None = None
    known: dict[int, FactCheck] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.allowed = self.snapshot.allowed(
            published_before=self.options.as_of,
            include_publishers=self.options.include_publishers,
            exclude_publishers=self.options.exclude_publishers,
        )

    @property
    def ranker(self) -> Ranker:
        """The ranker for what is being analysed."""
        return self.engine.query_ranker if self.single_claims else self.engine.ranker

    @property
    def _judged(self) -> int:
        """How many matches decide a verdict: it must not depend on how many are shown."""
        return max(JUDGED, self.options.top)

    @property
    def searched(self) -> int:
        """How many fact-checks may be matched."""
        return len(self.snapshot.ids) if self.allowed is None else int(self.allowed.sum())

    def lexical(self, texts: Sequence[str], cancel: CancelToken) -> dict[Field, Hits]:
        """BM25 hits of all texts by field."""
        return search_lexical(texts, snapshot=self.snapshot, allowed=self.allowed, cancel=cancel)

    def analyse(
        self, sentences: Sequence[Sentence], lexical: Mapping[Field, Hits], *, progress: Progress, cancel: CancelToken
    ) -> list[RankedSentence]:
        """Analyse these sentences, `lexical` being their BM25 hits in order. Ranks are 0: the caller orders."""
        return self._judge(sentences, self.measure(sentences, lexical, progress=progress, cancel=cancel), cancel)

    def measure(
        self, sentences: Sequence[Sentence], lexical: Mapping[Field, Hits], *, progress: Progress, cancel: CancelToken
    ) -> MatchTable:
        """The sentences' candidates, one of each duplicate group, with every measure."""
        texts = [sentence.text for sentence in sentences]
        vectors = self.engine.encoder.encode(texts, progress=progress, cancel=cancel)
        search = CandidateSearch(snapshot=self.snapshot, allowed=self.allowed)
        least = min(self._judged, search.distinct())
        candidates = search.find(texts, vectors, lexical, keep=max(KEEP, least), least=least, cancel=cancel)
        self._fetch(candidates.rows)
        measures = dict(candidates.measures)
        measures["pair"] = self._pair_scores(sentences, candidates.rows, cancel)
        return MatchTable(rows=candidates.rows, measures=measures)

    def _fetch(self, rows: IntMatrix) -> None:
        """Load the candidates' fact-checks and hand their stored vectors to the encoder, which then need not encode them."""
        wanted = [int(row) for row in np.unique(rows) if row >= 0 and int(row) not in self.known]
        fetched = self.snapshot.factchecks(wanted)
        self.known.update(zip(wanted, fetched, strict=True))
        array = np.array(wanted, dtype=np.int32)
        for part, texts in ((Field.CLAIM, [item.claim for item in fetched]), (Field.TITLE, [item.title for item in fetched])):
            there = np.array([bool(text.strip()) for text in texts], dtype=bool)
            vectors = self.snapshot.vector_rows(part, array[there])
            self.engine.encoder.prime([text for text in texts if text.strip()], vectors)

    def _pair_scores(self, sentences: Sequence[Sentence], rows: IntMatrix, cancel: CancelToken) -> FloatMatrix:
        places = np.argwhere(rows >= 0)
        pairs = [_pair(sentences[query], self.known[int(rows[query, column])]) for query, column in places]
        scores = np.zeros(rows.shape, dtype=np.float32)
        if pairs:
            scores[places[:, 0], places[:, 1]] = self.engine.pair_scorer.score(pairs, cancel=cancel)
        return scores

    def features(self, sentences: Sequence[Sentence], table: MatchTable) -> FloatMatrix:
        """The ranker's features of these sentences, shape (q, len(FEATURES)); ambiguous verdicts are skipped.

        Only the first candidates count, so that the ranking does not depend on how many matches are shown.
        """
        measures = {name: values[:, :KEEP] for name, values in table.measures.items()}
        return sentence_features(measures, self._usable(table.rows[:, :KEEP]), [sentence.text for sentence in sentences])

    def _usable(self, rows: IntMatrix) -> Mask:
        ambiguous = np.array([row < 0 or self.known[int(row)].verdict.ambiguous for row in rows.ravel()], dtype=bool)
        return ~ambiguous.reshape(rows.shape)

    def _judge(self, sentences: Sequence[Sentence], table: MatchTable, cancel: CancelToken) -> list[RankedSentence]:
        ranker = self.ranker
        scores = ranker.score(self.features(sentences, table))
        probabilities = ranker.probability(scores)
        texts = [sentence.text for sentence in sentences]
        all_matches = build_matches(
            texts,
            [detect_language(text) for text in texts] if self.single_claims else [self.language] * len(texts),
            table,
            known=self.known,
            snapshot=self.snapshot,
            stance_scorer=self.engine.stance_scorer,
            thresholds=ranker.file,
            top=self._judged,
            cancel=cancel,
        )
        judged = []
        for sentence, score, probability, matches in zip(sentences, scores, probabilities, all_matches, strict=True):
            verdict = sentence_verdict(matches, ranker.file)
            found = outcome(matches, ranker.file, float(probability))
            judged.append(
                RankedSentence(
                    rank=0,
                    sentence=sentence,
                    score=float(score),
                    probability=float(probability),
                    verdict=verdict,
                    outcome=found,
                    matches=matches[: self.options.top],
                    reasons=sentence_reasons(matches, verdict, found),
                )
            )
        return judged


def _pair(sentence: Sentence, factcheck: FactCheck) -> PairInput:
    return PairInput(
        sentence=sentence.text,
        speaker=sentence.speaker,
        claim=factcheck.claim,
        title=factcheck.title,
        claimant=factcheck.claimant,
        published=factcheck.published,
    )
