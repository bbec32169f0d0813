"""Language detection: the languages fact-checkers publish in, and "" for what is too short or fits none."""

from __future__ import annotations

import pytest

from app.ingest.language import LANGUAGES, detect_language


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


@pytest.mark.parametrize("text", ["", "Hello", "12 345 678 901 234 567 890", "😀😀😀", "OK, OK."])
def test_unknown(text: str) -> None:
    assert detect_language(text) == ""


def test_a_short_text_is_never_taken_for_a_neighbour_dialect() -> None:
    assert detect_language("La tierra es plana") in ("", "es")
    assert "ext" not in LANGUAGES
