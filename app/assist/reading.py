"""Parses a JSON object from a language model's reply: after prose, in a code fence, or cut off in the middle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_TRIED = 24
"""Places at which an object may begin, and at which one that was cut off may be closed, that are tried."""
_CLOSING = {"{": "}", "[": "]"}


def read_object(text: str) -> Mapping[str, Any]:
    """Return the first JSON object in the text; of one that was cut off, the complete part; {} where there is none."""
    decoder = json.JSONDecoder()
    starts = [index for index, char in enumerate(text) if char == "{"][:_TRIED]
    for start in starts:
        value = _decoded(decoder, text, start)
        if isinstance(value, dict):
            return value
        partial = _completed_object(text[start:])
        if partial:
            return partial
    return {}


def _decoded(decoder: json.JSONDecoder, text: str, start: int) -> object:
    try:
        return decoder.raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return None


def _completed_object(text: str) -> Mapping[str, Any]:
    """Return the complete part of an object that was cut off, closed after its last complete value."""
    for end, closing in reversed(_cut_points(text)[-_TRIED:]):
        try:
            value = json.loads(text[:end] + closing)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    return {}


def _cut_points(text: str) -> list[tuple[int, str]]:
    """Return offsets at which a value may be complete, with the closing brackets needed there."""
    ends: list[tuple[int, str]] = []
    open_brackets: list[str] = []
    quoted = escaped = False
    for index, char in enumerate(text):
        if quoted:
            escaped, quoted = char == "\\" and not escaped, char != '"' or escaped
            complete = not quoted
        elif char in _CLOSING:
            open_brackets.append(_CLOSING[char])
            complete = False
        elif open_brackets and char == open_brackets[-1]:
            open_brackets.pop()
            complete = True
        else:
            quoted, complete = char == '"', False
        if complete:
            ends.append((index + 1, "".join(reversed(open_brackets))))
    return ends


def text_of(parsed: Mapping[str, Any], key: str) -> str:
    """Return the text at a key on one line, "" where there is none."""
    value = parsed.get(key)
    return _line(value) if isinstance(value, str) else ""


def texts_of(parsed: Mapping[str, Any], key: str) -> list[str]:
    """Return the non-empty texts of a list; a single text counts as a list of one."""
    value = parsed.get(key)
    values = value if isinstance(value, list) else [value]
    return [line for element in values if isinstance(element, str) and (line := _line(element))]


def rows_of(parsed: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Return the objects of a list; other elements are left out."""
    value = parsed.get(key)
    return [element for element in value if isinstance(element, dict)] if isinstance(value, list) else []


def numbers_of(parsed: Mapping[str, Any], key: str) -> list[int]:
    """Return the integers of a list, also where they are written as texts ("[2]"); a single one counts as a list of one."""
    value = parsed.get(key)
    values = value if isinstance(value, list) else [value]
    return [int(digits) for element in values if (digits := str(element).strip(" []")).isascii() and digits.isdecimal() and len(digits) < 7]


def _line(text: str) -> str:
    """Return the text on one line without unprintable characters (a JSON escape may stand for any)."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
