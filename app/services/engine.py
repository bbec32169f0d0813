"""The ports of an analysis, bundled once by bootstrap."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.errors import LibraryError
from app.ports import CheckworthinessScorer, ClaimReader, Library, LibrarySnapshot, PairScorer, StanceScorer, TextEncoder
from app.ranking import Ranker
from app.retrieval import JobCachingEncoder
from app.stance import ENGLISH, Readable
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A library and the models of an analysis.

    The scorers share `encoder`, so that no text is encoded twice in one job. `prefilter` scores every candidate quickly;
    `preliminary_ranker` uses it to select sentences for a full comparison by `pair_scorer` and `stance_scorer`. `ranker` orders the
    sentences of a document by how surely the library can settle them; `query_ranker` gives the probability that any fact-check is
    about a single claim. `claim_reader` reads what a sentence does with a claim that it is near (None: it is taken to assert it).
    `stance_languages` are the languages of the stance scorer. `awaits_rebuild` marks an index of an earlier encoder, which searches
    it here until the library is rebuilt with the current one.
    """

    library: Library
    encoder: JobCachingEncoder
    prefilter: PairScorer
    pair_scorer: PairScorer
    stance_scorer: StanceScorer
    checkworthiness_scorer: CheckworthinessScorer
    preliminary_ranker: Ranker
    ranker: Ranker
    query_ranker: Ranker
    claim_reader: ClaimReader | None = None
    query_encoder: TextEncoder | None = None
    stance_languages: Readable = ENGLISH
    awaits_rebuild: bool = False

    @property
    def sentence_encoder(self) -> TextEncoder:
        """Return the encoder of queries: that of the library's texts, unless the model distinguishes the two."""
        return self.query_encoder or self.encoder

    @contextmanager
    def snapshot(self) -> Iterator[LibrarySnapshot]:
        """Pin the library's current generation for one job, and drop the job's vectors at its end.

        Raises LibraryError if the library has no index, or its vectors were made by another encoder.
        """
        snapshot = self.library.snapshot()
        try:
            if not self.encoder.identity.same_model(snapshot.encoder):
                raise LibraryError(
                    "library-encoder",
                    tr("The library's index was made with another encoder than the one in use."),
                    hint=tr("Run “priorcheck library rebuild” to build it anew."),
                )
            yield snapshot
        finally:
            self.encoder.forget()
            snapshot.close()

    def models(self) -> tuple[tuple[str, str], ...]:
        """Return role and identity of every model, for the run record."""
        return (
            ("encoder", self.encoder.identity.key()),
            ("prefilter", self.prefilter.identity.key()),
            ("pair_scorer", self.pair_scorer.identity.key()),
            ("stance", self.stance_scorer.identity.key()),
            ("checkworthiness", self.checkworthiness_scorer.identity.key()),
            ("preliminary_ranker", self.preliminary_ranker.key),
            ("ranker", self.ranker.key),
            ("query_ranker", self.query_ranker.key),
            *((("claim_reader", self.claim_reader.key),) if self.claim_reader else ()),
        )
