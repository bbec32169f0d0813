"""Line numbers, heads of pages and divided words in plain text."""

from __future__ import annotations

import pytest

from app.domain.document import Document
from app.ingest.documents import read_text

HEARING = [
    ("HOLT: Good evening from the hall of the old harbour in", 1),
    ("Marl, and welcome to all.", 2),
    ("VALE: Thank you. The deficit has doubled since", 3),
    ("2016, and nobody in this town has said so.", 4),
    ("BERG: That is not true. It fell by 12 percent, and", 5),
    ("everybody knows it.", 6),
]
SAID = [
    ("HOLT", "Good evening from the hall of the old harbour in Marl, and welcome to all."),
    ("VALE", "Thank you."),
    ("VALE", "The deficit has doubled since 2016, and nobody in this town has said so."),
    ("BERG", "That is not true."),
    ("BERG", "It fell by 12 percent, and everybody knows it."),
]


def turns(document: Document) -> list[tuple[str, str]]:
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    return [(sentence.speaker, sentence.text) for sentence in document.sentences]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"{number}   {line}" for line, number in HEARING),
        "\n".join(f"{number} {line}" for line, number in HEARING),
        "\n\n".join(f"{number:>4}          {line}" if ":" in line[:6] else f"{number:>4}    {line}" for line, number in HEARING),
        "\n".join(f"{line:<60}{number}" for line, number in HEARING),
        "\n".join([" " * 50 + "7", *(f"{number}  {line}" for line, number in HEARING[:4]), "", " " * 50 + "8"])
        + "\n1  BERG: That is not true. It fell by 12 percent, and\n2  everybody knows it.",
    ],
    ids=["blanks", "one-blank", "spaced", "right", "pages"],
)
def test_line_numbers_are_removed_and_lines_joined(text: str) -> None:
    document = read_text(text)
    assert turns(document) == SAID


def test_questions_and_answers_with_numbers_of_lines() -> None:
    text = (
        "1          Q.   Did you see the truck on Harbour Street that\n2   morning?\n3          A.   I did.  It was parked there\n"
        "4   and nobody was in it.\n5          Q.   At what time?\n6          A.   Around seven.\n"
    )
    assert turns(read_text(text)) == [
        ("Q", "Did you see the truck on Harbour Street that morning?"),
        ("A", "I did."),
        ("A", "It was parked there and nobody was in it."),
        ("Q", "At what time?"),
        ("A", "Around seven."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. The bridge stays closed.\n2. The ferry runs.\n3. The lamps are off.\n4. The road is free.\n5. It is late.",
        "1 The bridge stays closed.\n2 The ferry runs.\n3 The lamps are off.\n4 The road is free.\n5 It is late.",
        "2016 was bad.\n2017 was better.\n2018 was best.\n2019 was bad again.",
    ],
)
def test_numbers_of_lists_and_years_stay(text: str) -> None:
    assert read_text(text).text == text


def test_lines_are_those_of_the_file() -> None:
    text = "\n\n".join(f"{number:>4}    {line}" for line, number in HEARING)
    assert [sentence.line for sentence in read_text(text).sentences] == [1, 5, 5, 9, 9]


def test_page_headers_are_removed_with_a_note_and_do_not_split_sentences() -> None:
    pages = [
        "The bridge was built in 1962. Forty\nthousand cars crossed it every day.",
        "In March two cracks were found. Since\nthen it has been",
        "closed to all cars. The ferry runs\nevery hour.",
        "The county will vote in May. Most\npeople are against a new bridge.",
    ]
    text = "\n\n".join(f"COUNTY OF MARL              Page {number}\n\n{page}\n" for number, page in enumerate(pages, start=1))
    document = read_text(text)
    assert [text for _, text in turns(document)] == [
        "The bridge was built in 1962.",
        "Forty thousand cars crossed it every day.",
        "In March two cracks were found.",
        "Since then it has been closed to all cars.",
        "The ferry runs every hour.",
        "The county will vote in May.",
        "Most people are against a new bridge.",
    ]
    assert document.notes == ("4 heads and numbers of pages were left out.",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("You look at what they are doing to our coun-\ntry in terms of making our product, and you see it.", "our country in terms"),
        ("This was the plan for all of us, and a long-\nterm plan it was, as everybody in this town knows.", "a long-term plan"),
        ("Die Stadt hat im vergangenen Jahr mehr als zwei Mil-\nlionen Euro für die alte Brücke ausgegeben.", "zwei Millionen Euro"),
        ("Die Stadt hat für den Bau von Straßen-\nund Brückenlampen viel Geld ausgegeben, sagt der Rat.", "Straßen- und"),
        ("La ville a dépensé plus de deux mil-\nlions d'euros pour le vieux pont de Marl.", "deux millions d'euros"),
        ("La ciudad ha gastado más de dos millo-\nnes de euros en el viejo puente de Marl.", "dos millones de euros"),
        ("Miasto wydało w zeszłym roku ponad dwa mi-\nliony złotych na stary most w Marl.", "dwa miliony złotych"),
        ("Город потратил в прошлом году более двух мил-\nлионов рублей на старый мост.", "двух миллионов рублей"),
        ("In this respect the years 2016-\n2018 were the worst of all, as everybody knows.", "the years 2016-2018 were"),
    ],
)
def test_hyphenated_words_are_rejoined(text: str, words: str) -> None:
    assert words in " ".join(sentence.text for sentence in read_text(text).sentences)
