"""Translated window texts: translation, number formats, and a missing catalogue."""

from __future__ import annotations

import gettext
import importlib.util
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

from app import translation
from app.translation import decimal, in_english, mark, number, tr, translated, trc, trn


class Small(gettext.NullTranslations):
    """A catalogue of four texts."""

    def gettext(self, message: str) -> str:
        return {"Open {name}": "Abrir {name}", "Quit": "Salir"}.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{count} frase" if n == 1 else "{count} frases"

    def pgettext(self, context: str, message: str) -> str:
        return {("button", "Open"): "Abrir", ("state", "Open"): "Pendiente"}[context, message]


def translations() -> ModuleType:
    """Load the program that collects the texts, which is outside the package."""
    path = Path(__file__).resolve().parents[2] / "packaging" / "translations.py"
    spec = importlib.util.spec_from_file_location("translations", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def test_texts_are_translated() -> None:
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


def test_files_for_programs_are_written_in_english_in_their_own_thread_alone() -> None:
    translation.use_catalogue("es", Small())
    with in_english():
        assert (tr("Quit"), trc("state", "Open"), trn("{count} sentence", "{count} sentences", 19250)) == (
            "Quit",
            "Open",
            "19,250 sentences",
        )
        assert (decimal(0.5, 1), translation.language()) == ("0.5", "en")
        with ThreadPoolExecutor(1) as other:
            assert other.submit(tr, "Quit").result() == "Salir"
    assert tr("Quit") == "Salir"


def test_every_marked_text_is_extracted_with_its_comment() -> None:
    source = """
# Translators: said when it closes
say(tr("Quit"))
told = f"{tr('Stay')} {count}"
row = tr(WORDS.get(key, mark("Other")))
trn("{count} row", "{count} rows", 3); trc("button", "Open"); tr(name); self.mark("not ours"); tr("")
"""
    marked_texts = translations().marked(source)
    assert [(function, texts) for _, function, texts in marked_texts] == [
        ("tr", ("Quit",)),
        ("tr", ("Stay",)),
        ("mark", ("Other",)),
        ("trc", ("button", "Open")),
        ("trn", ("{count} row", "{count} rows")),
    ]


def test_the_catalogue_holds_plurals_contexts_and_remarks() -> None:
    catalogue = translations().collected()
    assert "app/services/reports/ranking_report.py" in dict(catalogue.get(("{count} decided", "{count} decided")).locations)
    assert catalogue.get("Open", context="sentences not decided yet") is not None
    message = catalogue.get("{held} in the library, {searched} searched ({index})")
    assert message.auto_comments == [
        "Translators: how many fact-checks are in the library, how many of them were searched, and the kind of index."
    ]
