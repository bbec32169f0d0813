"""The ports that an analysis works with, bundled once by bootstrap."""

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
    """A library and the models. The scorers share `encoder`, so that no text is encoded twice in one job.

    `prefilter` scores every candidate quickly and `preliminary_ranker` finds by it the sentences worth a comparison in full,
    which `pair_scorer` and `stance_scorer` then make. `ranker` orders the sentences of a document by how surely the library can
    settle them; `claim_reader` tells what a sentence does with a claim that it is near (None: it is taken to assert it); `query_ranker`
    says of a single claim how surely any fact-check is about it. `stance_languages` are those that the stance scorer can read.
    `awaits_rebuild`: the index was made by an encoder that was in use before, which therefore searches it here, until the library is
    rebuilt with the one in use.
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
        """The encoder of what is looked up: that of the library's texts, unless the model wants the two told apart."""
        return self.query_encoder or self.encoder

    @contextmanager
    def snapshot(self) -> Iterator[LibrarySnapshot]:
        """Pin the library's current generation for one job; the job's vectors are forgotten at its end.

        Raises LibraryError when the library has no index, or its vectors were made by another encoder.
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
        """Role and identity of every model, for the run record."""
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
