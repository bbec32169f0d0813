"""The analysis of sentences against one library snapshot: candidates and cheap measures for all, then a comparison in full
where it can change the order (see `comparing`), then features, score, verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from numpy.typing import NDArray

from app.domain.document import Sentence
from app.domain.factcheck import FactCheck
from app.domain.match import QueryVariant
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, Progress
from app.ingest.language import detect_language
from app.ports import Field, FloatMatrix, Hits, IntMatrix, LibrarySnapshot, Mask, PairInput
from app.ranking import FactCheckTraits, factcheck_traits, sentence_features
from app.ranking.features import comparable_lexical
from app.ranking.text import words
from app.retrieval import KEEP, query_variants, search_lexical, take
from app.services.candidates import CandidateSearch
from app.services.checkworthiness import CHECKWORTHY_FROM, checkworthiness
from app.services.engine import Engine
from app.services.newest import newest_of_groups
from app.services.widening import ADDED, Widened, widen
from app.services.work import Work

# Matches of each sentence that its verdict is made from.
JUDGED = 5
# Words of a single claim from which BM25 on the body is scaled down; chosen on tweets about PolitiFact articles (5, 10 and 20 were tried).
BODY_WORDS = 10


@dataclass(slots=True, kw_only=True)
class Analysis:
    """One job's view of a snapshot: what may be matched, and the fact-checks fetched so far.

    With `single_claims` the texts are claims of their own, not a document's sentences: the question is then whether any
    fact-check is about each, so that ambiguous verdicts count too, and another ranker answers. `language` is the document's,
    which a sentence may differ from; of single claims each is looked at by itself. `before` gives the sentences said just before each,
    nearest first, by index. `day` is when the document was said, None where that is not known. `reworded` gives further wordings to
    search with, by the text of a single claim.
    """

    engine: Engine
    snapshot: LibrarySnapshot
    options: MatchOptions
    single_claims: bool = False
    language: str = ""
    before: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    day: date | None = None
    reworded: Mapping[str, tuple[QueryVariant, ...]] = field(default_factory=dict)
    allowed: Mask | None = None
    known: dict[int, FactCheck] = field(default_factory=dict)
    traits: dict[int, FactCheckTraits] = field(default_factory=dict)
    group_sizes: NDArray[np.int64] = field(init=False)
    newest: IntMatrix = field(init=False)

    def __post_init__(self) -> None:
        self.group_sizes = np.bincount(self.snapshot.groups)
        self.allowed = self.snapshot.allowed(
            published_before=self.options.as_of,
            include_publishers=self.options.include_publishers,
            exclude_publishers=self.options.exclude_publishers,
        )
        self.newest = newest_of_groups(self.snapshot, self.allowed)

    @property
    def judged(self) -> int:
        """How many matches decide a verdict: it must not depend on how many are shown."""
        return max(JUDGED, self.options.top)

    @property
    def widens(self) -> bool:
        """Whether variants of the texts are searched with too."""
        return self.single_claims and self.options.variants

    @property
    def counted(self) -> int:
        """How many candidates of each text decide its features: it must not depend on how many are shown."""
        return KEEP + ADDED if self.widens else KEEP

    @property
    def searched(self) -> int:
        """How many fact-checks may be matched."""
        return len(self.snapshot.ids) if self.allowed is None else int(self.allowed.sum())

    def lexical(self, texts: Sequence[str], cancel: CancelToken) -> dict[Field, Hits]:
        """BM25 hits of all texts by field."""
        return search_lexical(texts, snapshot=self.snapshot, allowed=self.allowed, cancel=cancel)

    def measure(
        self, sentences: Sequence[Sentence], lexical: Mapping[Field, Hits], *, progress: Progress, cancel: CancelToken
    ) -> list[Work]:
        """The sentences' candidates, one of each duplicate group, with the cheap measures and the preliminary score.

        `lexical` are their BM25 hits in order.
        """
        texts = [sentence.text for sentence in sentences]
        widened = self._candidates(texts, lexical, progress=progress, cancel=cancel)
        candidates = widened.candidates
        self.fetch(candidates.rows)
        measures = dict(candidates.measures)
        measures["prefilter"] = self._prefilter(sentences, candidates.rows, cancel)
        body = measures["bm25_body"] * self._body_share(texts)
        measures["promise"] = self.engine.preliminary_ranker.file.promise(measures["prefilter"], body)
        worthy = self._checkworthiness(texts, [self.language_of(sentence) for sentence in sentences], cancel)
        foreign = self._foreign(sentences, candidates.rows)
        scores = self._preliminary(candidates.rows, measures, texts, worthy, foreign)
        probabilities = self.engine.preliminary_ranker.probability(scores)
        return [
            Work(
                sentence=sentence,
                rows=candidates.rows[place],
                measures={name: values[place] for name, values in measures.items()},
                foreign=foreign[place],
                preliminary=float(scores[place]),
                preliminary_probability=float(probabilities[place]),
                checkworthiness=worthy[place],
                variants=widened.variants[place],
                forms=widened.forms[place],
            )
            for place, sentence in enumerate(sentences)
        ]

    def _candidates(self, texts: Sequence[str], lexical: Mapping[Field, Hits], *, progress: Progress, cancel: CancelToken) -> Widened:
        """What the texts find, and of single claims what their variants add; texts and variants are encoded and searched with together,
        since each pass over the library's vectors takes as long for one text as for several."""
        variants = [(*query_variants(text), *self.reworded.get(text, ())) if self.widens else () for text in texts]
        asked = [*texts, *(variant.text for each in variants for variant in each)]
        vectors = self.engine.sentence_encoder.encode(asked, progress=progress, cancel=cancel)
        search = CandidateSearch(snapshot=self.snapshot, allowed=self.allowed, newest=self.newest)
        least = min(self.judged, search.distinct())
        keep = max(KEEP, least)
        dense, own = search.dense(vectors, keep=keep), np.arange(len(texts), dtype=np.int32)
        candidates = search.find(texts, vectors[own], lexical, take(dense, own), keep=keep, least=least, cancel=cancel)
        if self.widens:
            return widen(texts, vectors, candidates, variants=variants, dense=dense, search=search, cancel=cancel)
        return Widened(candidates=candidates, variants=variants, forms=[{} for _ in texts])

    def language_of(self, sentence: Sentence) -> str:
        """The language of a sentence, or of a single claim, "" when unknown."""
        return detect_language(sentence.text) if self.single_claims else sentence.language or self.language

    def _checkworthiness(self, texts: Sequence[str], languages: Sequence[str], cancel: CancelToken) -> list[float]:
        """Check-worthiness of each text; neither high nor low where the model cannot read the language."""
        judged = checkworthiness(texts, self.engine.checkworthiness_scorer, cancel, languages=languages)
        return [CHECKWORTHY_FROM if one.abstain else one.score for one in judged]

    def _body_share(self, texts: Sequence[str]) -> FloatMatrix:
        """How much BM25 on the body counts in the promise, shape (q, 1): it grows with the words that are looked up, and of a long post
        it would drown what the prefilter says. Sentences of a document keep what their weight was chosen with."""
        shares = [min(1.0, BODY_WORDS / (len(words(text)) or 1)) if self.single_claims else 1.0 for text in texts]
        return np.array(shares, dtype=np.float32)[:, None]

    def _foreign(self, sentences: Sequence[Sentence], rows: IntMatrix) -> Mask:
        """Which candidates are known to be in another language than their sentence."""
        found = np.zeros(rows.shape, dtype=bool)
        for place, sentence in enumerate(sentences):
            said = _primary(self.language_of(sentence))
            others = [_primary(self.known[int(row)].language) if row >= 0 else "" for row in rows[place]]
            found[place] = [bool(said and other and said != other) for other in others]
        return found

    def _preliminary(
        self, rows: IntMatrix, measures: Mapping[str, FloatMatrix], texts: Sequence[str], checkworthiness: Sequence[float], foreign: Mask
    ) -> NDArray[np.float64]:
        """The preliminary scores (q,): by the candidates in the sentence's language, or by the others where these say more."""
        ranker = self.engine.preliminary_ranker
        scores = ranker.score(self.preliminary_features(rows, measures, texts, checkworthiness, among=~foreign))
        if not foreign.any():
            return scores
        theirs = ranker.score(self.preliminary_features(rows, measures, texts, checkworthiness, among=foreign))
        there = rows >= 0
        own, other = (there & ~foreign).any(axis=1), (there & foreign).any(axis=1)
        return np.where(other & (~own | (theirs > scores)), theirs, scores)

    def preliminary_features(
        self,
        rows: IntMatrix,
        measures: Mapping[str, FloatMatrix],
        texts: Sequence[str],
        checkworthiness: Sequence[float],
        *,
        among: Mask,
    ) -> FloatMatrix:
        """Shape (q, len(FEATURES)), by the candidates that `among` (q, n) marks. Only the first ones count, so that the ranking does not
        depend on how many are shown."""
        first = {name: values[:, : self.counted] for name, values in measures.items()}
        counted = rows[:, : self.counted]
        usable = self.settling(counted) & among[:, : self.counted]
        return sentence_features(first | self._lexical(counted, first), usable, texts, checkworthiness)

    def _lexical(self, rows: IntMatrix, measures: Mapping[str, FloatMatrix]) -> dict[str, FloatMatrix]:
        """BM25 as the rankers learnt it, in a library of any size, of fact-checks with a body or without; what is shown stays as it is."""
        bodies = np.array([row >= 0 and bool(self.known[row].body) for row in rows.ravel().tolist()], dtype=bool).reshape(rows.shape)
        return comparable_lexical({of: measures[f"bm25_{of.value}"] for of in Field}, bodies, factchecks=len(self.snapshot.ids))

    def settling(self, rows: IntMatrix) -> Mask:
        """Which candidates count: those whose verdict settles something; for single claims, all that are there."""
        counted = [row >= 0 and self.counts(int(row)) for row in rows.ravel()]
        return np.array(counted, dtype=bool).reshape(rows.shape)

    def counts(self, row: int) -> bool:
        """Whether the fact-check in this row can decide what is asked."""
        return self.single_claims or not self.known[row].verdict.ambiguous

    def traits_of(self, row: int) -> FactCheckTraits:
        """What a fact-check's surface is compared by, made once."""
        if row not in self.traits:
            self.traits[row] = factcheck_traits(self.known[row])
        return self.traits[row]

    def pair(self, sentence: Sentence, row: int) -> PairInput:
        """A sentence with what surrounds it, beside the fact-check in this row."""
        factcheck = self.known[row]
        return PairInput(
            sentence=sentence.text,
            context=self.before.get(sentence.index, ()),
            speaker=sentence.speaker,
            claim=factcheck.claim,
            title=factcheck.title,
            claimant=factcheck.claimant,
            published=factcheck.published,
        )

    def fetch(self, rows: IntMatrix) -> None:
        """Load the candidates' fact-checks and hand their stored vectors to the encoder, which then need not encode them."""
        wanted = [int(row) for row in np.unique(rows) if row >= 0 and int(row) not in self.known]
        fetched = self.snapshot.factchecks(wanted)
        self.known.update(zip(wanted, fetched, strict=True))
        array = np.array(wanted, dtype=np.int32)
        for part, texts in ((Field.CLAIM, [item.claim for item in fetched]), (Field.TITLE, [item.title for item in fetched])):
            there = np.array([bool(text.strip()) for text in texts], dtype=bool)
            vectors = self.snapshot.vector_rows(part, array[there])
            self.engine.encoder.prime([text for text in texts if text.strip()], vectors)

    def _prefilter(self, sentences: Sequence[Sentence], rows: IntMatrix, cancel: CancelToken) -> FloatMatrix:
        places = np.argwhere(rows >= 0)
        pairs = [self.pair(sentences[query], int(rows[query, column])) for query, column in places]
        scores = np.zeros(rows.shape, dtype=np.float32)
        if pairs:
            scores[places[:, 0], places[:, 1]] = self.engine.prefilter.score(pairs, cancel=cancel)
        return scores


def _primary(language: str) -> str:
    """The language without its region; "" where it is not known."""
    code = language.partition("-")[0]
    return "" if code == "und" else code
