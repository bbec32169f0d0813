"""PolitiFact, Snopes and our own JSON Lines: fields, broken rows, cut-off files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from app.domain.factcheck import FactCheck
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, ProgressUpdate
from app.domain.verdict import Verdict
from app.errors import Cancelled, InputError
from app.ingest.factchecks import FORMATS, read_factchecks, to_json_line
from tests.unit.ingest.factchecks.factchecks_reading import read

POLITIFACT = {
    "url": "/factchecks/2019/oct/30/jane-doe/doe-on-rivers/",
    "speaker": "Jane Doe",
    "vclaim": "  The river  has\tdoubled &amp; moved <b>north</b>. ",
    "truth_label": "pants-fire",
    "date": "stated on October 22, 2019 in a speech:",
    "title": "Doe on rivers",
    "text": "First paragraph.\nSecond paragraph.",
    "vclaim_id": "vclaim-pol-90001",
}
SNOPES = {
    "title": "Do Geese Vote?",
    "subtitle": "A rumour about geese.",
    "author": "A. Writer",
    "date": "26 May 2015",
    "vclaim_id": "vclaim-sno-geese-vote",
    "vclaim": "Geese may vote in two states.",
}


def write_lines(path: Path, *records: object) -> Path:
    lines = "".join((record if isinstance(record, str) else json.dumps(record)) + "\n" for record in records)
    path.write_bytes(gzip.compress(lines.encode()) if path.suffix == ".gz" else lines.encode())
    return path


@pytest.mark.parametrize("name", ["checks.jsonl", "checks.jsonl.gz", "no-suffix"])
def test_politifact(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    data = (json.dumps(POLITIFACT) + "\n").encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    (check,), refused = read(path)
    assert refused == []
    assert check == FactCheck(
        id="vclaim-pol-90001",
        claim="The river has doubled &amp; moved <b>north</b>.",
        title="Doe on rivers",
        body="First paragraph.\nSecond paragraph.",
        rating="pants-fire",
        publisher="PolitiFact",
        claimant="Jane Doe",
        published=date(2019, 10, 30),
        claimed=date(2019, 10, 22),
        url="https://www.politifact.com/factchecks/2019/oct/30/jane-doe/doe-on-rivers/",
        language="en",
    )


def test_snopes(tmp_path: Path) -> None:
    (check,), refused = read(write_lines(tmp_path / "s.jsonl", SNOPES))
    assert refused == []
    assert (check.id, check.publisher, check.published) == ("vclaim-sno-geese-vote", "Snopes", date(2015, 5, 26))
    assert (check.body, check.claimant, check.rating, check.claimed) == ("A rumour about geese.", "", "", None)


def test_snopes_date_that_is_prose_is_no_date(tmp_path: Path) -> None:
    (check,), _ = read(write_lines(tmp_path / "s.jsonl", {**SNOPES, "date": "The story began when, on 6 May 2012, a goose"}))
    assert check.published is None


def test_a_bad_row_never_stops_the_rest(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path / "p.jsonl",
        POLITIFACT,
        '{"vclaim": "cut of',
        "",
        "[1, 2]",
        {**POLITIFACT, "vclaim": " "},
        {**POLITIFACT, "vclaim": ["a", "b"]},
        {**POLITIFACT, "date": "stated on February 31, 2019 in a speech:"},
        "[" * 100_000,
        {**POLITIFACT, "vclaim_id": "last"},
    )
    checks, refused = read(path)
    assert [check.id for check in checks] == ["vclaim-pol-90001", "last"]
    assert [row.row for row in refused] == ["line 2", "line 4", "line 5", "line 6", "line 7", "line 8"]
    assert "not valid JSON" in refused[0].reason
    assert refused[1].reason == "The line holds no JSON object."
    assert refused[2].reason == "The row has no claim."
    assert refused[3].reason == 'The field "vclaim" holds a list where text is expected.'
    assert "does not exist" in refused[4].reason
    assert all(row.source == "p.jsonl" for row in refused)


def test_odd_values_are_tolerated(tmp_path: Path) -> None:
    nan = json.dumps({**POLITIFACT, "speaker": float("nan"), "title": None, "text": 7.0})
    odd = json.dumps({**POLITIFACT, "vclaim": "A\x00 claim \ud800 here"})
    checks, refused = read(write_lines(tmp_path / "p.jsonl", nan, odd))
    assert refused == []
    assert (checks[0].claimant, checks[0].title, checks[0].body) == ("", "", "7")
    assert checks[1].claim == "A claim \ufffd here"


def test_invalid_utf8_costs_one_character(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    good = json.dumps(POLITIFACT).encode()
    path.write_bytes(good + b'\n{"vclaim": "caf\xe9"}\n' + good)
    checks, refused = read(path)
    assert [check.claim for check in checks][1] == "caf\ufffd"
    assert (len(checks), refused) == (3, [])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes("".join(json.dumps(POLITIFACT) + "\n" for _ in range(3)).encode(encoding))
    checks, refused = read(path)
    assert (len(checks), refused) == (3, [])


def test_a_cut_off_download_gives_the_rows_before_it(tmp_path: Path) -> None:
    lines = "".join(json.dumps({**POLITIFACT, "vclaim_id": f"n{n}", "text": f"{n * 7919} " * 300}) + "\n" for n in range(400))
    packed = gzip.compress(lines.encode())
    path = tmp_path / "p.jsonl.gz"
    path.write_bytes(packed[: len(packed) // 2])
    checks, refused = read(path)
    assert 50 < len(checks) < 400
    assert [check.id for check in checks] == [f"n{n}" for n in range(len(checks))]
    assert [row.row for row in refused] == ["end"]
    assert "cut off" in refused[0].reason


def test_our_own_lines_round_trip(tmp_path: Path) -> None:
    check = FactCheck(
        id="x 1",
        claim="  Two  spaces\nand a line. ",
        title="T",
        body="A\r\nB\u2028C",
        rating="Falso",
        verdict=Verdict.FALSE,
        rating_rule="generic:falso",
        publisher="www.example.org",
        claimant="N",
        published=date(2020, 2, 29),
        claimed=date(2019, 1, 1),
        url="https://example.org/a",
        language="",
        note="demo",
    )
    path = tmp_path / "own.jsonl"
    path.write_text(to_json_line(check) + "\n", encoding="utf-8")
    assert read(path) == ([check], [])


def test_our_own_lines_need_little(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path / "own.jsonl", {"claim": "The moon is made of green cheese and nothing else."}, {"id": "b", "title": "no claim"}
    )
    (check,), (refused,) = read(path, ImportOptions(publisher="Desk"))
    assert check.id.startswith("fc-")
    assert (check.language, check.publisher) == ("en", "Desk")
    assert refused.reason == "The row has no claim."


def test_a_verdict_of_others_is_a_rating(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "own.jsonl", {"claim": "c", "verdict": "Falso"}, {"claim": "c", "verdict": "Falso", "rating": "x"})
    (check,), (refused,) = read(path)
    assert (check.rating, check.verdict) == ("Falso", Verdict.UNRATED)
    assert "none of the verdicts" in refused.reason


def test_foreign_keys_are_guessed_and_can_be_overridden(tmp_path: Path) -> None:
    record = {"Statement": "Water is dry.", "Label": "false", "Link": "https://example.org/1", "Other": "Ice is hot."}
    path = write_lines(tmp_path / "f.jsonl", record)
    (check,), _ = read(path)
    assert (check.claim, check.rating, check.url, check.publisher) == ("Water is dry.", "false", "https://example.org/1", "example.org")
    (check,), _ = read(path, ImportOptions(columns=(("claim", "Other"),)))
    assert check.claim == "Ice is hot."


@pytest.mark.parametrize(
    ("lists", "expected", "reason"),
    [
        ({"include_publishers": ("snopes",)}, 1, "The publisher is not on the allowlist: PolitiFact."),
        ({"exclude_publishers": ("POLITIFACT",)}, 1, "The publisher is blocked: PolitiFact."),
        ({"exclude_publishers": ("politifact.com",)}, 1, "The publisher is blocked: PolitiFact."),
    ],
)
def test_publisher_lists(tmp_path: Path, lists: dict[str, tuple[str, ...]], expected: int, reason: str) -> None:
    write_lines(tmp_path / "a.jsonl", POLITIFACT)
    write_lines(tmp_path / "b.jsonl", SNOPES)
    checks, refused = read(tmp_path, ImportOptions(**lists))  # type: ignore[arg-type]
    assert len(checks) == expected
    assert [row.reason for row in refused] == [reason]


def test_a_folder_is_read_in_name_order(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    write_lines(tmp_path / "deep" / "b.jsonl.gz", SNOPES)
    write_lines(tmp_path / "a.jsonl", POLITIFACT)
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n0000")
    checks, refused = read(tmp_path)
    assert [check.publisher for check in checks] == ["PolitiFact", "Snopes"]
    assert [(row.source, row.row) for row in refused] == [("photo.png", "file")]


def _nothing(path: Path) -> None:
    path.write_bytes(b"")


def _blank(path: Path) -> None:
    path.write_bytes(b"\n \n")


def _pdf(path: Path) -> None:
    path.write_bytes(b"%PDF-1.7 ...")


@pytest.mark.parametrize(
    ("write", "code"),
    [(None, "factchecks-not-found"), (_nothing, "factchecks-empty"), (_blank, "factchecks-empty"), (_pdf, "factchecks-unsupported")],
)
def test_files_that_cannot_be_read_as_a_whole(tmp_path: Path, write: Callable[[Path], None] | None, code: str) -> None:
    path = tmp_path / "f.jsonl"
    if write:
        write(path)
    with pytest.raises(InputError) as error:
        read(path)
    assert error.value.code == code
    assert error.value.hint


def test_empty_folder_and_unknown_format(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path)
    assert error.value.code == "factchecks-empty"
    with pytest.raises(InputError) as error:
        read(tmp_path, ImportOptions(format="pdf"))
    assert error.value.code == "factchecks-format"
    assert all(name in error.value.hint for name in FORMATS)


def test_progress_and_cancel(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "p.jsonl", *[POLITIFACT] * 1000)
    heard: list[ProgressUpdate] = []
    cancel = CancelToken()
    reading = read_factchecks(path, options=ImportOptions(), progress=heard.append, cancel=cancel)
    for _ in range(500):
        next(reading)
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(reading)
    assert heard[-1].done == 500


def test_numbers_as_text(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text(
        '{"id": 12, "claim": "c", "language": "en"}\n{"id": 1.5, "claim": "c", "language": "en"}\n{"id": 1'
        + "0" * 900
        + ', "claim": "c"}\n'
    )
    checks, refused = read(path)
    assert [check.id for check in checks] == ["12", "1.5"]
    assert [row.reason for row in refused] == ['The field "id" holds a number too large where text is expected.']


@pytest.mark.parametrize("indent", [None, 1])
def test_a_list_of_our_own_objects(tmp_path: Path, indent: int | None) -> None:
    path = tmp_path / "own.json"
    path.write_text(
        json.dumps([{"id": "a", "claim": "c", "language": "en"}, 7, {"id": "b", "claim": "c", "language": "en"}], indent=indent)
    )
    checks, refused = read(path)
    assert [check.id for check in checks] == ["a", "b"]
    assert [(row.row, row.reason) for row in refused] == [("item 2", "The item is no JSON object.")]


def test_one_object_over_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"id": "a", "claim": "c", "language": "en"}, indent=1))
    assert [check.id for check in read(path)[0]] == ["a"]


def test_flat_objects_with_the_words_of_feeds(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "f.jsonl", {"claimReviewed": "Geese vote", "textualRating": "False", "link": "https://www.snopes.com/x"})
    (check,), _ = read(path)
    assert (check.claim, check.rating, check.publisher) == ("Geese vote", "False", "Snopes")


def test_binary_files_are_not_taken_for_tables(tmp_path: Path) -> None:
    path = tmp_path / "f.bin"
    path.write_bytes(bytes(range(7)) * 100)
    with pytest.raises(InputError) as error:
        read(path)
    assert error.value.code == "factchecks-unsupported"
