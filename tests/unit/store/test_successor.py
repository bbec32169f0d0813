"""A library whose encoder was succeeded: texts that both read alike keep their vectors, the others are encoded."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, no_progress
from app.inference import RoutedEncoder
from app.ports import Field, Library
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import change, filled, samples

FOREIGN = ("fc-00002", "fc-00005", "fc-00011")


def language(text: str) -> str:
    return "de" if text.startswith("Fremd") else "en"


def rows() -> list[FactCheck]:
    """Fact-checks of which three are in another language."""
    return [replace(row, claim=f"Fremd: {row.claim}", title=f"Fremd: {row.title}") if row.id in FOREIGN else row for row in samples(20)]


@pytest.fixture
def parts() -> tuple[FakeEncoder, FakeEncoder, RoutedEncoder]:
    english, other = FakeEncoder(), FakeEncoder(name="fake-student")
    return english, other, RoutedEncoder(english, other, language=language)


def vectors(library: Library, field: Field) -> np.ndarray:
    with closing(library.snapshot()) as snapshot:
        return np.asarray(snapshot.vector_rows(field, np.arange(len(snapshot.ids), dtype=np.int32)))


def test_a_rebuild_encodes_only_texts_that_are_read_differently(
    tmp_path: Path, parts: tuple[FakeEncoder, FakeEncoder, RoutedEncoder]
) -> None:
    english, other, routed = parts
    with closing(filled(tmp_path / "library", rows())) as library:
        library.rebuild(encoder=routed, progress=no_progress, cancel=CancelToken())
        with closing(library.snapshot()) as snapshot:
            assert snapshot.encoder == routed.identity.key()
        reused = vectors(library, Field.CLAIM), vectors(library, Field.TITLE)
        assert english.encoded == []
        assert other.encoded and all(text.startswith("Fremd") for text in other.encoded)
    with closing(filled(tmp_path / "anew", rows(), encoder=routed)) as library:
        assert np.array_equal(reused[0], vectors(library, Field.CLAIM))
        assert np.array_equal(reused[1], vectors(library, Field.TITLE))


def test_changing_an_older_library_encodes_as_little(tmp_path: Path, parts: tuple[FakeEncoder, FakeEncoder, RoutedEncoder]) -> None:
    english, other, routed = parts
    more = replace(rows()[0], id="new", claim="A brand new claim about the harbour.", title="")
    with closing(filled(tmp_path / "library", rows())) as library:
        change(library, upsert=[more], encoder=routed)
        assert english.encoded == ["A brand new claim about the harbour."]
        assert all(text.startswith("Fremd") for text in other.encoded)


def test_an_unrelated_encoder_encodes_everything(tmp_path: Path) -> None:
    newcomer = FakeEncoder(name="newcomer")
    with closing(filled(tmp_path / "library", rows())) as library:
        library.rebuild(encoder=newcomer, progress=no_progress, cancel=CancelToken())
    assert len(newcomer.encoded) >= len(rows())
