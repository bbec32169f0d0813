"""Keys are named as on the user's keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app import translation
from app.gui.model.commands import either, shortcut_help
from app.gui.model.key_names import told_key
from app.gui.model.keymap import standard_keys, with_key


@pytest.fixture
def spanish() -> Iterator[None]:
    translation.use("es")
    yield
    translation.use(translation.ENGLISH)


@pytest.mark.parametrize("key", ["Ctrl+Shift+O", "Space", "Ctrl+Return", "/", "Ctrl++", "Ctrl+,", "+", "F1", "Shift+X"])
def test_english_key_names_are_stored(key: str) -> None:
    assert told_key(key) == key


@pytest.mark.usefixtures("spanish")
def test_spanish_key_names_are_shown_everywhere() -> None:
    assert told_key("Ctrl+Shift+Space") == "Ctrl+Mayús+Espacio"
    assert told_key("Ctrl++") == "Ctrl++" and told_key("Ctrl+=") == "Ctrl+="
    assert with_key("Luego", standard_keys("defer")) == "Luego (Espacio)"
    assert either(("J", "Down")) == "J o Abajo"
    key_names = {keys for _, lines in shortcut_help(("Documento",)) for _, keys in lines}
    assert "Izquierda / Derecha" in key_names and not any("Shift" in keys or "Return" in keys for keys in key_names)
