"""Query and pair files: rows keep their order and qid, bad rows give a reason, damaged files are refused."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InputError
from app.ingest.queries import read_pairs, read_queries


def write_file(folder: Path, content: str | bytes, name: str = "q.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_rows_keep_order_and_qid_as_written(tmp_path: Path) -> None:
    lines = '{"qid": "a", "text": "Bees sleep."}\n{"qid": 7, "text": "Ants sing.", "more": [1]}\n{"text": "Moths knit."}\n'
    entries = read_queries(write_file(tmp_path, lines))
    assert [entry.qid for entry in entries] == ["a", 7, 3]
    assert [entry.query.text for entry in entries if entry.query] == ["Bees sleep.", "Ants sing.", "Moths knit."]
    assert [entry.query.qid for entry in entries if entry.query] == ["a", "7", "3"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"qid": "b", "text": 5}', "its “text” is not a text: 5"),
        (b'{"qid": "b", "text": null}', "its “text” is not a text: None"),
        (b'{"qid": "b", "text": "  \\u0000 "}', "its “text” is empty"),
        (b'{"qid": "b"}', "it has no “text”"),
        (b'["b", "text"]', "it is not a JSON object"),
        (b'{"qid": "b", "text": "cut', "it is not valid JSON"),
        (b'{"qid": NaN, "text": "x"}', "it is not valid JSON"),
        (b'{"qid": "b", "text": "caf\xe9"}', "it is not UTF-8 text"),
        (b"[" * 100_000, "it is not valid JSON"),
    ],
)
def test_a_bad_row_keeps_its_position_and_gives_a_reason(tmp_path: Path, line: bytes, reason: str) -> None:
    good = b'{"qid": "a", "text": "Bees sleep."}'
    before, bad, after = read_queries(write_file(tmp_path, b"\n".join([good, line, good])))
    assert before.query and after.query and bad.query is None and bad.refused is not None
    assert (bad.refused.row, bad.refused.reason) == ("row 2", reason)
    assert bad.qid == ("b" if line.startswith(b'{"qid": "b"') and "“text”" in reason else 2)


def test_odd_characters_are_made_harmless(tmp_path: Path) -> None:
    line = '{"qid": "e\\ud83d", "text": "Fish \\ud800 fly\\u0000 \\ud83d\\ude00 \U0001f41f"}'
    (entry,) = read_queries(write_file(tmp_path, line))
    assert entry.qid == "e\ufffd" and entry.query is not None and entry.query.text == "Fish \ufffd fly \U0001f600 \U0001f41f"


def test_numbers_too_large_for_json_readers_become_text(tmp_path: Path) -> None:
    lines = '{"qid": 123456789012345678901234567890, "text": "x"}\n{"qid": true, "text": "x"}\n{"qid": 1.5, "text": "x"}'
    assert [entry.qid for entry in read_queries(write_file(tmp_path, lines))] == ["123456789012345678901234567890", 2, 1.5]


@pytest.mark.parametrize(
    "encode", [lambda b: b"\xef\xbb\xbf" + b, gzip.compress, lambda b: b.decode().encode("utf-16"), lambda b: b.replace(b"\n", b"\r\n")]
)
def test_marks_packing_and_line_ends(tmp_path: Path, encode: object) -> None:
    content = '{"qid": "ä", "text": "Möwen lesen."}\n\n{"qid": "b", "text": "Rehe malen."}\n'.encode()
    entries = read_queries(write_file(tmp_path, encode(content)))  # type: ignore[operator]
    assert [(entry.qid, entry.query.text) for entry in entries if entry.query] == [("ä", "Möwen lesen."), ("b", "Rehe malen.")]


def test_empty_file_has_no_rows(tmp_path: Path) -> None:
    assert read_queries(write_file(tmp_path, "")) == [] and read_pairs(write_file(tmp_path, "\n \n")) == []


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "input-not-found"),
        (gzip.compress(b'{"text": "x"}\n' * 99)[:-12], "input-damaged"),
        (b"\x1f\x8b\x08\x00garbage and more", "input-damaged"),
    ],
    ids=["missing", "cut", "damaged"],
)
@pytest.mark.parametrize("read", [read_queries, read_pairs])
def test_a_file_that_cannot_be_read(tmp_path: Path, content: bytes | None, code: str, read: object) -> None:
    path = tmp_path / "none" if content is None else write_file(tmp_path, content, "q.jsonl.gz")
    with pytest.raises(InputError) as raised:
        read(path)  # type: ignore[operator]
    assert raised.value.code == code and raised.value.hint and raised.value.exit_code == 2


def test_a_folder_is_no_query_file(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        read_queries(tmp_path)
    assert raised.value.code == "input-unreadable"


def test_pairs_in_order_with_the_bad_ones(tmp_path: Path) -> None:
    lines = '{"premise": "a", "hypothesis": "b"}\n{"premise": "a"}\nno\n{"premise": "c", "hypothesis": "d"}'
    first, second, third, fourth = read_pairs(write_file(tmp_path, lines))
    assert (first, fourth) == (("a", "b"), ("c", "d"))
    assert [getattr(bad, "reason", None) for bad in (second, third)] == ["it has no “hypothesis”", "it is not valid JSON"]


@settings(max_examples=60, deadline=None)
@given(
    rows=st.lists(
        st.one_of(
            st.binary(max_size=40),
            st.dictionaries(st.sampled_from(["qid", "text"]), st.one_of(st.text(), st.integers(), st.none())).map(
                lambda row: json.dumps(row).encode()
            ),
        ),
        max_size=6,
    )
)
def test_any_bytes_give_one_entry_a_line(tmp_path_factory: pytest.TempPathFactory, rows: list[bytes]) -> None:
    content = b"{}\n" + b"\n".join(rows)
    lines = [line for line in content.splitlines() if line.strip()]
    entries = read_queries(write_file(tmp_path_factory.mktemp("q"), content))
    assert len(entries) == len(lines) and all((entry.query is None) != (entry.refused is None) for entry in entries)
