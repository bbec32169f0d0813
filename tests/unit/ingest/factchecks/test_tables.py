"""CSV, TSV and XLSX: delimiters, encodings, quotation marks, mapping and preview."""

from __future__ import annotations

import csv
import gzip
import io
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pytest

from app.domain.options import ImportOptions
from app.errors import InputError
from app.ingest.factchecks import guess_columns, preview
from tests.unit.ingest.factchecks.factchecks_reading import read, write

HEADER = ["URL", "Author", "datePublished", "claimReviewed", "reviewBody", "title", "alternativeName"]
ROWS = [
    [
        "https://example.org/1",
        "https:www.example.orgdesk",
        "2020-05-01",
        "The lake, they say, is empty.",
        "Two lines\nof body.",
        "Lake",
        "Falso",
    ],
    ["https://example.org/2", "Desk", "2020-05-02 10:11:12", 'He said "never again" twice.', "", "Never", "Verdadeiro"],
    ["https://example.org/3", "Desk", "", "Nothing; nothing at all.", "Empty", "", ""],
]


def table(delimiter: str, *, encoding: str = "utf-8", rows: list[list[str]] = ROWS) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows([HEADER, *rows])
    return text.getvalue().encode(encoding)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_delimited_tables(tmp_path: Path, delimiter: str, encoding: str) -> None:
    checks, refused = read(write(tmp_path / "t.csv", table(delimiter, encoding=encoding)))
    assert refused == []
    assert [check.claim for check in checks] == [row[3] for row in ROWS]
    first, second, third = checks
    assert (first.body, first.rating, first.publisher) == ("Two lines\nof body.", "Falso", "example.org")
    assert (first.published, second.published, third.published) == (date(2020, 5, 1), date(2020, 5, 2), None)
    assert (second.publisher, third.body, third.rating) == ("Desk", "", "")
    assert len({check.id for check in checks}) == 3


def test_packed_table(tmp_path: Path) -> None:
    checks, _ = read(write(tmp_path / "t.csv.gz", gzip.compress(table(";"))))
    assert len(checks) == 3


def test_western_encoding_is_recognised(tmp_path: Path) -> None:
    data = "afirmação;título;veredicto\nA água “não” é azul;Água;Falso\nO avô é são;Avô;Falso\n".encode("cp1252")
    checks, _ = read(write(tmp_path / "t.csv", data))
    assert [check.claim for check in checks] == ["A água “não” é azul", "O avô é são"]


def test_cyrillic_encoding_is_recognised(tmp_path: Path) -> None:
    data = ("claim;rating\n" + "Земля плоская и стоит на трёх китах;ложь\n" * 5).encode("cp1251")
    checks, _ = read(write(tmp_path / "t.csv", data))
    assert checks[0].claim == "Земля плоская и стоит на трёх китах"


def test_bytes_that_are_no_utf8_cost_one_character(tmp_path: Path) -> None:
    data = b"claim,rating\n" + b"Plain and simple words,false\n" * 20_000 + b"A caf\xe9 claim,false\nLast one,true\n"
    checks, refused = read(write(tmp_path / "t.csv", data), ImportOptions(language="en"))
    assert (len(checks), checks[-2].claim, checks[-1].claim) == (20_002, "A caf\ufffd claim", "Last one")
    assert refused == []


def test_quotation_marks_that_enclose_nothing_are_text(tmp_path: Path) -> None:
    data = 'claim\trating\n"Yes" said the mayor\tfalse\nA 5" pipe\ttrue\n"No" and "never"\tfalse\n'
    checks, refused = read(write(tmp_path / "t.tsv", data))
    assert refused == []
    assert [check.claim for check in checks] == ['"Yes" said the mayor', 'A 5" pipe', '"No" and "never"']


def test_a_runaway_quotation_mark_costs_one_row(tmp_path: Path) -> None:
    lines = [f'"Claim {n}, as told",false' for n in range(1000)]
    lines[600] = '"Never closed, as told,false'
    checks, refused = read(write(tmp_path / "t.csv", "claim,rating\n" + "\n".join(lines) + "\n"), ImportOptions(language="en"))
    assert len(checks) + len(refused) == 1000
    assert 998 <= len(checks) <= 999
    assert refused[0].row == "row 602"
    assert "never closed" in refused[0].reason


def test_a_table_cut_inside_a_quoted_text_loses_that_row_alone(tmp_path: Path) -> None:
    content = table(",", rows=[*ROWS, ["https://example.org/4", "Desk", "", "Last", "line\n" * 30, "", ""]])
    checks, refused = read(write(tmp_path / "t.csv", content[: len(content) - 40]))
    assert len(checks) == 3
    assert [row.row for row in refused] == ["row 5"]


