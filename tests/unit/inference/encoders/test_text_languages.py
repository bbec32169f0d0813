"""Language in which a text is encoded: from the detector, without it, and when it need not be asked."""

from __future__ import annotations

import pytest

from app.inference.encoders.text_languages import TextLanguages, is_plain_english
from app.ingest.english_words import hardly_english
from app.ingest.language import detect_language


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The unemployment rate has fallen and wages are higher than they were.", "en"),
        ("Barack Obama", "en"),
        ("", "en"),
        ("?! 🙂", "en"),
        ("La tasa de desempleo ha bajado a la mitad desde el año pasado.", "es"),
        ("Die Arbeitslosigkeit ist seit dem letzten Jahr deutlich gesunken.", "de"),
        ("बेरोज़गारी पिछले साल से कम हुई है।", "hi"),
        ("東", "und"),
        ("Je zubařem.", "cs"),
        ("Ele voltou", "pt"),
        ("Zxqv blorf", "und"),
        ("Zxqv Blorf", "en"),
        ("La Tierra es plana", "und"),
        ("Bob Denver died in January 2017.", "en"),
        ("100 Facebook Shares Heart Transplant", "en"),
        ("ⴰⵣⵓⵍ", "und"),
    ],
)
def test_every_text_is_read_in_some_language(text: str, code: str) -> None:
    assert TextLanguages(detect_language, foreign=hardly_english)(text) == code


def test_each_text_is_detected_once_and_plain_english_never() -> None:
    detected: list[str] = []

    def detect(text: str) -> str:
        detected.append(text)
        return "xx"

    languages = TextLanguages(detect, foreign=hardly_english)
    for _ in range(2):
        assert languages("The bridge and the road that leads there were closed.") == "en"
        assert languages("Brücke gesperrt") == "xx"
    assert detected == ["Brücke gesperrt"]


@pytest.mark.parametrize(
    "text",
    [
        "Il a lu le New York Times hier soir dans le train de Paris",
        "Er war in die Stadt gegangen, was er on and off tat, so oft er konnte und wollte an jenem langen Tag",
        "Han var i byen for at se filmen",
    ],
)
def test_small_words_of_other_languages_do_not_make_a_text_english(text: str) -> None:
    assert not is_plain_english(text)
