"""Time stamps inside transcript lines become times; numbers that only look like them stay text."""

from __future__ import annotations

import io
from pathlib import Path

import docx
import pytest

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.ingest.documents import read_text
from app.ingest.documents.inline_timestamps import strip_timestamps
from tests.unit.ingest.documents.documents_reading import read_bytes


def turns(document: Document) -> list[tuple[str, str, float | None]]:
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    return [(sentence.speaker, sentence.text, sentence.time) for sentence in document.sentences]


@pytest.mark.parametrize(
    "stamp",
    [
        "[00:01:{}]",
        "(00:01:{})",
        "{{00:01:{}}}",
        "<00:01:{}>",
        "【00:01:{}】",
        "[1:{}]",
        "[01:{}]",
        "(1:{})",
        "(0:01:{})",
        "00:01:{}",
        "#00:01:{}-0#",
        "#00:01:{}#",
        "[00:01:{}](https://example.org/watch?v=x&t=62)",
        "[[01:{}]](#t=62)",
        "[00:01:{}.000]",
        "[TC 00:01:{}]".replace("TC ", ""),
    ],
)
def test_stamps_between_sentences_and_inside_them(stamp: str) -> None:
    first, second, third = (stamp.format(seconds) for seconds in (10, 20, 35))
    text = (
        f"HOLT: Good evening. {first} Tonight we talk about money. {second} First the deficit.\n"
        f"VALE: The deficit doubled. {third} It is at 3 trillion.\n"
    )
    assert turns(read_text(text)) == [
        ("HOLT", "Good evening.", None),
        ("HOLT", "Tonight we talk about money.", 70.0),
        ("HOLT", "First the deficit.", 80.0),
        ("VALE", "The deficit doubled.", 80.0),
        ("VALE", "It is at 3 trillion.", 95.0),
    ]


def test_a_certain_stamp_in_the_middle_of_a_sentence_leaves_no_trace() -> None:
    text = "HOLT: The deficit [00:01:10] doubled [00:01:12], and it rose by #00:01:20-3# 12 percent [00:01:30].\nVALE: No, it fell.\n"
    assert [turn[1] for turn in turns(read_text(text))] == ["The deficit doubled, and it rose by 12 percent.", "No, it fell."]


def test_stamps_that_close_paragraphs_as_f4_writes_them() -> None:
    text = (
        "I: When did the deficit double? #00:00:05-0#\n\nB: In 2016. It was at 12 percent. #00:00:12-3#\n\n"
        "I: And then? #00:00:14-1#\n\nB: It fell. #00:00:20-0#\n"
    )
    document = read_text(text)
    assert [
        (sentence.text, sentence.time, sentence.time_end) for sentence in document.sentences if sentence.text != "It was at 12 percent."
    ] == [
        ("When did the deficit double?", None, 5.0),
        ("In 2016.", 5.0, pytest.approx(7.2, abs=0.6)),
        ("And then?", 12.3, 14.1),
        ("It fell.", 14.1, 20.0),
    ]


def test_a_time_inside_a_remark_goes_and_the_remark_stays() -> None:
    text = "HOLT: I said [inaudible 00:12:33] yes to that. Then it rose.\nVALE: No. [crosstalk 00:12:40] It fell.\n"
    document = read_text(text)
    assert [turn[1] for turn in turns(document)] == ["I said [inaudible] yes to that.", "Then it rose.", "No.", "It fell."]


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("9:01 p.m. HOLT", "9:02 p.m. VALE", "10:15 p.m. BERG"),
        ("9:01 PM HOLT", "9:02 PM VALE", "10:15 PM BERG"),
        ("9:01pm - HOLT", "9:02pm - VALE", "10:15pm - BERG"),
        ("[9:01 P.M.] HOLT", "[9:02 P.M.] VALE", "[10:15 P.M.] BERG"),
        ("(9:01 p. m.) HOLT", "(9:02 p. m.) VALE", "(10:15 p. m.) BERG"),
        ("9.01 p.m. HOLT", "9.02 p.m. VALE", "10.15 p.m. BERG"),
    ],
)
def test_the_time_of_day_in_front_of_speakers(first: str, second: str, third: str) -> None:
    text = f"{first}: Good evening.\n{second}: The deficit doubled.\n{third}: It fell.\n"
    assert turns(read_text(text)) == [
        ("HOLT", "Good evening.", 75_660.0),
        ("VALE", "The deficit doubled.", 75_720.0),
        ("BERG", "It fell.", 80_100.0),
    ]


def test_the_time_of_day_past_midnight_and_behind_names() -> None:
    text = "11:58 p.m. HOLT: Good evening.\n12:05 a.m. VALE: The deficit doubled.\n12:40 a.m. BERG: It fell.\n"
    assert [turn[2] for turn in turns(read_text(text))] == [86_280.0, 86_700.0, 88_800.0]
    text = "Anna Vale 9:01 PM\nThe deficit doubled.\n\nTom Berg 9:02 PM\nIt fell.\n\nAnna Vale 9:05 PM\nIt rose.\n"
    assert turns(read_text(text)) == [
        ("Anna Vale", "The deficit doubled.", 75_660.0),
        ("Tom Berg", "It fell.", 75_720.0),
        ("Anna Vale", "It rose.", 75_900.0),
    ]


