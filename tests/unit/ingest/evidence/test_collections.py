"""Folders, tables, JSON, AVeriTeC's answers and web archives as evidence; the list of sources."""

from __future__ import annotations

import gzip
import io
import json
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from app.domain.evidence import ReadEvidence, SourceWarning
from app.domain.options import EvidenceImportOptions
from app.domain.progress import CancelToken, ProgressUpdate
from app.errors import Cancelled, InputError
from app.ingest.evidence import read_evidence, read_source_list
from tests.unit.ingest.evidence.evidence_reading import entries, only_document, page, pdf, read, wacz, warc, write, write_lines

HTML = page().encode()
ROW = {"text": "Otters build bridges.", "url": "https://n.example/1", "published": "2020-10-30", "medium": "Web text", "source": "News"}


# Folders


def test_a_folder_is_read_however_deep_and_a_bad_file_costs_only_itself(tmp_path: Path) -> None:
    folder = tmp_path / "all"
    write(folder / "b" / "c" / "deep.txt", "Deep text.")
    write(folder / "a.html", HTML)
    write(folder / "bad.pdf", b"%PDF-1.4 nothing")
    write(folder / "picture.png", b"\x89PNG\r\n\x00")
    write(folder / ".hidden" / "x.txt", "Hidden.")
    write_lines(folder / "rows.jsonl", ROW, {"text": ""})
    documents, refused = read(folder)
    assert [document.text for document in documents] == ["Otters build bridges in Velden.", "Deep text.", "Otters build bridges."]
    assert [(row.source, row.row) for row in refused] == [("bad.pdf", "file"), ("picture.png", "file"), ("rows.jsonl", "line 2")]
    assert all(row.reason.endswith(".") for row in refused)


@pytest.mark.parametrize("name", ["page_files", "page-Dateien", "page_archivos", "page.fichiers"])
def test_files_saved_with_a_page_are_no_evidence(tmp_path: Path, name: str) -> None:
    write(tmp_path / "deep" / "page.html", HTML)
    write(tmp_path / "deep" / name / "frame.html", page("<p>An advert.</p>"))
    write(tmp_path / "deep" / name / "more" / "style.css", "a {}")
    assert len(read(tmp_path)[0]) == 1 and not read(tmp_path)[1]
    write(tmp_path / "other_files" / "note.txt", "Not beside a page.")
    assert len(read(tmp_path)[0]) == 2


def test_a_large_folder_is_cancelled_between_two_files(tmp_path: Path) -> None:
    for number in range(300):
        write(tmp_path / f"{number // 100}" / f"{number:04d}.txt", f"Text number {number}.")
    cancel, updates, read_count = CancelToken(), list[ProgressUpdate](), 0

    def listen(update: ProgressUpdate) -> None:
        updates.append(update)
        if update.done == 120:
            cancel.cancel()

    with pytest.raises(Cancelled):
        for _ in read_evidence(tmp_path, options=EvidenceImportOptions(language="en"), progress=listen, cancel=cancel):
            read_count += 1
    assert read_count == 120 and {update.total for update in updates} == {300} and [update.done for update in updates] == list(range(121))


def test_an_empty_folder_and_a_missing_one_are_reported(tmp_path: Path) -> None:
    for path, code in ((tmp_path, "evidence-empty"), (tmp_path / "nowhere", "evidence-not-found")):
        with pytest.raises(InputError) as raised:
            read(path)
        assert raised.value.code == code
    with pytest.raises(InputError, match="no format"):
        read(tmp_path, EvidenceImportOptions(format="tweets"))


# Rows


def test_fields_of_json_lines(tmp_path: Path) -> None:
    rows = (
        ROW | {"id": "own", "title": "T", "language": "EN"},
        {"content": "Beavers.\n\nDams.", "link": "https://m.example/2019/05/06/b"},
        [1],
        {"url": "x"},
    )
    documents, refused = read(write_lines(tmp_path / "r.jsonl", *rows))
    assert [(item.id, item.source, item.medium, item.published) for item in documents[:1]] == [
        ("own", "News", "Web text", date(2020, 10, 30))
    ]
    (second,) = documents[1:]
    assert (second.text, second.source, second.published) == ("Beavers.\n\nDams.", "m.example", date(2019, 5, 6))
    assert second.id.startswith("evidence-") and [row.row for row in refused] == ["line 3", "line 4"]


