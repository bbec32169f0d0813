"""Contract of Library where computers share it that compute the encoder in different precisions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.progress import CancelToken, no_progress
from app.errors import LibraryError
from app.ports import Field, Library
from app.store import open_library
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import change, filled, sample, samples

COUNT = 40


def full() -> FakeEncoder:
    """Return the encoder as a computer with bfloat16 has it."""
    return FakeEncoder(precision="bfloat16")


def plain() -> FakeEncoder:
    """Return the encoder as a computer without bfloat16 has it."""
    return FakeEncoder()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with closing(filled(tmp_path / "library", samples(COUNT), encoder=full())) as opened:
        yield opened


def others(library: Library) -> tuple[tuple[str, int], ...]:
    return library.statistics().other_encoders


def own_scores(library: Library, encoder: FakeEncoder) -> dict[str, float]:
    """Return each fact-check's score for its own claim, which is 1 only where `encoder` itself computed its vector."""
    with closing(library.snapshot()) as snapshot:
        rows = np.arange(len(snapshot.ids))
        claims = [item.claim for item in snapshot.outlines(rows.tolist())]
        queries = encoder.encode(claims, progress=no_progress, cancel=CancelToken())
        scores = (queries * snapshot.vector_rows(Field.CLAIM, rows)).sum(axis=1)
        return dict(zip(snapshot.ids, scores.tolist(), strict=True))


def own_score(library: Library, encoder: FakeEncoder, identifier: str) -> float:
    return own_scores(library, encoder)[identifier]


def test_what_another_computer_adds_is_marked_and_the_rest_stays(library: Library) -> None:
    encoder = plain()
    change(library, upsert=samples(2, start=COUNT), encoder=encoder)
    assert library.index_encoder() == full().identity.key()
    assert others(library) == ((plain().identity.key(), 2),)
    added = samples(2, start=COUNT)
    assert sorted(encoder.encoded) == sorted({text for item in added for text in (item.claim, item.title) if text})


def test_the_first_computer_encodes_anew_what_another_one_added(library: Library) -> None:
    change(library, upsert=samples(2, start=COUNT), encoder=plain())
    name = sample(COUNT).id
    assert own_score(library, full(), name) < 0.99999 < own_score(library, plain(), name)
    encoder = full()
    change(library, upsert=[sample(COUNT + 2)], encoder=encoder)
    assert others(library) == () and len(encoder.encoded) <= 6
    assert own_score(library, full(), name) == pytest.approx(1, abs=1e-6)


def test_a_rebuild_on_any_computer_leaves_one_precision(library: Library) -> None:
    change(library, upsert=samples(2, start=COUNT), encoder=plain())
    library.rebuild(encoder=plain(), progress=no_progress, cancel=CancelToken())
    assert others(library) == () and library.index_encoder() == plain().identity.key()
    assert own_score(library, plain(), sample(0).id) == pytest.approx(1, abs=1e-6)


def test_a_computer_that_adds_most_of_a_library_computes_all_of_it(library: Library) -> None:
    change(library, upsert=samples(COUNT + 1, start=COUNT), encoder=plain())
    assert others(library) == () and library.index_encoder() == plain().identity.key()


def test_a_third_precision_is_counted_by_itself(library: Library) -> None:
    change(library, upsert=samples(2, start=COUNT), encoder=plain())
    third = FakeEncoder(precision="float16")
    change(library, upsert=[sample(COUNT + 2)], encoder=third)
    assert others(library) == ((plain().identity.key(), 2), (third.identity.key(), 1))


def test_a_copied_vector_keeps_its_mark(library: Library) -> None:
    added = sample(COUNT)
    change(library, upsert=[added], encoder=plain())
    encoder = plain()
    change(library, upsert=[replace(added, id="copy", url="https://x.example/copy")], encoder=encoder)
    assert encoder.encoded == [] and others(library) == ((plain().identity.key(), 2),)


def test_the_mark_goes_with_its_fact_check(library: Library) -> None:
    change(library, upsert=[sample(COUNT)], encoder=plain())
    change(library, delete=[sample(COUNT).id], encoder=plain())
    assert others(library) == ()
    manifest = json.loads(next(Path(library.statistics().path).glob(f"index/{library.statistics().generation}/manifest.json")).read_text())
    assert manifest["others"] == []


def test_another_model_shares_nothing(library: Library) -> None:
    encoder = FakeEncoder(name="another")
    change(library, upsert=[sample(COUNT)], encoder=encoder)
    assert others(library) == () and library.index_encoder() == encoder.identity.key()


def test_a_graph_grows_with_both(tmp_path: Path) -> None:
    with closing(open_library(tmp_path / "library", create=True, hnsw_above=10)) as library:
        change(library, upsert=samples(COUNT), encoder=full())
        change(library, upsert=samples(3, start=COUNT), encoder=plain())
        assert library.statistics().index_kind == "hnsw" and others(library) == ((plain().identity.key(), 3),)
        assert own_score(library, plain(), sample(COUNT + 1).id) == pytest.approx(1, abs=1e-6)


def test_lost_marks_are_damage(library: Library) -> None:
    change(library, upsert=[sample(COUNT)], encoder=plain())
    path = Path(library.statistics().path)
    (marks,) = path.glob(f"index/{library.statistics().generation}/claim.makers.npy")
    library.close()
    marks.write_bytes(marks.read_bytes()[:-8])
    with closing(open_library(path)) as opened, pytest.raises(LibraryError) as caught, closing(opened.snapshot()):
        pass
    assert caught.value.code == "index-damaged"


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["float32", "bfloat16", "float16"]), st.sets(st.integers(0, 14), max_size=5)), max_size=6))
def test_every_vector_is_its_makers_and_the_count_is_right(
    tmp_path_factory: pytest.TempPathFactory, steps: Sequence[tuple[str, set[int]]]
) -> None:
    with closing(filled(tmp_path_factory.mktemp("library"), samples(8), encoder=full())) as library:
        for version, (precision, numbers) in enumerate(steps):
            change(
                library, upsert=[sample(number, version=version) for number in sorted(numbers)], encoder=FakeEncoder(precision=precision)
            )
        main = library.index_encoder().rsplit(":", 1)[1]
        scores = {name: own_scores(library, FakeEncoder(precision=name)) for name in ("float32", "bfloat16", "float16")}
        makers = {identifier: max(scores, key=lambda name: scores[name][identifier]) for identifier in scores[main]}
        assert [scores[maker][identifier] for identifier, maker in makers.items()] == pytest.approx([1.0] * len(makers), abs=1e-6)
        # A title may be another maker's than its claim, where the text is not new.
        assert sum(count for _, count in others(library)) >= sum(maker != main for maker in makers.values())
