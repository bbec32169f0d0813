"""A job whose model moves to another device starts again: no result, index or cache mixes two devices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.document import Document, Sentence
from app.domain.factcheck import FactCheck
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, Progress, no_progress
from app.domain.verdict import Verdict
from app.errors import LibraryError
from app.inference.encoders.cached_encoder import CachedEncoder
from app.ports import Field, FloatMatrix, LibraryChange, ModelIdentity
from app.retrieval import JobCachingEncoder
from app.services.claim_lookup import look_up
from app.services.engine import Engine
from app.services.ranking import rank_document
from app.store import open_library
from tests.fakes.encoder import FakeEncoder
from tests.fakes.engine import fake_engine
from tests.fakes.vector_cache import MemoryVectorCache

CLAIMS = [f"The lake number {number} holds {number * 7} fish." for number in range(600)]
FACTCHECKS = [FactCheck(id=f"lake-{number}", claim=text, verdict=Verdict.FALSE) for number, text in enumerate(CLAIMS)]
SENTENCES = [text.replace("holds", "has") for text in CLAIMS[:400]]


class MovingEncoder(FakeEncoder):
    """Encoder on a GPU that moves to the processor in call number `moves_in`; the vectors differ."""

    def __init__(self, *, moves_in: int) -> None:
        super().__init__()
        self._moves_in = moves_in
        self.calls = 0
        self.makers: list[str] = []

    @property
    def identity(self) -> ModelIdentity:
        backend = "torch-cpu" if self.calls >= self._moves_in else "torch-cuda"
        return ModelIdentity(name="moving", artefact="0" * 32, backend=backend, precision="float32")

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        self.calls += 1
        self.makers.append(self.identity.backend)
        rows = super().encode(texts, progress=progress, cancel=cancel)
        return rows if self.identity.backend == "torch-cpu" else np.roll(rows, 1, axis=1)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = fake_engine(tmp_path / "library", FACTCHECKS)
    yield engine
    engine.library.close()


def with_encoder(engine: Engine, encoder: FakeEncoder) -> Engine:
    return replace(engine, encoder=JobCachingEncoder(encoder))


def document() -> Document:
    sentences = tuple(Sentence(index=index, text=text, start=0, end=len(text)) for index, text in enumerate(SENTENCES))
    return Document(title="Lakes", text=" ".join(SENTENCES), sentences=sentences)


def test_an_index_has_vectors_of_one_device_after_a_change(tmp_path: Path) -> None:
    encoder = MovingEncoder(moves_in=2)
    library = open_library(tmp_path / "library", create=True)
    library.apply(LibraryChange(upsert=FACTCHECKS), encoder=encoder, progress=no_progress, cancel=CancelToken())
    with closing(library.snapshot()) as snapshot:
        assert snapshot.encoder == encoder.identity.key() and "torch-cpu" in snapshot.encoder
        rows = np.arange(len(FACTCHECKS), dtype=np.int32)
        texts = [item.claim for item in snapshot.factchecks(rows.tolist())]
        assert np.array_equal(
            snapshot.vector_rows(Field.CLAIM, rows), FakeEncoder().encode(texts, progress=no_progress, cancel=CancelToken())
        )
    assert encoder.makers[0] == "torch-cuda" and len(encoder.makers) > 3
    assert not list((tmp_path / "library" / "index").glob("unfinished-*"))
    library.close()


def test_a_grown_index_marks_what_the_new_device_encoded(tmp_path: Path) -> None:
    encoder = MovingEncoder(moves_in=3)
    library = open_library(tmp_path / "library", create=True)
    library.apply(LibraryChange(upsert=FACTCHECKS), encoder=encoder, progress=no_progress, cancel=CancelToken())
    assert encoder.makers == ["torch-cuda", "torch-cuda"]
    library.apply(
        LibraryChange(upsert=[FactCheck(id="new", claim="One more lake.")]), encoder=encoder, progress=no_progress, cancel=CancelToken()
    )
    with closing(library.snapshot()) as snapshot:
        assert "torch-cuda" in snapshot.encoder
    assert library.statistics().other_encoders == ((encoder.identity.key(), 1),) and "torch-cpu" in encoder.identity.backend
    assert encoder.encoded[-1] == "One more lake." and len(encoder.encoded) <= 2 * len(CLAIMS) + 2
    library.close()


def test_a_ranking_starts_again_on_the_new_device(engine: Engine) -> None:
    def rank(encoder: MovingEncoder) -> list[tuple[int, float, tuple[str, ...]]]:
        moved = with_encoder(engine, encoder)
        library = moved.library
        library.rebuild(encoder=MovingEncoder(moves_in=0), progress=no_progress, cancel=CancelToken())
        ranked = rank_document(document(), engine=moved, options=MatchOptions(), progress=no_progress, cancel=CancelToken())
        assert "torch-cpu" in dict(ranked.run.models)["encoder"]
        return [(entry.sentence.index, entry.score, tuple(match.factcheck.id for match in entry.matches)) for entry in ranked.sentences]

    moving = MovingEncoder(moves_in=2)
    assert rank(moving) == rank(MovingEncoder(moves_in=0))
    assert moving.makers[:2] == ["torch-cuda", "torch-cpu"]


def test_the_cache_never_stores_vectors_under_another_device() -> None:
    cache = MemoryVectorCache()
    encoder = MovingEncoder(moves_in=2)
    cached = CachedEncoder(encoder, cache)
    for texts in (["one"], ["one", "two"]):
        cached.encode(texts, progress=no_progress, cancel=CancelToken())
    plain = FakeEncoder().encode(["one", "two"], progress=no_progress, cancel=CancelToken())
    vectors, present = cache.get(encoder.identity.key(), ["one", "two"])
    assert present.all() and np.array_equal(vectors, plain)
    assert [text for key, text in cache.puts if "cuda" in key] == ["one"]


def test_an_index_of_another_device_serves_and_one_of_another_model_does_not(engine: Engine) -> None:
    engine.library.rebuild(encoder=MovingEncoder(moves_in=99), progress=no_progress, cancel=CancelToken())
    on_processor = with_encoder(engine, MovingEncoder(moves_in=0))
    results = look_up(
        [Query(qid="q", text=CLAIMS[3])], engine=on_processor, options=MatchOptions(), progress=no_progress, cancel=CancelToken()
    ).results
    assert results[0].matches
    with pytest.raises(LibraryError, match="another encoder"), with_encoder(engine, FakeEncoder(name="other")).snapshot():
        pytest.fail("another model's vectors were taken")


def test_sentences_go_through_the_encoder_of_queries_and_claims_do_not(engine: Engine) -> None:
    queries = FakeEncoder()
    told_apart = replace(engine, query_encoder=queries)
    query = [Query(qid="q", text="Is there fish?")]
    look_up(query, engine=told_apart, options=MatchOptions(), progress=no_progress, cancel=CancelToken())
    assert queries.encoded == ["Is there fish?"]