@pytest.mark.parametrize("name", ["r.csv", "r.tsv", "r.xlsx", "r.csv.gz", "r.json"])
def test_tables_and_lists_are_recognised_by_their_columns(tmp_path: Path, name: str) -> None:
    header, cells = ["Datum", "Volltext", "Titel", "Adresse"], ["30.10.2020", "Otters build, bridges.", "O", "https://n.example/1"]
    if name == "r.xlsx":
        book, stream = openpyxl.Workbook(), io.BytesIO()
        for row in (header, cells):
            book.active.append(row)  # type: ignore[union-attr]
        book.save(stream)
        data = stream.getvalue()
    elif name == "r.json":
        data = json.dumps({"articles": [dict(zip(header, cells, strict=True))]}).encode()
    else:
        mark = "\t" if "tsv" in name else ","
        data = "\n".join(mark.join(f'"{cell}"' for cell in row) for row in (header, cells)).encode()
    document = only_document(write(tmp_path / name, gzip.compress(data) if name.endswith(".gz") else data))
    assert (document.text, document.title, document.url, document.published) == (
        "Otters build, bridges.",
        "O",
        "https://n.example/1",
        date(2020, 10, 30),
    )


def test_a_transcript_stays_a_document(tmp_path: Path) -> None:
    document = only_document(write(tmp_path / "t.csv", "line,speaker,text\n1,ANNA,Otters build bridges.\n2,BEN,They do.\n"))
    assert "Otters build bridges." in document.text.split("\n") and document.title == "t"
    words = {"segments": [{"start": 0.0, "end": 1.0, "text": "Otters build bridges."}, {"start": 1.0, "end": 2.0, "text": "They do."}]}
    assert only_document(write(tmp_path / "t.json", json.dumps(words))).medium == "Audio"


def test_columns_are_named_by_the_user(tmp_path: Path) -> None:
    path = write(tmp_path / "r.csv", "a,b\nOtters build bridges.,2020-10-30\n")
    options = EvidenceImportOptions(format="table", columns=(("text", "a"), ("published", "b")), language="en")
    assert only_document(path, options).published == date(2020, 10, 30)
    for wrong in ((), (("text", "c"),), (("words", "a"),)):
        with pytest.raises(InputError) as raised:
            read(path, EvidenceImportOptions(format="table", columns=wrong))
        assert raised.value.code == "evidence-columns"


def test_a_day_that_does_not_exist_refuses_its_row(tmp_path: Path) -> None:
    documents, (refused,) = read(write_lines(tmp_path / "r.jsonl", ROW, ROW | {"published": "2023-02-31"}))
    assert len(documents) == 1 and "2023-02-31" in refused.reason


def test_answers_of_averitec_are_dated_the_day_before_their_claim(tmp_path: Path) -> None:
    answers = [
        {
            "answer": "No",
            "answer_type": "Boolean",
            "boolean_explanation": "He had not.",
            "source_url": "https://w.example",
            "source_medium": "PDF",
        },
        {"answer": "No answer could be found.", "answer_type": "Unanswerable"},
        {"answer": "40 bridges", "answer_type": "Extractive", "source_url": "https://v.example", "source_medium": "Web text"},
    ]
    claim = {"claim": "C", "claim_date": "25-8-2020", "label": "Refuted", "questions": [{"question": "Q?", "answers": answers}]}
    undated = claim | {"claim_date": None, "questions": [{"question": "R?", "answers": answers[2:]}]}
    documents, refused = read(write(tmp_path / "train.json", json.dumps([claim, undated, claim | {"claim_date": "31-2-2020"}])))
    assert [(item.text, item.medium, item.published) for item in documents] == [
        ("No. He had not.", "PDF", date(2020, 8, 24)),
        ("40 bridges", "Web text", date(2020, 8, 24)),
        ("40 bridges", "Web text", None),
    ]
    assert len(refused) == 1 and "31-2-2020" in refused[0].reason


@pytest.mark.parametrize("content", ["[", '{"text": ', "[]", '[{"a": 1}]', "not json at all"])
def test_invalid_json_is_refused_in_one_sentence(tmp_path: Path, content: str) -> None:
    try:
        documents, refused = read(write(tmp_path / "r.jsonl", content))
    except InputError as error:
        assert error.code.startswith(("evidence-", "document-")) and str(error).endswith(".")
    else:
        assert not documents and all(row.reason.endswith(".") for row in refused)


