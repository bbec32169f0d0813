"""Texts of the window in other languages: what is translated, how numbers are written, what happens without a catalogue."""

from __future__ import annotations

import gettext
from collections.abc import Iterator

import pytest

from app import translation
from app.translation import decimal, mark, number, tr, translated, trc, trn


class Small(gettext.NullTranslations):
    """A catalogue of four texts."""

    def gettext(self, message: str) -> str:
        return {"Open {name}": "Abrir {name}", "Quit": "Salir"}.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{count} frase" if n == 1 else "{count} frases"

    def pgettext(self, context: str, message: str) -> str:
        return {("button", "Open"): "Abrir", ("state", "Open"): "Pendiente"}[context, message]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    translation.use("en")


def test_english_needs_no_catalogue() -> None:
    assert translation.use("en") == "en"
    assert tr("Open {name}", name="a {b}.txt") == "Open a {b}.txt"
    assert [trn("{count} sentence", "{count} sentences", count) for count in (0, 1, 1245)] == [
        "0 sentences",
        "1 sentence",
        "1,245 sentences",
    ]
    assert (tr(""), mark("Quit"), trc("state", "Open")) == ("", "Quit", "Open")


def test_a_text_without_values_keeps_its_braces() -> None:
    assert tr("Type {name} here") == "Type {name} here"


def test_another_language_says_it_its_own_way() -> None:
    translation.use_catalogue("es", Small())
    assert translation.language() == "es"
    assert tr("Open {name}", name="x") == "Abrir x"
    assert trn("{count} sentence", "{count} sentences", 19250) == "19.250 frases"
    assert (trc("button", "Open"), trc("state", "Open")) == ("Abrir", "Pendiente")
    assert translated({"quit": mark("Quit"), "stay": "Stay"}) == {"quit": "Salir", "stay": "Stay"}


def test_numbers_as_the_language_writes_them() -> None:
    assert (number(19250), decimal(0.4567, 3)) == ("19,250", "0.457")
    translation.use_catalogue("es", Small())
    assert (number(19250), decimal(-0.4567, 3)) == ("19.250", "-0,457")


def test_a_language_without_a_catalogue_leaves_english() -> None:
    assert translation.use("tlh") == "en"
    assert translation.language() == "en"
    assert tr("Quit") == "Quit"
    assert translation.available()[0] == "en"
