"""Language detection: the languages fact-checkers publish in, and "" for texts that are too short or fit none."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.document import Document, Sentence
from app.domain.function_words import listed
from app.domain.progress import CancelToken
from app.ingest.documents import read_document, read_text
from app.ingest.language import detect_language, in_language, sentence_languages
from app.ingest.language_codes import LANGUAGES


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The unemployment rate is at its lowest in fifty years.", "en"),
        ("THE UNEMPLOYMENT RATE IS AT ITS LOWEST IN FIFTY YEARS.", "en"),
        ("La tierra es plana y no gira alrededor del sol.", "es"),
        ("Die Löhne sind im letzten Jahr gestiegen, die Preise auch.", "de"),
        ("Le chômage a baissé de moitié depuis l'année dernière.", "fr"),
        ("O aquecimento global é uma farsa, dizem eles.", "pt"),
        ("टीके से बीमारी होती है, यह कहना गलत है।", "hi"),
        ("اللقاحات لا تسبب التوحد كما يقول البعض.", "ar"),
        ("地球は平らではありません。", "ja"),
        ("疫苗不会导致自闭症。", "zh"),
    ],
)
def test_languages(text: str, language: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("COVID-19 vaccines contain microchips", "en"),
        ("Vaccines cause autism", "en"),
        ("Obama was born in Kenya", "en"),
        ("5G causes cancer", "en"),
        ("Os impostos aumentaram.", "pt"),
        ("Vacinas causam autismo", "pt"),
        ("Le vaccin contient une puce", "fr"),
    ],
)
def test_claims_of_a_few_words(text: str, language: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize("text", ["Barack Obama", "Transport public gratuit", "Le tasse aumentano", "Zxqv blorf"])
def test_ambiguous_short_texts_have_no_language(text: str) -> None:
    assert detect_language(text) == ""


@pytest.mark.parametrize("text", ["", "Hello", "12 345 678 901 234 567 890", "😀😀😀", "OK, OK."])
def test_unknown(text: str) -> None:
    assert detect_language(text) == ""


def test_a_short_text_is_never_taken_for_a_neighbour_dialect() -> None:
    assert detect_language("La tierra es plana") in ("", "es")
    assert "ext" not in LANGUAGES


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ναι, αύριο.", "el"),
        ("ใช่", "th"),
        ("백신은 안전하다", "ko"),
        ("ワクチン", "ja"),
        ("コロナ対策のワクチン接種", "ja"),
        ("חיסון", "he"),
        ("ვაქცინა", "ka"),
        ("Պատվաստանյութ", "hy"),
        ("தடுப்பூசி", "ta"),
        ("ক্ষতি", "bn"),
        ("ਟੀਕਾ", "pa"),
        ("疫苗", "zh"),
        ("Covid疫苗是安全的吗？", "zh"),
    ],
)
def test_a_script_of_one_language_identifies_it(text: str, language: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Is it true?", "en"),
        ("No es verdad.", "es"),
        ("Das ist nicht wahr.", "de"),
        ("C'est pas vrai.", "fr"),
        ("Non è vero.", "it"),
        ("Isso não é verdade.", "pt"),
        ("To nieprawda, że oni są.", "pl"),
        ("Bu doğru değil.", "tr"),
        ("Це неправда, що вони є.", "uk"),
        ("Это неправда, что они были.", "ru"),
        ("این درست نیست", "fa"),
        ("یہ سچ نہیں ہے", "ur"),
    ],
)
def test_function_words_tell_short_claims(text: str, language: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize("text", ["ភាសាខ្មែរមានអក្សរច្រើន", "ພາສາລາວ ພາສາລາວ", "ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ ᠪᠢᠴᠢᠭ"])
def test_a_script_of_no_supported_language_is_unknown(text: str) -> None:
    assert detect_language(text) == ""


@pytest.mark.parametrize("text", ["\ud800\udfff \ud800", "\ud800" * 30, "а", "x" * 5000, "\U000f0000" * 9, "ⅷ" * 12])
def test_no_text_is_an_error(text: str) -> None:
    assert detect_language(text) in ("", *LANGUAGES)


def test_languages_with_function_words_are_supported() -> None:
    assert {code for code in listed() if code != "sh"} <= set(LANGUAGES)


MIXED = [
    "Good evening to everyone here tonight.",
    "Las vacunas no causan autismo, como dicen algunos en las redes.",
    "São Paulo, Córdoba and Zürich reported fewer cases.",
    "Sí, claro.",
    "疫苗不会导致自闭症。",
    "The mayor of Łódź said that crime fell by half.",
]


def test_sentences_of_another_language_are_marked_if_certain() -> None:
    assert sentence_languages(MIXED, "en") == ["", "es", "", "", "zh", ""]
    assert sentence_languages(MIXED, "es")[0] == "en" and sentence_languages(MIXED, "es")[1] == ""


def test_similar_languages_are_not_distinguished_by_sentence() -> None:
    assert sentence_languages(["Hvordan har du det for tiden?", "Han kommer fra Oslo i dag med toget."], "da") == ["", ""]


def test_a_document_knows_the_languages_of_its_sentences() -> None:
    document = read_text("\n".join([MIXED[0], MIXED[1], MIXED[5]] * 3))
    assert document.language == "en" and document.main_language == "en"
    assert [document.language_of(sentence) for sentence in document.sentences] == ["en", "es", "en"] * 3


def test_a_given_language_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "speech.txt"
    path.write_text("\n".join(MIXED), "utf-8")
    document = read_document(path, language="es", cancel=CancelToken())
    assert document.language == "es" and document.sentences[0].language == "en" and document.sentences[1].language == ""
    assert read_document(path, language="", cancel=CancelToken()).language == ""


def test_another_language_for_the_whole_document() -> None:
    sentences = tuple(Sentence(index=index, text=text, start=0, end=len(text)) for index, text in enumerate(MIXED[:2]))
    document = Document(title="t", text="", sentences=sentences, language="en")
    spanish = in_language(document, "es")
    assert [sentence.language for sentence in spanish.sentences] == ["en", ""] and spanish.language == "es"
    assert in_language(spanish, "es") is spanish