def test_ranges_give_the_end_of_what_they_time() -> None:
    text = "[00:00.000 --> 00:04.000]  Good evening.\n[00:04.000 --> 00:09.500]  The deficit doubled.\n[01:00:04.000 --> 01:00:09.500]  It fell.\n"
    assert [(sentence.time, sentence.time_end) for sentence in read_text(text).sentences] == [(0.0, 4.0), (4.0, 9.5), (3604.0, 3609.5)]
    text = "00:01 - 00:04\nGood evening.\n00:06 - 00:09\nThe deficit doubled.\n00:12 - 00:15\nIt fell.\n"
    assert [(sentence.time, sentence.time_end) for sentence in read_text(text).sentences] == [(1.0, 4.0), (6.0, 9.0), (12.0, 15.0)]
    text = "[00:01 - 00:04] HOLT: Good evening.\n[00:06 - 00:09] VALE: The deficit doubled.\n[00:12 - 00:15] HOLT: It fell.\n"
    assert [(sentence.speaker, sentence.time, sentence.time_end) for sentence in read_text(text).sentences] == [
        ("HOLT", 1.0, 4.0),
        ("VALE", 6.0, 9.0),
        ("HOLT", 12.0, 15.0),
    ]


@pytest.mark.parametrize(
    "form",
    [
        "[{0} - {1}] {2}: ",
        "({0} – {1}) {2}: ",
        "{0} - {1} {2}: ",
        "{0} to {1} {2}: ",
        "{0} --> {1} {2}: ",
        "{2} [{0} - {1}]: ",
        "{2} ({0}–{1}): ",
    ],
)
def test_ranges_next_to_speakers(form: str) -> None:
    lines = (("00:01", "00:04", "HOLT", "Good evening."), ("00:06", "00:09", "VALE", "It doubled."), ("00:12", "00:15", "HOLT", "It fell."))
    document = read_text("".join(form.format(*line) + line[3] + "\n" for line in lines))
    assert [(sentence.speaker, sentence.text, sentence.time, sentence.time_end) for sentence in document.sentences] == [
        ("HOLT", "Good evening.", 1.0, 4.0),
        ("VALE", "It doubled.", 6.0, 9.0),
        ("HOLT", "It fell.", 12.0, 15.0),
    ]


@pytest.mark.parametrize(
    "form",
    ["[{0}m{1:02d}s] ", "[0h{0:02d}m{1:02d}s] ", "TC 00:{0:02d}:{1:02d} ", "Timecode: 00:{0:02d}:{1:02d} ", "{{00:{0:02d}:{1:02d}}} "],
)
def test_other_spellings_of_leading_stamps(form: str) -> None:
    text = f"{form.format(1, 5)}HOLT: Good evening.\n{form.format(2, 5)}VALE: It doubled.\n{form.format(3, 0)}HOLT: It fell.\n"
    assert turns(read_text(text)) == [("HOLT", "Good evening.", 65.0), ("VALE", "It doubled.", 125.0), ("HOLT", "It fell.", 180.0)]


def test_the_time_of_day_of_east_asia_and_in_ranges() -> None:
    text = "午後9:01 田中：橋は閉鎖されました。\n午後9:02 山田：船は動いています。\n午後9:05 田中：遅いです。\n"
    assert [(turn[0], turn[2]) for turn in turns(read_text(text))] == [("田中", 75_660.0), ("山田", 75_720.0), ("田中", 75_900.0)]
    text = "9:00 a.m. - 9:05 a.m. HOLT: Good day.\n9:05 a.m. to noon VALE: It doubled.\n12:00 noon HOLT: It fell.\n"
    assert [(turn[0], turn[1]) for turn in turns(read_text(text))] == [("HOLT", "Good day."), ("VALE", "It doubled."), ("HOLT", "It fell.")]


PROSE = [
    "10:30 - 11:15 is when the bridge is closed. We go at 12:00.",
    "He came at 10:30 and left at 11:15. The vote was 51:49. It ended at 12:05.",
    "The train (9:30) was late. We read John (3:16) and Mark (4:12).",
    "At 9:01 p.m. he left. At 9:30 p.m. she came.",
    "The score was 3:1, then 4:2. The ratio is 1:20. See 2:15.",
    "The race took 02:15:30 in all. He ran 1:59:40 once, and 2:01:09 before.",
    "9:30 was too late. It began at 8:15 and it ended soon.",
    "Verse 00:12 is not one. It opened at 09:30, at 10:45 and at 12:15 again.",
    "The show [9:30] was long. Prices (in 2016) rose by 12:1.",
]


@pytest.mark.parametrize("text", PROSE)
def test_numbers_that_only_look_like_stamps_stay(text: str) -> None:
    assert strip_timestamps([text], cancel=CancelToken()).texts == [text]
    assert " ".join(sentence.text for sentence in read_text(text).sentences) == text


def test_stamps_in_word_documents_and_markdown(tmp_path: Path) -> None:
    document = docx.Document()
    for paragraph in (
        "HOLT: Good evening. [00:00:05] We talk about money.",
        "VALE: It doubled. #00:00:12-3#",
        "HOLT: Thanks. [00:00:20] Bye now.",
    ):
        document.add_paragraph(paragraph)
    stream = io.BytesIO()
    document.save(stream)
    expected = [
        ("HOLT", "Good evening."),
        ("HOLT", "We talk about money."),
        ("VALE", "It doubled."),
        ("HOLT", "Thanks."),
        ("HOLT", "Bye now."),
    ]
    assert [turn[:2] for turn in turns(read_bytes(tmp_path, stream.getvalue(), "a.docx"))] == expected
    text = "[00:05](#t=5) The deficit doubled.\n\n[00:12](#t=12) It fell. [00:15](#t=15) It rose.\n"
    assert [turn[1:] for turn in turns(read_bytes(tmp_path, text.encode(), "a.md"))] == [
        ("The deficit doubled.", 5.0),
        ("It fell.", 12.0),
        ("It rose.", 15.0),
    ]


def test_lines_keep_their_numbers() -> None:
    document = read_text("HOLT: One [00:00:05] two.\n\nVALE: Three.\nBERG: Four [00:00:10] five.\n")
    assert [sentence.line for sentence in document.sentences] == [1, 3, 4]