# Web archives


def test_pages_of_a_web_archive_are_documents_of_their_own(tmp_path: Path) -> None:
    dated = page(head='<title>Dated</title><meta name="pubdate" content="2019-05-06">').encode()
    records = (
        ("https://w.example/a.html", "text/html; charset=utf-8", HTML),
        ("https://w.example/b", "application/pdf", pdf("Beavers build dams.")),
        ("https://w.example/c", "text/html", dated),
        ("https://w.example/d.png", "image/png", b"\x89PNG"),
        ("https://w.example/e", "text/html", page("").encode()),
    )
    for packed in (True, False):
        documents, refused = read(write(tmp_path / "w.warc", warc(*records, packed=packed)))
        assert [(item.url[-6:], item.medium, item.published, item.title) for item in documents] == [
            ("a.html", "Web text", date(2021, 2, 3), "a"),
            ("mple/b", "PDF", date(2021, 2, 3), "b"),
            ("mple/c", "Web text", date(2019, 5, 6), "Dated"),
        ]
        assert documents[0].source == "w.example"
        assert [row.row for row in refused] == ["https://w.example/e", "file"] and "1 record is no page" in refused[1].reason


def test_pages_that_were_not_found_are_skipped(tmp_path: Path) -> None:
    documents, (refused,) = read(write(tmp_path / "w.warc.gz", warc(("https://w.example/a", "text/html", HTML), status="404 Not Found")))
    assert not documents and "1 record is no page" in refused.reason


def test_only_listed_pages_of_a_package_are_read(tmp_path: Path) -> None:
    archive = warc(("https://w.example/a", "text/html", HTML), ("https://ads.example/frame", "text/html", page("<p>Advert.</p>").encode()))
    documents, _ = read(write(tmp_path / "w.wacz", wacz(archive, "https://w.example/a")))
    assert [item.url for item in documents] == ["https://w.example/a"]
    assert len(read(write(tmp_path / "x.wacz", wacz(archive)))[0]) == 2
    (row, *_) = entries(tmp_path / "w.wacz")
    assert isinstance(row, ReadEvidence) and (row.copy, row.suffix) == (HTML, ".html")


@pytest.mark.parametrize("name", ["w.warc.gz", "w.wacz"])
def test_a_truncated_web_archive_gives_the_pages_before_the_cut(tmp_path: Path, name: str) -> None:
    archive = warc(*((f"https://w.example/{number}", "text/html", HTML) for number in range(30)))
    data = archive if name.endswith("gz") else wacz(archive)
    path = write(tmp_path / name, data[: len(data) * 2 // 3])
    try:
        documents, refused = read(path)
    except InputError as error:
        assert error.code in ("evidence-damaged", "document-damaged", "document-unsupported")
    else:
        assert len(documents) < 30 and (refused or documents)


# The list of sources


def listed(path: Path) -> tuple[tuple[SourceWarning, ...], list[str]]:
    warnings, refused = read_source_list(path, cancel=CancelToken())
    return warnings, [f"{row.row}: {row.reason}" for row in refused]


def test_a_list_of_sources_is_read_by_host(tmp_path: Path) -> None:
    rows = "host,kind,note\nwww.Joke.example,satire,a joke\nhttps://bad.example:80/about,misinformation,\nnowhere,satire,\nx.example,,\n\njoke.example,parody,\n"
    warnings, refused = listed(write(tmp_path / "l.csv", rows))
    assert warnings == (SourceWarning(host="bad.example", kind="misinformation"), SourceWarning(host="joke.example", kind="parody"))
    assert [row.partition(":")[0] for row in refused] == ["row 4", "row 5"]


@pytest.mark.parametrize(
    ("content", "code"), [("a,b\n1,2\n", "sources-columns"), ("", "sources-empty"), (b"PK\x03\x04broken", "sources-damaged")]
)
def test_an_invalid_source_list_is_refused(tmp_path: Path, content: str | bytes, code: str) -> None:
    with pytest.raises(InputError) as raised:
        listed(write(tmp_path / "l.csv", content))
    assert raised.value.code == code
    with pytest.raises(InputError):
        listed(tmp_path)