def test_a_cut_off_packed_table_drops_the_half_row(tmp_path: Path) -> None:
    rows = [f"Claim number {n * 7919 % 10007} of many,{n}\n" for n in range(20_000)]
    packed = gzip.compress(("claim,id\n" + "".join(rows)).encode())
    checks, refused = read(write(tmp_path / "t.csv.gz", packed[: len(packed) // 2]), ImportOptions(language="en"))
    assert 1000 < len(checks) < 20_000
    assert all(rows[n] == f"{check.claim},{check.id}\n" for n, check in enumerate(checks))
    assert [row.row for row in refused] == ["end"]


def test_bad_rows(tmp_path: Path) -> None:
    data = "claim,date,rating\n,2020-01-01,x\nGood,2023-02-31,x\nA,2020-01-01,x,spill\nShort\n\nNul\x00led,2020-01-01,x\n"
    checks, refused = read(write(tmp_path / "t.csv", data), ImportOptions(language="en"))
    assert [check.claim for check in checks] == ["Short", "Nulled"]
    assert [row.row for row in refused] == ["row 2", "row 3", "row 4"]
    assert refused[0].reason == "The row has no claim."
    assert refused[1].reason == 'The date "2023-02-31" does not exist.'
    assert refused[2].reason == "The row has 4 cells where the header has 3."


def test_huge_fields(tmp_path: Path) -> None:
    body = "word " * 400_000
    (check,), _ = read(write(tmp_path / "t.csv", f'claim,body\nA claim,"{body}"\n'), ImportOptions(language="en"))
    assert len(check.body) == len(body) - 1


def test_the_column_shows_whether_the_day_comes_first(tmp_path: Path) -> None:
    checks, _ = read(write(tmp_path / "t.csv", "claim,date\nOne,03/04/2020\nTwo,25/04/2020\n"))
    assert [check.published for check in checks] == [date(2020, 4, 3), date(2020, 4, 25)]


def test_mapping_can_be_overridden(tmp_path: Path) -> None:
    path = write(tmp_path / "t.csv", "claim,said,who\nWrong column,Right column,Desk\n")
    (check,), _ = read(path, ImportOptions(columns=(("claim", "said"), ("publisher", "who"))))
    assert (check.claim, check.publisher) == ("Right column", "Desk")
    (check,), _ = read(path, ImportOptions(publisher="Ours", language="de", columns=(("publisher", ""),)))
    assert (check.publisher, check.language) == ("Ours", "de")


@pytest.mark.parametrize("columns", [(("claim", "absent"),), (("colour", "who"),), (("claim", ""),)])
def test_invalid_column_mappings(tmp_path: Path, columns: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(InputError) as error:
        read(write(tmp_path / "t.csv", "claim,who\nA,B\n"), ImportOptions(columns=columns))
    assert error.value.code == "factchecks-columns"
    assert error.value.hint


def test_guessing() -> None:
    assert guess_columns(HEADER, ROWS) == {
        "claim": "claimReviewed",
        "title": "title",
        "body": "reviewBody",
        "rating": "alternativeName",
        "publisher": "Author",
        "published": "datePublished",
        "url": "URL",
    }
    spanish = guess_columns(["Afirmación", "Título", "Calificación", "Fecha", "Enlace", "Medio"], [])
    assert spanish == {
        "claim": "Afirmación",
        "title": "Título",
        "rating": "Calificación",
        "publisher": "Medio",
        "published": "Fecha",
        "url": "Enlace",
    }


def test_columns_are_guessed_by_values_if_names_are_unclear() -> None:
    rows = [
        ["1", "The moon is hollow inside", "https://example.org/a", "2020-01-01"],
        ["2", "The sun turns green", "https://example.org/b", "2020-01-02"],
    ]
    assert guess_columns(["A", "B", "C", "D"], rows) == {"claim": "B", "published": "D", "url": "C"}


def test_no_claim_column_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read(write(tmp_path / "t.csv", "a,b\n1,2\n"))
    assert error.value.code == "factchecks-columns"


_LICENCE = """The Goose Licence

Permission is granted, free of charge, to any goose, to use, copy and keep this lake
subject to the following: the lake is provided as it is, without warranty of any kind,
and no goose, duck or swan is liable for any claim, damage or other liability.
"""
_README = """# The lake

The lake, its geese and their claims, in one place.

- **geese**: who they are, what they said, and when
- see https://lake.example/claims, 2024-05-03
"""
_DEBATE = """ANNA VALE: Good evening, and welcome to the lake.
TOM BERG: Thank you, Anna.
The deficit doubled, and taxes rose by 12 percent, since 2016.
ANNA VALE: Is that so?
"""


@pytest.mark.parametrize(
    "prose",
    [
        _LICENCE,
        _README,
        _DEBATE,
        "2025-01-01 10:00:00,123 INFO server started, port 80\n2025-01-01 10:00:01,456 WARN disk full, 3 percent left\n",
        "2025-01-01 10:00:00,123,the server was started on port 80\n2025-01-01 10:00:01,456,the disk is full but for a few percent\n",
        "# Claims\n\nThe lake was claimed by geese.\nIt is empty now.\n",
        "Claims and their consequences\n\nThe lake was claimed by geese.\nIt is empty now.\n",
        "The claim, said the author, is false.\nNobody, he wrote, had seen the lake.\nIt is empty.\nHe left.\n",
        "In 2024, geese claimed the lake.\nIn 2025, they left.\nIn 2026, it was empty.\n",
        "1\n00:00:01,000 --> 00:00:04,000\nThe lake is empty.\n\n2\n00:00:05,000 --> 00:00:09,000\nIt is, I claim.\n",
        "speaker,start,text\nVale,0,The lake is empty\nBerg,4,The geese are back\n",
        "line_number\tspeaker\tsentence\n1\tVale\tThe lake is quite empty.\n2\tBerg\tThe geese are all back.\n",
        '{"text": "The lake is empty."}',
        '[{"speaker": "Vale", "text": "The lake is empty."}]',
        '{"start": 0, "end": 4, "text": "The lake is empty."}\n{"start": 4, "end": 9, "text": "The geese are back."}\n',
        '{"text": "The lake is empty.", "segments": [{"start": 0}], "language": "en"}',
        "Geese vote\nThe lake is quite empty now\nThe geese are all back again\n",
    ],
)
def test_prose_and_transcripts_are_no_fact_checks(tmp_path: Path, prose: str) -> None:
    with pytest.raises(InputError) as error:
        read(write(tmp_path / "t.txt", prose))
    assert error.value.code == "factchecks-columns" and "--column claim=NAME" in error.value.hint


@pytest.mark.parametrize(
    "heading",
    [
        "claim",
        "Claims",
        "Claim reviewed",
        "Behauptung",
        "Afirmación",
        "Klaim",
        "Twierdzenie",
        "主張",
        "दावा",
        "statement",
        '"Claim"',
        "Fact-check claim",
    ],
)
def test_one_column_of_claims_with_a_heading_is_a_table(tmp_path: Path, heading: str) -> None:
    is_known = heading != "Fact-check claim"
    columns = () if is_known else (("claim", heading),)
    data = f"{heading}\nThe lake is empty, they say.\nGeese vote.\n"
    checks, refused = read(write(tmp_path / "t.txt", data), ImportOptions(language="en", columns=columns))
    assert ([check.claim for check in checks], refused) == (["The lake is empty, they say.", "Geese vote."], [])


def test_a_table_of_claims_with_bare_commas_is_still_one(tmp_path: Path) -> None:
    data = "Claim,Rating\nTaxes rose, then fell,False\nDebt, too, fell,False\nGeese vote,True\n"
    checks, refused = read(write(tmp_path / "t.csv", data), ImportOptions(language="en"))
    assert ([check.claim for check in checks], len(refused)) == (["Geese vote"], 2)


def test_a_table_with_unclear_names_is_recognised_by_its_urls(tmp_path: Path) -> None:
    data = "a,b,c\n1,The lake is empty now,https://a.example/1\n2,Geese vote in May now,https://a.example/2\n"
    checks, _ = read(write(tmp_path / "t.csv", data))
    assert [check.claim for check in checks] == ["The lake is empty now", "Geese vote in May now"]


def test_checkthat_table_without_header(tmp_path: Path) -> None:
    data = 'vclaim-pol-00001\tThe river doubled.\tOn rivers\t"A ""body""\nof two lines."\nvclaim-sno-geese\tGeese vote.\tGeese\tBody.\n'
    checks, refused = read(write(tmp_path / "vclaims.tsv", data))
    assert refused == []
    assert [(check.id, check.publisher, check.language) for check in checks] == [
        ("vclaim-pol-00001", "PolitiFact", "en"),
        ("vclaim-sno-geese", "Snopes", "en"),
    ]
    assert checks[0].body == 'A "body"\nof two lines.'


def test_checkthat_table_with_header(tmp_path: Path) -> None:
    data = "vclaim_id\tvclaim\ttitle\tbody\nv1\tThe river doubled its width.\tOn rivers\tBody\n"
    (check,), _ = read(write(tmp_path / "vclaims.tsv", data))
    assert (check.id, check.claim, check.title, check.body) == ("v1", "The river doubled its width.", "On rivers", "Body")


def workbook(path: Path) -> Path:
    book = openpyxl.Workbook()
    book.active.title = "notes"
    sheet = book.create_sheet("data")
    sheet.append(["Claim", "Date", "Rating", "ID", "Link"])
    sheet.append(["Water runs uphill", datetime(2021, 3, 9), "False", 17, "https://example.org/x"])
    sheet.append([])
    sheet.append([None, None, "True", 18.0, None])
    sheet.append(["Ice is warm", "31/12/2020", None, 19.0, None])
    book.save(path)
    return path


def test_spreadsheet(tmp_path: Path) -> None:
    checks, refused = read(workbook(tmp_path / "book.xlsx"), ImportOptions(language="en"))
    assert [(check.id, check.claim, check.published, check.rating) for check in checks] == [
        ("17", "Water runs uphill", date(2021, 3, 9), "False"),
        ("19", "Ice is warm", date(2020, 12, 31), ""),
    ]
    assert [(row.row, row.reason) for row in refused] == [("row 4", "The row has no claim.")]


def test_damaged_and_protected_spreadsheets(tmp_path: Path) -> None:
    complete = workbook(tmp_path / "book.xlsx").read_bytes()
    protected = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le")
    codes = []
    for content in (complete[: len(complete) // 2], protected, protected[:300], b"PK\x03\x04" + b"word/document.xml" * 9):
        with pytest.raises(InputError) as error:
            read(write(tmp_path / "bad.xlsx", content))
        codes.append(error.value.code)
    assert codes == ["factchecks-damaged", "factchecks-password", "factchecks-unsupported", "factchecks-unsupported"]


def test_preview_of_a_table(tmp_path: Path) -> None:
    table_preview = preview(write(tmp_path / "t.csv", table(";")), ImportOptions())
    assert (table_preview.format, table_preview.header, table_preview.mappable) == ("table", tuple(HEADER), True)
    assert [row[3] for row in table_preview.rows] == [row[3] for row in ROWS]
    assert table_preview.columns["claim"] == "claimReviewed"
    assert table_preview.problem == ""
    nothing = preview(write(tmp_path / "n.csv", "a,b\n1\n"), ImportOptions())
    assert nothing.rows == (("1", ""),)
    assert "choose it" in nothing.problem


def test_preview_of_anything_else(tmp_path: Path) -> None:
    file_preview = preview(
        write(tmp_path / "own.jsonl", {"Statement": "The moon is hollow.", "n": None, "Label": "False"}), ImportOptions()
    )
    assert (file_preview.format, file_preview.mappable, file_preview.rows) == ("jsonl", True, (("The moon is hollow.", "", "False"),))
    assert file_preview.columns == {"claim": "Statement", "rating": "Label"}
    review = {"@type": "ClaimReview", "claimReviewed": "The moon is hollow.", "reviewRating": "False"}
    file_preview = preview(write(tmp_path / "r.json", review), ImportOptions())
    assert (file_preview.format, file_preview.mappable, file_preview.rows[0][:2]) == (
        "claimreview",
        False,
        ("The moon is hollow.", "False"),
    )
    with pytest.raises(InputError):
        preview(tmp_path / "absent", ImportOptions())


def test_a_single_column_may_hold_commas(tmp_path: Path) -> None:
    checks, refused = read(write(tmp_path / "t.csv", "claim\nOne, two\nThree, four, five\n"), ImportOptions(language="en"))
    assert refused == []
    assert [check.claim for check in checks] == ["One, two", "Three, four, five"]


def test_the_first_line_may_name_the_delimiter(tmp_path: Path) -> None:
    (check,), _ = read(write(tmp_path / "t.csv", "sep=|\nclaim|rating\nOne; two, three|false\n"), ImportOptions(language="en"))
    assert (check.claim, check.rating) == ("One; two, three", "false")


@pytest.mark.parametrize(("language", "expected"), [("pt_BR", "pt-BR"), ("EN", "en"), ("Español", "es"), ("zh-Hant-TW", "zh-Hant-TW")])
def test_languages_become_codes(tmp_path: Path, language: str, expected: str) -> None:
    (check,), _ = read(write(tmp_path / "t.csv", f"claim,language\nOne,{language}\n"))
    assert check.language == expected


def test_our_own_table_reads_verdicts(tmp_path: Path) -> None:
    checks, refused = read(write(tmp_path / "t.csv", "claim,rating,verdict\nOne,Falso,FALSE\nTwo,Ja,TRUE\n"), ImportOptions(language="en"))
    assert [(check.rating, check.verdict) for check in checks] == [("Falso", "FALSE"), ("Ja", "TRUE")]
    assert refused == []


def test_a_small_table_in_an_old_code_page_names_its_publisher(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("Behauptung\tBewertung\tHerausgeber\nÖl heilt\tGrößtenteils falsch\tZürcher Prüfer\n".encode("cp1252"))
    (check,), refused = read(path, ImportOptions(language="de"))
    assert (check.claim, check.rating, check.publisher, refused) == ("Öl heilt", "Größtenteils falsch", "Zürcher Prüfer", [])
