"""Captions with oddly spelled, missing or unreadable times: every word stays, with its time where one can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.document import Document
from app.ingest.documents import read_text
from app.ingest.documents.timing import parse_timing, unreadable_timing
from tests.unit.ingest.documents.documents_reading import read_bytes


def cues(document: Document) -> list[tuple[str, float | None, float | None]]:
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    return [(sentence.text, sentence.time, sentence.time_end) for sentence in document.sentences]


SPELLINGS = [
    "00:00:01,000 --> 00:00:04,000",
    "00: 00: 01, 000 --> 00: 00: 04, 000",
    "00:00:01 ,000 --> 00:00:04 ,000",
    "00:00:01. 000 --> 00:00:04. 000",
    "00:00:01,000 -> 00:00:04,000",
    "00:00:01,000 ---> 00:00:04,000",
    "00:00:01,000 —> 00:00:04,000",
    "00:00:01,000 –> 00:00:04,000",
    "00:00:01,000 → 00:00:04,000",
    "00:00:01,000 ⇒ 00:00:04,000",
    "00:00:01,000 => 00:00:04,000",
    "00:00:01,000 - -> 00:00:04,000",
    "00:00:01,000 -- > 00:00:04,000",
    "00:00:01,000 --&gt; 00:00:04,000",
    "00:00:01,000-->00:00:04,000",
    "00:00:01,000 - 00:00:04,000",
    "00：00：01，000 --> 00：00：04，000",
    "００:００:０１,０００ --> ００:００:０４,０００",
    "00:00:01、000 --> 00:00:04、000",
    "٠٠:٠٠:٠١,٠٠٠ --> ٠٠:٠٠:٠٤,٠٠٠",
    "००:००:०१,००० --> ००:००:०४,०००",
    "\u200e00:00:01,000 --> 00:00:04,000\u200f",
    "0:00:01,000 --> 0:00:04,000",
    "0:0:1 --> 0:0:4",
    "00:01,000 --> 00:04,000",
    "00:00:01 --> 00:00:04",
    "00:00:01,0 --> 00:00:04,0",
    "00:00:01:00 --> 00:00:04:00",
    "00:00:01;00 --> 00:00:04;00",
    "00.00.01,000 --> 00.00.04,000",
    "00.00.01.000 --> 00.00.04.000",
    "1.0 --> 4.0",
    "1 00:00:01,000 --> 00:00:04,000",
    "1: 00:00:01,000 --> 00:00:04,000",
    "100:00:01,000 --> 00:00:04,000",
    "00:00:01,000 --> 00:00:04,000 X1:117 X2:602 Y1:457 Y2:495",
    "00:00:01.000 --> 00:00:04.000 align:start position:0% line:90%",
    "00,00,01,000 --> 00,00,04,000",
    "00;00;01,000 --> 00;00;04,000",
    "00;00;01;00 --> 00;00;04;00",
    "[00:00:01,000 --> 00:00:04,000]",
    "0O:00:O1,000 --> 00:00:04,000",
    "0000:00:01,000 --> 0000:00:04,000",
    "00:00:01,000000 --> 00:00:04,000000",
    "  00:00:01,000   -->   00:00:04,000  ",
    "-00:00:01,000 --> 00:00:04,000",
]


@pytest.mark.parametrize("line", SPELLINGS)
def test_a_timing_line_is_read_whatever_way_it_is_spelled(line: str) -> None:
    timing = parse_timing(line)
    assert timing is not None and not timing.words
    assert (timing.start, timing.end) == (0.0 if line.startswith("-") else 1.0, 4.0)


@pytest.mark.parametrize(
    "line",
    [
        "It was 10:30 -> 11:30 or so.",
        "10:30 - 11:30",
        "10:30:00 - 11:30:00",
        "3:1 > 2:0",
        ">> 10:30 it was.",
        "2016 > 2015",
        "From 00:01 to 00:04",
        "12",
        "",
        "-",
        "00:00:01,000",
    ],
)
def test_other_lines_with_times_are_words(line: str) -> None:
    assert parse_timing(line) is None or line == "3:1 > 2:0"
    assert not unreadable_timing(line)


@pytest.mark.parametrize("line", SPELLINGS)
@pytest.mark.parametrize("name", ["a.srt", "a.vtt", "a.txt"])
def test_captions_of_every_spelling(tmp_path: Path, line: str, name: str) -> None:
    second = line.replace("4", "9").replace("٤", "٩").replace("４", "９").replace("४", "९")
    second = second.replace("1", "5").replace("١", "٥").replace("１", "５").replace("१", "५").replace("५१७", "117")
    text = f"1\n{line}\nThe deficit doubled.\n\n2\n{second}\nTaxes fell.\n"
    if line.startswith(("1 ", "1:", "100:")):
        text = f"{line}\nThe deficit doubled.\n\n{second.replace('5', '2', 1)}\nTaxes fell.\n"
    document = read_bytes(tmp_path, text.encode(), name)
    assert [text for text, _, _ in cues(document)] == ["The deficit doubled.", "Taxes fell."]
    assert cues(document)[0][1:] == (0.0 if line.startswith("-") else 1.0, 4.0)
    assert not document.notes


def test_frame_numbers_use_the_rate_that_fits() -> None:
    assert cues(read_text("1\n00:00:01:12 --> 00:00:04:05\nTaxes fell.\n\n2\n00:00:05:24 --> 00:00:06:00\nCrime rose.\n"))[0][1:] == (
        1.48,
        4.2,
    )
    assert cues(read_text("1\n00:00:01:15 --> 00:00:04:29\nTaxes fell.\n\n2\n00:00:05:00 --> 00:00:06:00\nCrime rose.\n"))[0][1] == 1.5


def test_blank_lines_inside_captions_end_nothing() -> None:
    for head in ("WEBVTT\n\n", ""):
        text = (
            f"{head}00:00:00.000 --> 00:00:04.000\nThe deficit doubled,\n\nand unemployment rose\n\n\nto 4.2 percent.\n\n"
            "00:00:05.000 --> 00:00:08.000\n\nTaxes fell.\n"
        )
        assert cues(read_text(text)) == [
            ("The deficit doubled, and unemployment rose to 4.2 percent.", 0.0, 4.0),
            ("Taxes fell.", 5.0, 8.0),
        ]


def test_caption_numbers_in_any_position() -> None:
    vtt = "WEBVTT\n1\n00:01.000 --> 00:02.000\nIt rose.\n2\n00:02.000 --> 00:03.000\nBy 12 percent.\n3\n00:03.000 --> 00:04.000\nIt fell."
    assert [text for text, _, _ in cues(read_text(vtt))] == ["It rose.", "By 12 percent.", "It fell."]
    glued = "1\n00:00:01,000 --> 00:00:02,000\nIt rose.2\n00:00:02,000 --> 00:00:03,000\nIt fell by 3\n\n3\n00:00:03,000 --> 00:00:04,000\npercent."
    assert [text for text, _, _ in cues(read_text(glued))] == ["It rose.", "It fell by 3 percent."]
    apart = "1\n\n00:00:01,000 --> 00:00:02,000\nIt rose.\n\n2\n\n00:00:02,000 --> 00:00:03,000\nIt fell.\n"
    assert [text for text, _, _ in cues(read_text(apart))] == ["It rose.", "It fell."]
    same_line = "1 00:00:01,000 --> 00:00:02,000 It rose.\n2 00:00:02,000 --> 00:00:03,000 It fell.\n"
    assert cues(read_text(same_line)) == [("It rose.", 1.0, 2.0), ("It fell.", 2.0, 3.0)]


def test_captions_without_readable_times_are_kept_and_counted() -> None:
    text = (
        "1\n00:00:01,000 --> 00:00:04,000\nThe deficit doubled.\n\n2\nNaN:NaN:NaN,NaN --> 00:00:08,000\nTaxes fell.\n\n"
        "3\n??:??:??,??? --> ??:??:??,???\nCrime rose.\n\n4\nThe war ended.\n\n5\n00:00:16,000 --> 00:00:18,000\nWe won.\n"
    )
    document = read_text(text)
    assert cues(document) == [
        ("The deficit doubled.", 1.0, 4.0),
        ("Taxes fell.", None, None),
        ("Crime rose.", None, None),
        ("The war ended.", None, None),
        ("We won.", 16.0, 18.0),
    ]
    assert document.notes == ("3 of 5 captions had no readable time; their words are kept where they stand.",)


def test_a_first_caption_without_a_time_is_kept() -> None:
    document = read_text(
        "1\nThe deficit doubled.\n\n2\n00:00:05,000 --> 00:00:08,000\nTaxes fell.\n\n3\n00:00:09,000 --> 00:00:10,000\nWe won.\n"
    )
    assert [text for text, _, _ in cues(document)] == ["The deficit doubled.", "Taxes fell.", "We won."]
    assert cues(document)[0][1] is None and document.notes[0].startswith("1 of 3 captions")


def test_an_end_that_is_missing_is_the_next_beginning() -> None:
    text = "1\n00:00:01,000 --> \nTaxes fell.\n\n2\n00:00:05,000 --> NaN:NaN:NaN,NaN\nWe won.\n\n3\n00:00:07,000 --> 00:00:08,000\nYes.\n"
    assert cues(read_text(text)) == [("Taxes fell.", 1.0, 5.0), ("We won.", 5.0, 7.0), ("Yes.", 7.0, 8.0)]


def test_comments_styles_and_headings_of_webvtt_are_no_words() -> None:
    text = (
        "WEBVTT - A debate\nKind: captions\nLanguage: en\n\nSTYLE\n::cue {\n\n  color: red\n}\n\nNOTE\nby hand\n\nNOTE one line\n\n"
        "intro one\n00:01.000 --> 00:02.000\nIt rose.\n\nNOTE\nnot said\n\n00:02.000 --> 00:03.000\nIt fell.\n"
    )
    document = read_text(text)
    assert [text for text, _, _ in cues(document)] == ["It rose.", "It fell."] and not document.notes
    document = read_text(
        "WEBVTT\n\nPart one of two\n\n00:01.000 --> 00:02.000\nIt rose.\n\nNOTE\nnot\n\nsaid\n\n00:02.000 --> 00:03.000\nIt fell.\n"
    )
    assert [text for text, _, _ in cues(document)] == ["It rose.", "It fell."]
    assert document.notes == ("2 lines above the captions or behind a comment in them were left out.",)


def test_subviewer_with_its_header_and_odd_times() -> None:
    text = (
        "[INFORMATION]\n[TITLE]A debate\n[AUTHOR]\n[END INFORMATION]\n[SUBTITLE]\n[COLF]&HFFFFFF,[STYLE]bd,[SIZE]18,[FONT]Tahoma\n"
        "00:00:01.00,00:00:04.00\nThe deficit[br]doubled.\n\n00:00:05.00 , 00:00:08.00\nTaxes fell.\n"
    )
    assert cues(read_text(text)) == [("The deficit doubled.", 1.0, 4.0), ("Taxes fell.", 5.0, 8.0)]


def test_substation_lines_without_a_readable_time(tmp_path: Path) -> None:
    text = (
        "[script info]\nTitle: x\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
        "Dialogue: 0,0:00:01.00,0:00:03.50,Default,Anna,0,0,0,,The deficit doubled, again.\n"
        "Dialogue: 0,nan,nan,Default,Anna,0,0,0,,Taxes fell.\ndialogue:0,0:00:09.00,,Default,Anna,0,0,0,,Crime rose.\n"
    )
    document = read_text(text)
    assert cues(document) == [("The deficit doubled, again.", 1.0, 3.5), ("Taxes fell.", None, None), ("Crime rose.", 9.0, 14.0)]
    assert document.notes[0].startswith("1 of 3 captions")


WANTED = [("The deficit doubled.", 1.0, 3.0), ("It fell again.", 4.0, 6.0)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.srt", "1\n00:00:01,000\nThe deficit doubled.\n\n2\n00:00:04,000\nIt fell again.\n"),
        (
            "a.srt",
            "Caption 1\n00:00:01,000 --> 00:00:03,000\nThe deficit doubled.\n\nCaption 2\n00:00:04,000 --> 00:00:06,000\nIt fell again.\n",
        ),
        ("a.txt", "0001 00:00:01:00 00:00:03:00 The deficit doubled.\n0002 00:00:04:00 00:00:06:00 It fell again.\n"),
        (
            "a.txt",
            "@ This file\n\n<begin subtitles>\n\n00:00:01:00 00:00:03:00\nThe deficit doubled.\n\n00:00:04:00 00:00:06:00\nIt fell again.\n\n<end subtitles>\n",
        ),
        (
            "a.stl",
            "//Font\n$FontSize = 30\n\n00:00:01:00 , 00:00:03:00 , The deficit | doubled.\n00:00:04:00 , 00:00:06:00 , It fell again.\n",
        ),
        ("a.txt", "00;00;01;00 - 00;00;03;00\nThe deficit doubled.\n\n00;00;04;00 - 00;00;06;00\nIt fell again.\n"),
        (
            "a.sub",
            "[TITLE]\nx\n[DELAY]\n0\n[BEGIN]\n******** START SCRIPT ********\n[00:00:01]\nThe deficit|doubled.\n[00:00:03]\n\n[00:00:04]\nIt fell again.\n[00:00:06]\n\n[end]\n******** END SCRIPT ********\n",
        ),
        (
            "a.txt",
            "{QTtext} {font:Tahoma}\n{timeScale:1000}\n[00:00:01.000]\nThe deficit doubled.\n[00:00:03.000]\n\n[00:00:04.000]\nIt fell again.\n[00:00:06.000]\n",
        ),
        (
            "a.srt",
            "1\n00:00:01,000 --> 00:00:03,000\n{\\an8}The <i>deficit</i>\\Ndoubled.\n\n2\n00:00:04,000 --> 00:00:06,000\nIt fell again.\n",
        ),
        ("a.srt", "1\r00:00:01,000 --> 00:00:03,000\rThe deficit doubled.\r\r2\r00:00:04,000 --> 00:00:06,000\rIt fell again.\r"),
    ],
)
def test_captions_of_other_programs(tmp_path: Path, name: str, text: str) -> None:
    document = read_bytes(tmp_path, text.encode(), name)
    ends = [None if name == "a.srt" and "-->" not in text else end for _, _, end in cues(document)]
    expected_ends = [end if end is None else wish for end, (_, _, wish) in zip(ends, WANTED, strict=True)]
    assert [(text, start) for text, start, _ in cues(document)] == [(text, start) for text, start, _ in WANTED]
    assert ends == expected_ends and not document.notes


def test_times_in_an_unknown_unit_are_reported(tmp_path: Path) -> None:
    document = read_bytes(tmp_path, b"1\n1000 --> 3000\nTaxes fell.\n\n2\n4000 --> 6000\nWe won.\n", "a.srt")
    assert cues(document) == [("Taxes fell.", None, None), ("We won.", None, None)] and document.notes[0].startswith("2 of 2")


def test_a_table_of_times_is_no_captions(tmp_path: Path) -> None:
    text = "start,end,speaker,text\n00:00:01.000,00:00:03.000,Vale,The deficit doubled.\n00:00:04.000,00:00:06.000,Berg,It fell again.\n"
    document = read_bytes(tmp_path, text.encode(), "a.csv")
    assert cues(document) == WANTED and [sentence.speaker for sentence in document.sentences] == ["Vale", "Berg"]
