"""Transcript tables: a row is one sentence, with its own number."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents import read_document, read_text


def read(tmp_path: Path, name: str, text: str) -> Document:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    document = read_document(path, cancel=CancelToken())
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    return document


def test_tsv_without_header_keeps_numbers_quotes_and_two_sentences_in_a_row(tmp_path: Path) -> None:
    document = read(tmp_path, "a.tsv", '1\tAnna Voss\tHe said "no. Never. I agree.\t0\n2\tBob\tYes.\t0\n5\tBob\t[Applause]\t1\n')
    assert [(sentence.line, sentence.speaker, sentence.text) for sentence in document.sentences] == [
        (1, "Anna Voss", 'He said "no. Never. I agree.'),
        (2, "Bob", "Yes."),
        (5, "Bob", "[Applause]"),
    ]
    assert document.format == "tsv" and "Anna Voss:\n" in document.text


def test_csv_with_header_in_any_order_and_times(tmp_path: Path) -> None:
    document = read(
        tmp_path, "a.csv", 'Time,Who,Text\n00:01:02,Anna,"We cut, taxes. Twice."\n00:01:05,Bob,"He said ""no""\nand left."\n00:01:09,Bob,\n'
    )
    assert [(sentence.line, sentence.speaker, sentence.text, sentence.time) for sentence in document.sentences] == [
        (1, "Anna", "We cut, taxes. Twice.", 62.0),
        (2, "Bob", 'He said "no" and left.', 65.0),
    ]
    assert document.notes == ("One row without text was left out.",)


@pytest.mark.parametrize("delimiter", [";", "|", "\t", ","])
def test_separators(tmp_path: Path, delimiter: str) -> None:
    rows = [["line", "speaker", "sentence"], ["7", "Anna", "Taxes fell."], ["8", "Bob", "They rose."]]
    document = read(tmp_path, "a.csv", "\n".join(delimiter.join(row) for row in rows))
    assert [(sentence.line, sentence.speaker) for sentence in document.sentences] == [(7, "Anna"), (8, "Bob")]


def test_one_column_and_text_without_speakers(tmp_path: Path) -> None:
    assert [sentence.text for sentence in read(tmp_path, "a.csv", "text\nTaxes fell.\nThey rose. Again.\n").sentences] == [
        "Taxes fell.",
        "They rose. Again.",
    ]
    assert [(sentence.line, sentence.speaker) for sentence in read(tmp_path, "b.tsv", "3\tTaxes fell.\n4\tThey rose.\n").sentences] == [
        (3, ""),
        (4, ""),
    ]


def test_a_table_under_another_suffix_and_pasted() -> None:
    document = read_text("1\tAnna\tTaxes fell last year.\n2\tBob\tThey did not.\n")
    assert document.format == "tsv" and [sentence.line for sentence in document.sentences] == [1, 2]


def test_seconds_and_ends(tmp_path: Path) -> None:
    document = read(tmp_path, "a.csv", "start,end,text\n1.5,3.25,Taxes fell.\n3.25,4,They rose.\n")
    assert [(sentence.time, sentence.time_end) for sentence in document.sentences] == [(1.5, 3.25), (3.25, 4.0)]


def test_numbers_only_is_no_transcript(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, "a.csv", "1,2,3\n4,5,6\n")
    assert caught.value.code == "document-unsupported"


def test_an_open_quotation_mark_swallows_no_rows(tmp_path: Path) -> None:
    rows = "".join(f'{n}\tAnna\t"Row {n} opens a quotation. And goes on.\n' for n in range(1, 60))
    assert len(read(tmp_path, "a.tsv", rows).sentences) == 59


def test_a_column_is_known_in_capitals_and_with_loose_accents(tmp_path: Path) -> None:
    document = read(
        tmp_path, "a.csv", "Zeit;Sprecher;A\u0308ußerung\n00:00:01;Frau Müller;Die Steuer stieg.\n00:00:09;Herr Özil;Das ist falsch.\n"
    )
    assert [(sentence.line, sentence.speaker, sentence.time) for sentence in document.sentences] == [
        (1, "Frau Müller", 1.0),
        (2, "Herr Özil", 9.0),
    ]


@pytest.mark.parametrize("header", ["start_ms", "Start (ms)", "Start [ms]"])
def test_a_headers_unit_counts_and_long_recordings_keep_their_times(tmp_path: Path, header: str) -> None:
    document = read(tmp_path, "a.csv", f"{header},speaker,text\n1500,A,Hello there.\n5400000,B,An hour and a half later.\n")
    assert [sentence.time for sentence in document.sentences] == [1.5, 5400.0]
