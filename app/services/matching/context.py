"""The context of matching: one job's library snapshot, models, options and document. It never changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.domain.document import Document, Sentence
from app.domain.factcheck import FactCheck
from app.domain.match import QueryVariant
from app.domain.normalised import normalised
from app.domain.options import MatchOptions
from app.domain.speech import ClaimPair
from app.ingest.language import detect_language
from app.ports import Field, IntMatrix, LibrarySnapshot, Mask, PairInput
from app.ranking import FactCheckTraits, Ranker, factcheck_traits
from app.retrieval import ADDED, KEEP, CandidateSearch, JobCachingEncoder, representatives_of
from app.services.engine import Engine

VERDICT_DEPTH = 5
"""Matches of each sentence that its verdict rests on."""
PRECEDING = 2
"""Sentences before a sentence that the pair scorer reads with it."""


@dataclass(frozen=True, kw_only=True)
class MatchContext:
    """The inputs of matching apart from the sentences.

    With `single_claims` the texts are claims of their own, not a document's sentences: the question is then whether any fact-check
    is about each, so ambiguous verdicts count too, and another ranker scores. `language` is the document's, "" when unknown; a
    sentence may have another, and that of single claims is detected. `preceding` are the sentences just before each, nearest first,
    by index. `day` is the date of the document. `rewordings` are further variants to search with, by the text of a single claim.
    """

    engine: Engine
    snapshot: LibrarySnapshot
    options: MatchOptions
    single_claims: bool = False
    language: str = ""
    preceding: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    day: date | None = None
    rewordings: Mapping[str, tuple[QueryVariant, ...]] = field(default_factory=dict)

    @cached_property
    def search(self) -> CandidateSearch:
        """Return the search over the fact-checks that the options admit."""
        allowed = self.snapshot.allowed(
            published_before=self.options.as_of,
            include_publishers=self.options.include_publishers,
            exclude_publishers=self.options.exclude_publishers,
        )
        return CandidateSearch(snapshot=self.snapshot, allowed=allowed, representatives=representatives_of(self.snapshot, allowed))

    @cached_property
    def factchecks(self) -> FactCheckCache:
        """Return the cache of the candidates' fact-checks, by row."""
        return FactCheckCache(self.snapshot, self.engine.encoder)

    @property
    def searched(self) -> int:
        """Return the number of fact-checks that may be matched."""
        allowed = self.search.allowed
        return len(self.snapshot.ids) if allowed is None else int(allowed.sum())

    @property
    def ranker(self) -> Ranker:
        """Return the ranker that scores after the full comparison."""
        return self.engine.query_ranker if self.single_claims else self.engine.ranker

    @property
    def verdict_depth(self) -> int:
        """Return the number of best matches behind a verdict. It must not depend on how many are shown."""
        return max(VERDICT_DEPTH, self.options.top)

    @property
    def expands(self) -> bool:
        """Return True if variants of the texts are searched with, too."""
        return self.single_claims and self.options.variants

    @property
    def feature_depth(self) -> int:
        """Return the number of candidates from which a text's features are computed. It must not depend on how many are shown."""
        return KEEP + ADDED if self.expands else KEEP

    def language_of(self, sentence: Sentence) -> str:
        """Return the language of a sentence or single claim, "" when unknown."""
        return detect_language(sentence.text) if self.single_claims else sentence.language or self.language

    def settles(self, row: int) -> bool:
        """Return True if this row's fact-check can settle a text: any can for a single claim, otherwise those with a clear verdict."""
        return self.single_claims or not self.factchecks[row].verdict.ambiguous

    def settling(self, rows: IntMatrix) -> Mask:
        """Return a mask, of the same shape, of the real candidates (not -1) that can settle the text."""
        return np.array([row >= 0 and self.settles(int(row)) for row in rows.ravel()], dtype=bool).reshape(rows.shape)

    def pair(self, sentence: Sentence, row: int) -> PairInput:
        """Return the input of a pair scorer: a sentence with the ones before it, and this row's fact-check."""
        factcheck = self.factchecks[row]
        return PairInput(
            sentence=sentence.text,
            context=self.preceding.get(sentence.index, ()),
            speaker=sentence.speaker,
            claim=factcheck.claim,
            title=factcheck.title,
            claimant=factcheck.claimant,
            published=factcheck.published,
        )

    def claim_pair(self, text: str, row: int) -> ClaimPair:
        """Return the input of a claim reader: a text and this row's claim, with the dates of both."""
        factcheck = self.factchecks[row]
        return ClaimPair(text, factcheck.claim, self.day, factcheck.claimed or factcheck.published, factcheck.published)

    def duplicates_of(self, row: int) -> tuple[str, ...]:
        """Return the sorted ids of the other fact-checks in this row's duplicate group."""
        groups, ids = self.snapshot.groups, self.snapshot.ids
        if self._group_sizes[groups[row]] == 1:
            return ()
        return tuple(sorted(ids[int(member)] for member in np.flatnonzero(groups == groups[row]) if member != row))

    @cached_property
    def _group_sizes(self) -> NDArray[np.int64]:
        return np.bincount(self.snapshot.groups)


def document_context(document: Document, *, engine: Engine, snapshot: LibrarySnapshot, options: MatchOptions) -> MatchContext:
    """Return the context of a document's sentences: its language, the sentences before each, its date."""
    return MatchContext(
        engine=engine,
        snapshot=snapshot,
        options=options,
        language=document.language,
        preceding=preceding_sentences(document),
        day=document.date or options.as_of,
    )


def preceding_sentences(document: Document) -> dict[int, tuple[str, ...]]:
    """Return the normalised texts of the PRECEDING sentences before each sentence, nearest first, by its index."""
    texts = [normalised(sentence.text) for sentence in document.sentences]
    return {
        sentence.index: tuple(texts[max(0, position - PRECEDING) : position][::-1]) for position, sentence in enumerate(document.sentences)
    }


class FactCheckCache:
    """Fact-checks of a snapshot by row, each read from the library once in a job, with its surface traits."""

    def __init__(self, snapshot: LibrarySnapshot, encoder: JobCachingEncoder) -> None:
        self._snapshot = snapshot
        self._encoder = encoder
        self._factchecks: dict[int, FactCheck] = {}
        self._traits: dict[int, FactCheckTraits] = {}

    def __getitem__(self, row: int) -> FactCheck:
        """Return the fact-check in this row, which `fetch` has read before. Raises KeyError otherwise."""
        return self._factchecks[row]

    def fetch(self, rows: IntMatrix) -> None:
        """Read the fact-checks of these rows (of any shape, -1 for none), and hand their stored vectors to the encoder."""
        missing = [int(row) for row in np.unique(rows) if row >= 0 and int(row) not in self._factchecks]
        fetched = self._snapshot.factchecks(missing)
        self._factchecks.update(zip(missing, fetched, strict=True))
        array = np.array(missing, dtype=np.int32)
        for part, texts in ((Field.CLAIM, [item.claim for item in fetched]), (Field.TITLE, [item.title for item in fetched])):
            filled = np.array([bool(text.strip()) for text in texts], dtype=bool)
            vectors = self._snapshot.vector_rows(part, array[filled])
            self._encoder.prime([text for text in texts if text.strip()], vectors)

    def traits(self, row: int) -> FactCheckTraits:
        """Return the surface traits of the fact-check in this row, computed once."""
        if row not in self._traits:
            self._traits[row] = factcheck_traits(self._factchecks[row])
        return self._traits[row]
