"""What can still be read of a TOML text that as a whole cannot: every statement that parses, by itself and with the others."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from app.translation import tr, trn

# A list over several lines is tried whole up to this many lines; settings have none longer.
_LONGEST = 60
_MOST_LINES = 1000


def salvage(text: str) -> tuple[dict[str, object], list[str]]:
    """The keys that can be read, and a sentence for each statement that cannot."""
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        told = trn(
            "The settings file has {count} line and mistakes in it; none of it can be used.",
            "The settings file has {count} lines and mistakes among them; none of it can be used.",
            len(lines),
        )
        return {}, [told]
    good, notes, lost_heading = "", [], False
    for number, statement in _statements(lines):
        heading = statement.startswith("[")
        lost_heading = lost_heading and not heading
        longer = good + statement + "\n"
        if lost_heading or _parse(statement) is None or _parse(longer) is None:
            lost_heading = lost_heading or heading
            text = repr(statement.splitlines()[0].strip()[:60])
            notes.append(tr("Line {number} of the settings cannot be used: {text}.", number=number, text=text))
        else:
            good = longer
    return tomllib.loads(good), notes


def _statements(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Each statement with the number of its first line; blank lines and comments are left out."""
    at = 0
    while at < len(lines):
        length = _length(lines[at : at + _LONGEST])
        statement = "\n".join(lines[at : at + length])
        if statement.strip() and not statement.lstrip().startswith("#"):
            yield at + 1, statement
        at += length


def _length(lines: list[str]) -> int:
    """How many lines the first statement takes: the fewest that parse, one when none do."""
    opens = any(mark in lines[0] for mark in ("[", '"""', "'''"))
    tries = range(1, len(lines) + 1) if opens else range(1, 2)
    return next((length for length in tries if _parse("\n".join(lines[:length])) is not None), 1)


def _parse(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
