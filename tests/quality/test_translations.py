"""The catalogues are complete, current and consistent with the English texts, and the program uses them."""

from __future__ import annotations

import gettext
import os
import string
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from app import translation
from app.settings import DECLARED

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import translations  # noqa: E402

LANGUAGES = [code for code in translation.available() if code != translation.ENGLISH]


@pytest.fixture(scope="module")
def template() -> Catalog:
    return translations.collected()


def catalogue(language: str) -> Catalog:
    with translations.catalogue_file(language).open("rb") as stream:
        return read_po(stream, locale=language)


def forms(message: Message) -> tuple[list[str], list[str]]:
    """Return the English and the translated plural forms."""
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    strings = [message.string] if isinstance(message.string, str) else list(message.string)
    return ids, strings


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_spanish_is_there() -> None:
    assert "es" in LANGUAGES


def test_setting_labels_and_help_are_in_the_template(template: Catalog) -> None:
    texts = [text for setting in DECLARED.values() for text in (setting.label, setting.help)]
    assert [text for text in texts if text not in template] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str, template: Catalog) -> None:
    messages = catalogue(language)
    expected = {(message.context, message.id) for message in template if message.id}
    assert expected - {(message.context, message.id) for message in messages if message.id} == set(), "run python packaging/translations.py"
    assert {(message.context, message.id) for message in messages if message.id} - expected == set(), "run python packaging/translations.py"
    assert [message.id for message in messages if message.id and not all(forms(message)[1])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_placeholders_of_the_english(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        ids, strings = forms(message)
        if message.id and any(placeholders(translated) - {"count"} != placeholders(ids[-1]) - {"count"} for translated in strings):
            wrong.append(message.id)
        if message.id and len(ids) > 1 and "{count}" in ids[-1] and "{count}" not in strings[-1]:
            wrong.append(message.id)
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_ends_as_the_english_ends(language: str) -> None:
    """A menu's ellipsis, a full stop, a colon and blanks at either end carry meaning; a mnemonic is kept where there is one."""
    wrong = []
    for message in catalogue(language):
        ids, strings = forms(message)
        for translated in strings if message.id else ():
            english = ids[-1]
            ends = all(english.endswith(mark) == translated.endswith(mark) for mark in ("…", ".", ":", "?", " "))
            if not ends or english.startswith(" ") != translated.startswith(" ") or english.count("\n") != translated.count("\n"):
                wrong.append((english, translated))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogues_match_their_sources(language: str) -> None:
    with translations.catalogue_file(language).with_suffix(".mo").open("rb") as stream:
        read = gettext.GNUTranslations(stream)
    for message in catalogue(language):
        ids, strings = forms(message)
        if not message.id:
            continue
        if len(ids) > 1:
            assert [read.ngettext(ids[0], ids[1], number) for number in (1, 2)] == strings
        else:
            assert [read.pgettext(message.context, ids[0]) if message.context else read.gettext(ids[0])] == strings


def test_the_window_speaks_spanish_down_to_the_buttons_of_qt(own_home: Path) -> None:
    code = (
        "from PySide6.QtWidgets import QDialogButtonBox\n"
        "from app.gui.run import make_application, speak\n"
        "from app.translation import number, tr\n"
        "application = make_application()\n"
        "speak(application, 'es')\n"
        "box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)\n"
        "print(tr('Open document…'), box.buttons()[0].text().replace('&', ''), number(19250), sep='|')\n"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert completed.stdout.strip() == "Abrir documento…|Cancelar|19.250"


def test_the_language_of_the_system_is_used_if_available() -> None:
    code = "from app.gui.run import make_application, speak\nfrom app import translation\nspeak(make_application(), 'system')\nprint(translation.language())"
    spoken = []
    for locale in ("es_MX.UTF-8", "eo.UTF-8", "en_GB.UTF-8"):
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": locale, "LANG": locale, "LANGUAGE": ""}
        completed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        spoken.append(completed.stdout.strip())
    assert spoken == ["es", "en", "en"]
