"""Speakers in the layouts of parliaments, broadcasters and programs; the labels of a document are learnt from itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.ingest.documents import read_text
from app.ingest.documents.emphasis import CLOSE, OPEN, without_marks
from app.ingest.documents.speaker_tables import SpeakerColumn, speaker_column
from tests.unit.ingest.documents.documents_reading import read_bytes


def turns_of(text: str) -> list[tuple[str, str]]:
    document = read_text(text)
    assert all(document.text[sentence.start : sentence.end] == sentence.text for sentence in document.sentences)
    return [(sentence.speaker, sentence.text) for sentence in document.sentences]


@pytest.mark.parametrize(
    ("text", "speakers"),
    [
        ("VALE: We pay. BERG: You do not.\n\nBERG: Nobody pays.", ["VALE", "BERG", "BERG"]),
        ("[VALE] We pay.\n[BERG] You do not.\n[VALE] We do.", ["VALE", "BERG", "VALE"]),
        ("Anna Vale (Town) (Lab): We pay.\n\nTom Berg (Ham) (Con): No.\n\nAnna Vale: We do.", ["Anna Vale", "Tom Berg", "Anna Vale"]),
        ("Anna Vale\nWe pay for it all.\n\nTom Berg\nYou never did.\n\nAnna Vale\nWe do.", ["Anna Vale", "Tom Berg", "Anna Vale"]),
        (
            "    The Chairman. We begin.\n\n    Mr. Berg. I thank you.\n\n    The Chairman. Go on.",
            ["The Chairman", "Mr. Berg", "The Chairman"],
        ),
        ("PRESIDENTE. Ha la parola.\n\nANNA VALE (PD). Noi paghiamo.\n\nPRESIDENTE. Grazie.", ["PRESIDENTE", "ANNA VALE", "PRESIDENTE"]),
        (
            "El señor PRESIDENTE: Se abre.\n\nLa señora VALE: No.\n\nEl señor PRESIDENTE: Gracias.",
            ["El señor PRESIDENTE", "La señora VALE"] * 1 + ["El señor PRESIDENTE"],
        ),
        ("Anna Vale\tWe pay for it.\nTom Berg\tYou do not.\nAnna Vale\tWe do.", ["Anna Vale", "Tom Berg", "Anna Vale"]),
        ("\u202bVALE: We pay.\u202c\n\u200eBERG\u200f: You do not.\nVALE:\u200b We do.", ["VALE", "BERG", "VALE"]),
    ],
)
def test_the_speaker_is_compared(text: str, speakers: list[str]) -> None:
    assert [speaker for speaker, _ in turns_of(text)] == speakers


@pytest.mark.parametrize(
    "text",
    [
        "Overview\nThe law changes taxes.\n\nBackground\nIt is from 2015.\n\nFindings\nHomes became dearer.",
        "Monday: The house meets.\n\nWe will see what it brings to us.\n\nNobody knows.",
        "Yes.\n\nNo. They did not.\n\nThank you. It is good to be here.",
    ],
)
def test_headings_days_and_answers_are_no_speakers(text: str) -> None:
    assert {speaker for speaker, _ in turns_of(text)} == {""}


def test_invisible_marks_are_gone_and_joiners_stay() -> None:
    assert turns_of("VALE: The defi\u200bcit grew\u2060.\nBERG: No\ufeffbody.\nVALE: क्\u200dष ไทย\u200bไทย.")[0][1] == "The deficit grew."
    assert "\u200d" in turns_of("क्\u200dष बढ़ा।")[0][1] and "\u200b" in turns_of("ไทย\u200bไทย")[0][1]


def test_a_label_that_no_words_follow_is_a_heading() -> None:
    assert ("", "Bridges") in turns_of("Bridges\n\nAnna Vale\nIt is old.\n\nTom Berg\nIt is not.\n\nAnna Vale\nIt is.\n\nTom Berg\nNo.")


def test_bold_names_and_cells_of_a_page(tmp_path: Path) -> None:
    turns = [("Anna Vale", "We pay for it."), ("Tom Berg", "You do not."), ("Anna Vale", "We do.")]
    bold = "".join(f"<p><b>{name}</b></p><p>{words}</p>" for name, words in turns)
    cells = "".join(f"<tr><td>{name}</td><td>{words}</td></tr>" for name, words in turns)
    for body in (bold, f"<table><tr><th>Speaker</th><th>Text</th></tr>{cells}</table>"):
        document = read_bytes(tmp_path, f"<html><body>{body}</body></html>".encode(), "a.html")
        assert [(sentence.speaker, sentence.text) for sentence in document.sentences] == turns


def test_a_glossary_has_no_speakers() -> None:
    assert speaker_column([["Term", "Meaning"], ["Goat", "An animal."], ["Ferry", "A ship."]]) is None
    assert speaker_column([["Speaker", "Text"], ["Vale", "We pay."]]) == SpeakerColumn(0, header=True)


def test_stage_marks_are_removed_and_located() -> None:
    assert without_marks(f"{OPEN}Anna{CLOSE} {OPEN}Vale{CLOSE} pays") == ("Anna Vale pays", ((0, 9),))
    assert without_marks(f"a {OPEN}b") == ("a b", ((2, 3),))
    assert without_marks("plain") == ("plain", ())


RECORDS = {
    "europe": '<DEBATS><INTERVENTION><ORATEUR LIB="Anna | Vale"><EMPHAS>Anna Vale</EMPHAS>, <EMPHAS>for the Group</EMPHAS>.</ORATEUR><PARA>– We pay.</PARA></INTERVENTION></DEBATS>',
    "canada": "<Hansard><Intervention><PersonSpeaking><Affiliation>Ms. Anna Vale (Town, LP):</Affiliation></PersonSpeaking><Content><ParaText>We pay.</ParaText></Content></Intervention></Hansard>",
    "france": "<compteRendu><point><paragraphe><orateurs><orateur><nom>Mme Anna Vale</nom><id>1</id></orateur></orateurs><texte>We pay.</texte></paragraphe></point></compteRendu>",
    "netherlands": "<handelingen><spreekbeurt><spreker>Mevrouw Vale (D66)</spreker><tekst><al>We pay.</al></tekst></spreekbeurt></handelingen>",
    "spain": "<sesion><intervencion><orador>La señora Vale</orador><parrafo>We pay.</parrafo></intervencion></sesion>",
    "congress": '<record><speaking speaker="Ms. VALE">We pay.</speaking></record>',
}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS.keys())
def test_records_as_xml_whatever_they_call_the_speaker(record: str) -> None:
    document = read_text(f'<?xml version="1.0"?>{record}')
    assert [sentence.text for sentence in document.sentences] == ["We pay."]
    assert "Vale" in document.sentences[0].speaker.title()


def test_text_before_a_colon_in_a_cell_is_kept(tmp_path: Path) -> None:
    turns = [("Anna Vale", "Senator Berg, when you ran, you said: It is paid."), ("Tom Berg", "I did."), ("Anna Vale", "So who paid?")]
    cells = "".join(f"<tr><td>{name}</td><td>{words}</td></tr>" for name, words in turns)
    document = read_bytes(tmp_path, f"<html><body><table>{cells}</table></body></html>".encode(), "a.html")
    assert [sentence.speaker for sentence in document.sentences] == [name for name, _ in turns]


@pytest.mark.parametrize(
    "text",
    [
        "Report of the board\n\nSummary: The pond was cleaned.\n\nMoney: The works cost 3 million.\n\nFuture: A basin will follow.",
        "Ham: Pond opened after repairs\n\nThe pond was opened on Sunday.\n\nThe price: 3 million.",
        "TURIN. Il ponte è chiuso da martedì.\n\nPISA. Nessuno è rimasto ferito.",
    ],
)
def test_report_headings_and_datelines_are_no_speakers(text: str) -> None:
    assert {speaker for speaker, _ in turns_of(text)} == {""}


def test_an_attendance_list_has_no_speakers() -> None:
    text = "Witnesses: Dr Anna Vale and Tom Berg.\n\nChair: Welcome. We begin.\n\nDr Vale: We count ponds.\n\nChair: Thank you.\n\nTom Berg: So do we."
    assert next(speaker for speaker, _ in turns_of(text)) == ""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("BERG: 10:45 it was, not 9:30.", "10:45 it was, not 9:30."),
        ("BERG: 10:45 Uhr war es, nicht 9:30.", "10:45 Uhr war es, nicht 9:30."),
        ("BERG: 3:15 was the time.", "3:15 was the time."),
        ("BERG: 12:30 de la tarde, dijo.", "12:30 de la tarde, dijo."),
        ("BERG: 18:00 at the earliest.", "18:00 at the earliest."),
    ],
)
def test_a_single_clock_time_after_a_label_is_text(line: str, words: str) -> None:
    assert ("BERG", words) in turns_of(f"HOLT: Good evening.\nVALE: When was it?\n{line}\nHOLT: So it was.\nVALE: Yes, so it was.")


def test_times_after_every_label_are_times() -> None:
    document = read_text("VALE: 00:10 We pay for it.\nBERG: 00:20 You do not.\nVALE: 00:30 We do.")
    assert [(sentence.time, sentence.text) for sentence in document.sentences] == [
        (10.0, "We pay for it."),
        (20.0, "You do not."),
        (30.0, "We do."),
    ]


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("VALE: It’s naïve to pay.", "VALE"),
        ("BERG: We paid for the bridge. Nobody thanked us.", "BERG"),
        ("NOTE: It is closed on Sunday.", ""),
        ("VALE: TAXES", ""),
        ("Vale: bridge opened", ""),
    ],
)
def test_one_short_label_alone(text: str, speaker: str) -> None:
    assert {label for label, _ in turns_of(text)} == {speaker}


@pytest.mark.parametrize(
    "text",
    [
        "> The bridge was built in 1962 by two brothers from\n> the town of Marl.\n\nI know.",
        ">The bridge was built in 1962 by two brothers from\n>the town of Marl.\n\nI know.",
        "> > The bridge was built in 1962 by two brothers from\n> > the town of Marl.\n> Really? I had not heard of it.\n> Nor had he.\n\nI know.",
        "On Monday Anna wrote:\n> The bridge was built in 1962 by two brothers from\n> the town of Marl.\nI know.",
        "I know.\n\n> The bridge was built in 1962 by two brothers from\n> the town of Marl.",
    ],
)
def test_quoted_mail_lines_are_joined_without_marks(text: str) -> None:
    sentences = [words for _, words in turns_of(text)]
    assert "The bridge was built in 1962 by two brothers from the town of Marl." in sentences and "I know." in sentences


def test_marks_of_speakers_are_no_quotation() -> None:
    assert turns_of(">> VALE: We pay.\n>> BERG: You do not.\n>> VALE: We do.")[1] == ("BERG", "You do not.")


def _table(rows: list[tuple[str, str]]) -> bytes:
    return f"<html><body><table>{''.join(f'<tr><td>{number}</td><td>{line}</td></tr>' for number, line in rows)}</table></body></html>".encode()


def test_a_table_of_numbered_lines_is_text_but_a_ranking_is_not(tmp_path: Path) -> None:
    lines = [("7", "VALE: It was built by two"), ("8", "brothers."), ("9", "BERG: It is closed now, they"), ("10", "say.")]
    document = read_bytes(tmp_path, _table(lines), "a.html")
    assert [(sentence.speaker, sentence.text) for sentence in document.sentences] == [
        ("VALE", "It was built by two brothers."),
        ("BERG", "It is closed now, they say."),
    ]
    ranking = read_bytes(tmp_path, _table([("1", "Paris"), ("2", "Rome"), ("3", "Oslo")]), "b.html")
    assert "1" in ranking.text and "Oslo" in ranking.text


@pytest.mark.parametrize("name", ["metadonnees", "metadaten", "metadatos", "metadati", "metagegevens"])
def test_metadata_of_a_record_is_no_speech(name: str) -> None:
    body = "<orateur><nom>Mme Vale</nom></orateur><texte>We pay for it.</texte>"
    document = read_text(
        f'<?xml version="1.0"?><compteRendu><{name}><seance>20250304150000000</seance></{name}><point>{body}</point></compteRendu>'
    )
    assert [sentence.text for sentence in document.sentences] == ["We pay for it."]
