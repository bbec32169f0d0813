"""Damaged and hostile JSON in the program's own files: the default is used, or the file is reported as damaged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.errors import LibraryError
from app.gui.model.earlier import earlier_from
from app.gui.model.sentence_filter import NO_FILTER, filter_of
from app.gui.review.controller import ViewState, view_from
from app.ingest.contents import content_lines
from app.store.files import read_array, read_json

NESTED = "[" * 100_000
HOSTILE = (b"\xff[1]", b'["\xb3"]', NESTED.encode(), b'{"a":' * 50_000, b"[1", b"")
Notes = Callable[[str], object]


@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
def test_an_index_file_of_damaged_json_is_called_damaged(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "rows.json").write_bytes(content)
    with pytest.raises(LibraryError) as raised:
        read_json(tmp_path, "rows.json")
    assert raised.value.code == "index-damaged"


@pytest.mark.parametrize("text", [NESTED, '{"a":' * 50_000, "[1", ""])
def test_malformed_project_notes_give_the_defaults(text: str) -> None:
    assert view_from(text) == ViewState()
    assert filter_of(text) == NO_FILTER
    assert earlier_from(text) == {}


@pytest.mark.parametrize(
    ("content", "numbers"),
    [
        (b"a\nb\n", [1, 2]),
        (b"a\r\n\r\nb", [1, 3]),
        (b"a\rb\r\rc", [1, 2, 4]),
        (b"\n\r\n\r a\n\n", [4]),
        (b"a\n\rb\r\nc", [1, 3, 4]),
        (b"", []),
        (b" \n\t\n", []),
    ],
)
def test_lines_are_numbered_whatever_ends_them(tmp_path: Path, content: bytes, numbers: list[int]) -> None:
    (tmp_path / "rows.txt").write_bytes(content)
    assert [number for number, _ in content_lines(tmp_path / "rows.txt")] == numbers


def test_a_flipped_bit_in_an_array_header_gives_damage_or_an_array(tmp_path: Path) -> None:
    path = tmp_path / "scores.npy"
    np.save(path, np.arange(12, dtype=np.float32).reshape(3, 4))
    original, refused = path.read_bytes(), 0
    for bit in range(8 * 128):
        content = bytearray(original)
        content[bit // 8] ^= 1 << bit % 8
        path.write_bytes(content)
        try:
            read_array(tmp_path, path.name)
        except LibraryError as error:
            assert error.code == "index-damaged"
            refused += 1
    assert refused > 300
