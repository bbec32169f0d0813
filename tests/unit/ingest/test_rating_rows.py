"""Rating tables: rows in file order."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest

from app.errors import InputError
from app.ingest.rating_rows import read_rating_rows


def rows(folder: Path, content: str | bytes, name: str = "r.tsv") -> list[tuple[str, str]]:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_rating_rows(path))


def test_tab_separated_text_is_taken_literally(tmp_path: Path) -> None:
    content = 'rating\tpublisher\n"Half" true\tMill Desk\n"unclosed\tMill Desk\n\nFalse, mostly\t\n'
    assert rows(tmp_path, content) == [('"Half" true', "Mill Desk"), ('"unclosed', "Mill Desk"), ("False, mostly", "")]


@pytest.mark.parametrize(
    "content",
    [
        "publisher\trating\nP\tWrong\n",
        "Publisher,Rating\nP,Wrong\n",
        " RATING \tPUBLISHER\r\nWrong\tP\r\n",
        "rating\tx\tpublisher\nWrong\t\tP\n",
    ],
)
def test_columns_by_name_in_any_order(tmp_path: Path, content: str) -> None:
    assert rows(tmp_path, content) == [("Wrong", "P")]


def test_commas_and_quotes(tmp_path: Path) -> None:
    assert rows(tmp_path, 'rating,publisher\n"Wrong, says the mayor",P\nTrue\n') == [("Wrong, says the mayor", "P"), ("True", "")]


def test_ratings_alone_packed_marked_and_odd(tmp_path: Path) -> None:
    assert rows(tmp_path, gzip.compress("\ufeffrating\nFalsch\u2028wirklich\x0bso\n".encode())) == [("Falsch\u2028wirklich\x0bso", "")]
    assert rows(tmp_path, "rating\tpublisher\nWahr\tÄ\n".encode("utf-16")) == [("Wahr", "Ä")]
    assert rows(tmp_path, "rating\n" + "x" * 300_000 + "\n") == [("x" * 300_000, "")]
    assert rows(tmp_path, "rating\nGrößtenteils falsch\n".encode("cp1252")) == [("Größtenteils falsch", "")]


@pytest.mark.parametrize("content", ["", "verdict\nFalse\n", "\n\n"])
def test_without_a_column_rating(tmp_path: Path, content: str) -> None:
    with pytest.raises(InputError) as raised:
        rows(tmp_path, content)
    assert raised.value.code == "ratings-header"


def test_missing_and_unreadable(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "none.tsv", "input-not-found"), (tmp_path, "input-unreadable")):
        with pytest.raises(InputError) as raised:
            list(read_rating_rows(path))
        assert raised.value.code == code


def test_a_field_beyond_what_the_reader_takes(tmp_path: Path) -> None:
    before = csv.field_size_limit(1_000)
    try:
        with pytest.raises(InputError) as raised:
            rows(tmp_path, 'rating,publisher\n"' + "x" * 2_000 + '",P\n')
    finally:
        csv.field_size_limit(before)
    assert raised.value.code == "ratings-damaged"
