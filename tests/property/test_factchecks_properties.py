"""Importers: exact round trips, dates in every form, and no input makes reading crash."""

from __future__ import annotations

import csv
import gzip
import io
import json
from dataclasses import fields, replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.factcheck import FactCheck
from app.domain.importing import ReadRow, RefusedRow
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import Verdict
from app.errors import InputError
from app.ingest.factchecks import guess_columns, read_factchecks, to_json_line
from app.ingest.rows.date_style import DAY_FIRST, MONTH_FIRST
from app.ingest.rows.dates import ImpossibleDate, parse_date
from app.ingest.rows.rounded_ids import is_rounded
from app.ingest.rows.text import one_line, plain_text

quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

any_text = st.text(alphabet=st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=40)
days = st.none() | st.dates(min_value=date(1900, 1, 1), max_value=date(date.today().year + 1, 12, 31))
checks = st.builds(
    FactCheck,
    id=any_text.filter(lambda text: bool(text) and not is_rounded(text)),
    claim=any_text.filter(str.strip),
    title=any_text,
    body=any_text,
    rating=any_text,
    verdict=st.sampled_from(Verdict),
    rating_rule=any_text,
    publisher=any_text,
    claimant=any_text,
    published=days,
    claimed=days,
    url=any_text,
    language=st.sampled_from(["", "en", "pt-BR"]),
    note=any_text,
)


def read(path: Path, options: ImportOptions | None = None) -> tuple[list[FactCheck], list[RefusedRow]]:
    rows = list(read_factchecks(path, options=options or ImportOptions(), progress=no_progress, cancel=CancelToken()))
    return [row.factcheck for row in rows if isinstance(row, ReadRow)], [row for row in rows if isinstance(row, RefusedRow)]


@quick
@given(st.lists(checks, min_size=1, max_size=8))
def test_our_own_lines_round_trip_exactly(tmp_path: Path, written: list[FactCheck]) -> None:
    path = tmp_path / "own.jsonl"
    path.write_bytes("".join(to_json_line(check) + "\n" for check in written).encode())
    assert read(path) == (written, [])


@quick
@given(st.lists(checks, min_size=1, max_size=8), st.sampled_from(",;\t|"), st.booleans())
def test_a_table_of_fact_checks_reads_back(tmp_path: Path, written: list[FactCheck], delimiter: str, quote_all: bool) -> None:
    tidy = [
        replace(check, **{field.name: one_line(getattr(check, field.name)) for field in fields(check) if field.type == "str"})
        for check in written
    ]
    tidy = [replace(check, id=check.id or "x", claim=check.claim or "y", language="en", publisher="Desk of all", body="") for check in tidy]
    text = io.StringIO()
    table = csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL)
    table.writerow([field.name for field in fields(FactCheck)])
    table.writerows([["" if (value := getattr(check, field.name)) is None else str(value) for field in fields(check)] for check in tidy])
    path = tmp_path / "t.csv"
    path.write_bytes(text.getvalue().encode())
    assert read(path, ImportOptions(format="table")) == (tidy, [])


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(date.today().year + 1, 12, 31)))
@settings(max_examples=100, deadline=None)
def test_every_day_is_read_in_every_form(day: date) -> None:
    english = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
    spanish = ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"]
    name, nombre = english[day.month - 1], spanish[day.month - 1]
    forms = [
        day.isoformat(),
        f"{day.isoformat()}T12:30:00Z",
        f"{day:%Y/%m/%d}",
        f"{day:%d.%m.%Y}",
        f"{day.day} {name} {day.year}",
        f"{name} {day.day}, {day.year}",
        f"{name[:3]}. {day.day}, {day.year}",
        f"{day.day} de {nombre} de {day.year}",
    ]
    assert [parse_date(form) for form in forms] == [day] * len(forms)
    assert parse_date(f"{day:%d/%m/%Y}", DAY_FIRST) == day
    assert parse_date(f"{day:%m/%d/%Y}", MONTH_FIRST) == day


@given(st.text(max_size=40) | st.from_regex(r"\d{1,4}[-/. ]\d{1,4}[-/. ]\d{1,4}.{0,6}", fullmatch=True))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_day_no_day_or_impossible(text: str) -> None:
    try:
        day = parse_date(text)
    except ImpossibleDate:
        return
    assert day is None or 1000 <= day.year <= 9999


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_plain_text_stays_plain(text: str) -> None:
    once = plain_text(text)
    assert "<script" not in once.lower()
    assert plain_text(once.replace("&", " ")) == once.replace("&", " ")


@given(st.lists(any_text, max_size=6), st.lists(st.lists(any_text, max_size=6), max_size=4))
@settings(max_examples=60, deadline=None)
def test_guessed_columns_exist_and_are_unique(header: list[str], rows: list[list[str]]) -> None:
    guessed = guess_columns(header, rows)
    assert set(guessed.values()) <= set(header)
    assert len(set(guessed.values())) == len(guessed)


heads = st.sampled_from(
    [b"", b'{"claim": "x"}\n', b'[{"vclaim": "x"}, ', b"claim,rating\n", b"<html>", b"PK\x03\x04xl/", b"\xff\xfe", b"\x1f\x8b"]
)


@quick
@given(heads, st.binary(max_size=300), st.booleans())
def test_no_bytes_crash_the_reader(tmp_path: Path, head: bytes, tail: bytes, packed: bool) -> None:
    path = tmp_path / "f.bin"
    path.write_bytes(gzip.compress(head + tail) if packed else head + tail)
    try:
        checks, _ = read(path)
    except InputError as error:
        assert error.hint
        return
    assert all(check.claim.strip() for check in checks)


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | any_text
    | st.sampled_from(["https://x.example.org", "2020-02-31", "ClaimReview"])
)
keys = st.sampled_from(
    "@type @id @graph @value claimReviewed author name url itemReviewed reviewRating alternateName datePublished inLanguage properties type text "
    "claims claimReview claimReviewMarkups claimReviewMarkupPages publisher rating vclaim vclaim_id claim label questions answers date item "
    "truth_label dataFeedElement language verdict id".split()
)
trees = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5), max_leaves=20)
named = st.sampled_from(["auto", "jsonl", "politifact", "snopes", "checkthat", "claimreview", "datafeed", "google", "averitec", "table"])


@settings(quick, max_examples=200)
@given(trees, named, st.booleans())
def test_no_json_crashes_the_reader(tmp_path: Path, tree: object, name: str, wrapped: bool) -> None:
    path = tmp_path / "f.json"
    path.write_text(
        json.dumps({"@type": "ClaimReview", "claimReviewed": "c", "vclaim": "c", "author": tree, "claims": tree} if wrapped else tree)
    )
    try:
        checks, _ = read(path, ImportOptions(format=name))
    except InputError as error:
        assert error.hint
        return
    assert all(check.claim.strip() and isinstance(check.publisher, str) for check in checks)


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_every_cut_of_a_packed_file_is_survived(tmp_path: Path, cut: int) -> None:
    packed = gzip.compress(b'{"claim": "A goose may vote, they say"}\n' * 50)
    path = tmp_path / "f.jsonl.gz"
    path.write_bytes(packed[:-cut])
    try:
        checks, refused = read(path)
    except InputError as error:
        assert error.code.startswith("factchecks-")
        return
    assert len(checks) <= 50
    assert refused[-1].row == "end"
