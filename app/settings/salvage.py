"""Recovery of the readable statements of a damaged TOML text: each that parses on its own and together with those before it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from app.translation import tr, trn

# Longest list over several lines that is tried as one statement.
_LONGEST = 60
_MOST_LINES = 1000


def salvage(text: str) -> tuple[dict[str, object], list[str]]:
    """Return the readable keys with their values, and one sentence for each unreadable statement."""
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        message = trn(
            "The settings file has {count} line and mistakes in it; none of it can be used.",
            "The settings file has {count} lines and mistakes among them; none of it can be used.",
            len(lines),
        )
        return {}, [message]
    readable, notes, lost_heading = "", [], False
    for number, statement in _statements(lines):
        heading = statement.startswith("[")
        lost_heading = lost_heading and not heading
        extended = readable + statement + "\n"
        if lost_heading or _parse(statement) is None or _parse(extended) is None:
            lost_heading = lost_heading or heading
            text = repr(statement.splitlines()[0].strip()[:60])
            notes.append(tr("Line {number} of the settings cannot be used: {text}.", number=number, text=text))
        else:
            readable = extended
    return tomllib.loads(readable), notes


def _statements(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield each statement with the number of its first line; blank lines and comments are skipped."""
    line_index = 0
    while line_index < len(lines):
        length = _length(lines[line_index : line_index + _LONGEST])
        statement = "\n".join(lines[line_index : line_index + length])
        if statement.strip() and not statement.lstrip().startswith("#"):
            yield line_index + 1, statement
        line_index += length


def _length(lines: list[str]) -> int:
    """Return the number of lines of the first statement: the fewest that parse, or 1 when none do."""
    opens = any(mark in lines[0] for mark in ("[", '"""', "'''"))
    lengths = range(1, len(lines) + 1) if opens else range(1, 2)
    return next((length for length in lengths if _parse("\n".join(lines[:length])) is not None), 1)


def _parse(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
