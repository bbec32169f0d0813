"""Ranks depend on a library's present content, not on its history."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken
from app.store import open_library
from app.store.postings import Postings, extended_postings, no_postings
from tests.fakes.library_samples import change, filled, sample

STEP = st.tuples(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2)), max_size=6), st.lists(st.integers(0, 12), max_size=4))


@settings(max_examples=8, deadline=None)
@given(st.lists(STEP, min_size=1, max_size=4))
def test_any_history_leads_to_the_same_index_files(steps: list[tuple[list[tuple[int, int]], list[int]]]) -> None:
    expected: dict[str, FactCheck] = {}
    with tempfile.TemporaryDirectory() as home:
        library = open_library(Path(home) / "one", create=True)
        for upserts, deletes in steps:
            incoming = [sample(number, version=version) for number, version in upserts]
            change(library, upsert=incoming, delete=[f"fc-{number:05d}" for number in deletes])
            expected = {name: factcheck for name, factcheck in expected.items() if name not in {f"fc-{number:05d}" for number in deletes}}
            expected |= {factcheck.id: factcheck for factcheck in incoming}
        assert library.get(sorted(expected)) == dict(sorted(expected.items())) and len(library) == len(expected)
        if expected:
            straight = filled(Path(home) / "two", list(expected.values()))
            assert files(library.path / "index" / library.statistics().generation) == files(straight.path / "index" / "000001")
            straight.close()
        library.close()


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != "manifest.json"}


WORDS = st.lists(st.sampled_from("bridge lake river tax vote 3.5 the dog".split()), max_size=6).map(" ".join)


def postings_of(texts: list[str]) -> Postings:
    return extended_postings(
        no_postings(), sources=np.full(len(texts), -1, np.int32), new_texts=[(text, "en") for text in texts], cancel=CancelToken()
    )


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(WORDS, st.booleans(), st.booleans()), max_size=12))
def test_postings_do_not_depend_on_their_history(rows: list[tuple[str, bool, bool]]) -> None:
    """Each row is its text, its presence before, and its presence now."""
    before = [text for text, was, _ in rows if was]
    row, sources, now, added = 0, [], [], []
    for text, was, stays in rows:
        if stays:
            sources.append(row if was else -1)
            now.append(text)
            if not was:
                added.append(text)
        row += was
    postings = extended_postings(
        postings_of(before), sources=np.array(sources, np.int32), new_texts=[(text, "en") for text in added], cancel=CancelToken()
    )
    expected = postings_of(now)
    assert postings.terms == expected.terms
    for name in ("starts", "rows", "counts", "lengths"):
        assert np.array_equal(getattr(postings, name), getattr(expected, name))
