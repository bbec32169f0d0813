"""Names of keys on the screen. Settings store Qt's portable names; readers see the names on their keyboard."""

from __future__ import annotations

from app.translation import mark, tr

_NAMES = {
    "Shift": mark("Shift"),
    "Space": mark("Space"),
    "Return": mark("Return"),
    "Enter": mark("Enter"),
    "Esc": mark("Esc"),
    "Del": mark("Del"),
    "Ins": mark("Ins"),
    "Backspace": mark("Backspace"),
    "Home": mark("Home"),
    "PgUp": mark("PgUp"),
    "PgDown": mark("PgDown"),
    "Up": mark("Up"),
    "Down": mark("Down"),
    # Translators: the arrow key.
    "Left": mark("Left"),
    # Translators: the arrow key.
    "Right": mark("Right"),
}


def told_key(key: str) -> str:
    """“Ctrl+Shift+Space” in the reader's language; what has no name is its own."""
    first, _, last = key.rpartition("+")
    if not last:  # the plus key itself
        return key
    return "+".join(tr(_NAMES[part]) if part in _NAMES else part for part in (*filter(None, first.split("+")), last))
