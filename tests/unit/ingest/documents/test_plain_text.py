"""Plain text, speaker labels, stage directions, time codes and wrapped lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.ingest.documents import read_document, read_text
from app.ingest.documents.stage_directions import blank_stage_directions

FULL_WRAP = (
    "This paragraph was broken by hand at about seventy columns, as letters\n"
    "once were. It goes on for a while, over a few lines of the same width,\n"
    "and then it ends.\n\nA second paragraph is wrapped in the very same way, so that its lines\nbelong together."
)


def turns_of(document: Document) -> list[tuple[str, str]]:
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    assert [s.index for s in document.sentences] == list(range(len(document.sentences)))
    return [(sentence.speaker, sentence.text) for sentence in document.sentences]


def test_capital_labels_with_party_and_directions() -> None:
    document = read_text(
        "MODERATOR: Good evening.\nSEN. ANNA VOSS (I-VT): Thank you. (LAUGHTER) And well.\n\n[Applause]\nMore.\nMODERATOR: OK."
    )
    assert turns_of(document) == [
        ("MODERATOR", "Good evening."),
        ("SEN. ANNA VOSS", "Thank you."),
        ("SEN. ANNA VOSS", "And well."),
        ("SEN. ANNA VOSS", "More."),
        ("MODERATOR", "OK."),
    ]
    assert "(LAUGHTER)" in document.text and "[Applause]" in document.text
    assert [sentence.line for sentence in document.sentences] == [1, 2, 2, 5, 6]


@pytest.mark.parametrize(
    "line",
    [
        "[00:02:05] Anna Lee: Hello there.",
        "00:02:05 Anna Lee: Hello there.",
        "Anna Lee (02:05): Hello there.",
        "Anna Lee: (00:02:05) Hello there.",
        "Anna Lee [00:02:05.000]: Hello there.",
        "Anna Lee  2:05\nHello there.",
    ],
)
def test_time_codes_next_to_labels(line: str) -> None:
    document = read_text(f"{line}\nBob Ray: Fine.")
    assert turns_of(document)[0] == ("Anna Lee", "Hello there.")
    assert document.sentences[0].time == 125.0
    assert document.sentences[-1].speaker == "Bob Ray"


def test_a_time_code_alone_on_its_line_is_no_sentence() -> None:
    document = read_text("(00:01:00)\nWe cut taxes.\n[00:02:00]\nThen they rose.")
    assert [(sentence.time, sentence.text) for sentence in document.sentences] == [(60.0, "We cut taxes."), (120.0, "Then they rose.")]


def test_questions_and_answers() -> None:
    document = read_text("Q. Did you go?\nA. I did. Twice.\nQ. When?\nA. In May.")
    assert turns_of(document) == [("Q", "Did you go?"), ("A", "I did."), ("A", "Twice."), ("Q", "When?"), ("A", "In May.")]


@pytest.mark.parametrize(
    "text",
    [
        "Note: taxes fell.\nSource: the ministry.\nUpdate: they rose again.",
        "There is one thing: taxes fell.\nAnd another: they rose.",
        "See https://example.org for more.\nAt 10:30 the meeting began.\nIt ended at 12:45.",
        "We met in June.\nConclusion: it was a good year.\nNobody objected to that.",
    ],
)
def test_a_colon_alone_makes_no_speaker(text: str) -> None:
    assert {speaker for speaker, _ in turns_of(read_text(text))} == {""}


@pytest.mark.parametrize(
    ("text", "speakers"),
    [
        ("राहुल: यह सच है। वह झूठ है।\nसीमा: नहीं।\nराहुल: ठीक है।", ["राहुल", "राहुल", "सीमा", "राहुल"]),
        ("محمد: هذا صحيح.\nعلي: لا، ليس كذلك؟\nمحمد: نعم.", ["محمد", "علي", "محمد"]),
        ("María de la Cruz: Hola.\nJosé: Sí.\nMaría de la Cruz: No.", ["María de la Cruz", "José", "María de la Cruz"]),
        ("**Anna:** Hi.\n**Bob**: Hello.", ["Anna", "Bob"]),
        ("Speaker 1: Hi.\nSpeaker 2: Hello.\nSpeaker 1: Bye.", ["Speaker 1", "Speaker 2", "Speaker 1"]),
    ],
)
def test_names_of_other_kinds(text: str, speakers: list[str]) -> None:
    assert [speaker for speaker, _ in turns_of(read_text(text))] == speakers


def test_a_label_on_its_own_line_holds_until_the_next() -> None:
    document = read_text("ANNA VOSS:\nTaxes fell.\n\nThey fell twice.\n\nBOB RAY:\nNo.")
    assert turns_of(document) == [("ANNA VOSS", "Taxes fell."), ("ANNA VOSS", "They fell twice."), ("BOB RAY", "No.")]


def test_names_with_a_colon_need_more_than_one_turn_unless_capitals() -> None:
    assert {speaker for speaker, _ in turns_of(read_text("Anna: hello\nand so on\nand on\nand on"))} == {""}
    cues = "00:01.000 --> 00:02.000\nAnna: Hello to you.\n\n00:02.000 --> 00:03.000\nBob: Hi to you, too.\n"
    assert [speaker for speaker, _ in turns_of(read_text(f"WEBVTT\n\n{cues}"))] == ["Anna", "Bob"]


def test_wrapped_lines_become_one_paragraph_without_moving_an_offset() -> None:
    document = read_text(FULL_WRAP)
    assert len(document.sentences) == 3
    assert document.sentences[1].text.startswith("It goes on") and "\n" not in document.sentences[1].text
    assert len(document.text) == len(FULL_WRAP)
    assert [sentence.line for sentence in document.sentences] == [1, 2, 5]


def test_a_line_of_its_own_is_a_paragraph() -> None:
    assert [text for _, text in turns_of(read_text("A heading\nOne here. Two here.\nThree"))] == [
        "A heading",
        "One here.",
        "Two here.",
        "Three",
    ]


def test_wrapped_transcripts_break_at_labels() -> None:
    turns = "ANNA VOSS: The rate of unemployment fell to its lowest level in the whole\nof last year, and it is going to stay there for as long as we are here.\nBOB RAY: It did not fall, and whoever says so has not read the ministry's\nown report about it."
    assert [speaker for speaker, _ in turns_of(read_text(turns))] == ["ANNA VOSS", "BOB RAY"]


@pytest.mark.parametrize(
    "direction", ["(APPLAUSE)", "[Laughter]", "[inaudible 00:12:33]", "(BEGIN VIDEO CLIP)", "(Beifall bei der Opposition)", "(Aplausos)"]
)
def test_stage_directions_are_blanked(direction: str) -> None:
    assert blank_stage_directions(f"Yes. {direction} No.") == f"Yes. {' ' * len(direction)} No."


@pytest.mark.parametrize(
    "text", ["The Organization (NATO) grew.", "He is tall (two metres).", "It rose (see page 3).", "It cost (US) 3 dollars."]
)
def test_other_brackets_stay(text: str) -> None:
    assert blank_stage_directions(text) == text


def test_a_direction_within_a_sentence_stays_in_it() -> None:
    assert turns_of(read_text("We will [inaudible] taxes next year. Yes."))[0][1] == "We will [inaudible] taxes next year."


def test_sentences_inside_a_long_quotation_are_cut() -> None:
    quoted = "He said: “" + " ".join(f"We cut the tax number {n} by a tenth last year." for n in range(12)) + "” And he left."
    texts = [text for _, text in turns_of(read_text(quoted))]
    assert len(texts) == 13
    assert texts[-2].endswith(".”")


def test_text_without_punctuation_is_cut_into_readable_units() -> None:
    document = read_text("we cut the taxes and then the economy grew so people found work but the paper never wrote about it " * 30)
    lengths = [len(sentence.text.split()) for sentence in document.sentences]
    assert 6 <= sum(lengths) / len(lengths) <= 30 and max(lengths) <= 40


def test_abbreviations_emoji_and_several_scripts() -> None:
    document = read_text("😀 Mr. Smith of the U.S. Senate spoke. नमस्ते दुनिया। यह है। 这是一个句子。这是另一个！")
    assert [text for _, text in turns_of(document)] == [
        "😀 Mr. Smith of the U.S. Senate spoke.",
        "नमस्ते दुनिया।",
        "यह है।",
        "这是一个句子。",
        "这是另一个！",
    ]


def test_lone_surrogates_and_nuls_do_not_survive() -> None:
    document = read_text("Taxes\x00 fell \ud800 twice.\r\nYes.\rNo.")
    assert turns_of(document) == [("", "Taxes fell ? twice."), ("", "Yes."), ("", "No.")]


def test_title_source_and_gz(tmp_path: Path) -> None:
    import gzip

    path = tmp_path / "speech.txt.gz"
    path.write_bytes(gzip.compress(b"Taxes fell. They rose."))
    document = read_document(path, cancel=CancelToken())
    assert (document.title, document.source, document.format, len(document.sentences)) == ("speech", str(path), "text", 2)
    assert read_text("Taxes fell.").title == "Pasted text"


def test_dialogue_quoted_in_an_article_does_not_name_the_rest_of_it() -> None:
    article = "\n\n".join(
        ["The paper wrote about it."] * 8 + ["VOSS: Taxes fell.", "RAY: No.", "VOSS: They did."] + ["Then the paper went on."] * 8
    )
    speakers = [speaker for speaker, _ in turns_of(read_text(article))]
    assert speakers == [""] * 8 + ["VOSS", "RAY", "VOSS"] + [""] * 8


def test_press_conferences_mark_questions_with_a_bare_letter() -> None:
    document = read_text("THE PRESIDENT: We will win.\n     Q    Mr. President, is that so?\n     THE PRESIDENT: Yes.\n")
    assert [speaker for speaker, _ in turns_of(document)] == ["THE PRESIDENT", "Q", "THE PRESIDENT"]


def test_a_transcript_panel_is_joined_before_it_is_cut() -> None:
    lines = [
        "good evening and welcome",
        "to the show tonight we",
        "talk about taxes and so",
        "on. Who pays them?",
        "Nobody, says the minister.",
    ]
    document = read_text("".join(f"{n // 10}:{n * 5 % 60:02}\n{line}\n" for n, line in enumerate(lines)))
    assert [text for _, text in turns_of(document)] == [" ".join(lines[:3]) + " on.", "Who pays them?", "Nobody, says the minister."]
    times = [sentence.time for sentence in document.sentences]
    assert times[0] == 0.0 and times[2] == 20.0 and 15.0 < (times[1] or 0) < 20.0


def test_minutes_of_a_parliament_name_speakers_on_lines_of_their_own() -> None:
    document = read_text(
        "Präsidentin Bärbel Bas:\nIch rufe auf.\n\nDr. Anna Müller (SPD):\nAm 1. Januar gab es 2,3 Mio. Arbeitslose.\nWeniger als 2019.\n\n"
        "(Beifall bei der SPD)\n\nKarl Weiß (CDU/CSU):\nEs waren mehr.\n"
    )
    assert [speaker for speaker, _ in turns_of(document)] == ["Präsidentin Bärbel Bas", "Dr. Anna Müller", "Dr. Anna Müller", "Karl Weiß"]
    assert turns_of(read_text("Key Points:\nIt rose.\n\nIt fell again. This was long ago.\n\nMore of it.\n"))[0] == ("", "Key Points:")


def test_time_codes_without_brackets_count_where_most_lines_have_one() -> None:
    document = read_text("0:00 So today we talk.\n0:04 The deficit went up.\n1:02:10 That is the truth.\n")
    assert [(sentence.time, sentence.text) for sentence in document.sentences] == [
        (0.0, "So today we talk."),
        (4.0, "The deficit went up."),
        (3730.0, "That is the truth."),
    ]
    assert turns_of(read_text("5:30 is when it began.\nNobody came.\n3:20 was the score.\n"))[0] == ("", "5:30 is when it began.")


def test_names_before_a_long_dash() -> None:
    assert turns_of(read_text("Jane Doe — The goats swim.\nTom Poe — They do not.\nJane Doe – They swim well.\nAll of them.")) == [
        ("Jane Doe", "The goats swim."),
        ("Tom Poe", "They do not."),
        ("Jane Doe", "They swim well."),
        ("Jane Doe", "All of them."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "PARIS — The goats swim.\nThey left.\nLONDON — Nobody saw them.",
        "Goat — an animal of the harbour.\nFerry — a ship of the harbour.\nCrane — a bird of the harbour.",
        "Moderator: Jane Doe\nThe goats swim.\nThey left.",
        "Dr. Doe: The goats of the harbour swim\nThe goats swim.\nThey left.",
    ],
)
def test_datelines_glossaries_and_headlines_name_no_speaker(text: str) -> None:
    assert {speaker for speaker, _ in turns_of(read_text(text))} == {""}
