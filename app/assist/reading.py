"""A JSON object read out of whatever a language model said: behind prose, in a code fence, cut off in its middle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_TRIED = 24
"""Places at which an object may begin, and at which one that was cut off may be closed, that are tried."""
_CLOSING = {"{": "}", "[": "]"}


def read_object(text: str) -> Mapping[str, Any]:
    """The first JSON object in it; of one that was cut off, what is whole; {} where there is none."""
    decoder = json.JSONDecoder()
    starts = [index for index, char in enumerate(text) if char == "{"][:_TRIED]
    for start in starts:
        value = _decoded(decoder, text, start)
        if isinstance(value, dict):
            return value
        begun = _begun(text[start:])
        if begun:
            return begun
    return {}


def _decoded(decoder: json.JSONDecoder, text: str, start: int) -> object:
    try:
        return decoder.raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return None


def _begun(text: str) -> Mapping[str, Any]:
    """What is whole of an object that was cut off: closed behind its last whole value."""
    for end, closing in reversed(_ends(text)[-_TRIED:]):
        try:
            value = json.loads(text[:end] + closing)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    return {}


def _ends(text: str) -> list[tuple[int, str]]:
    """Where a value may be whole, with the brackets that are open there, closed from the inmost."""
    ends: list[tuple[int, str]] = []
    opened: list[str] = []
    quoted = escaped = False
    for index, char in enumerate(text):
        if quoted:
            escaped, quoted = char == "\\" and not escaped, char != '"' or escaped
            complete = not quoted
        elif char in _CLOSING:
            opened.append(_CLOSING[char])
            complete = False
        elif opened and char == opened[-1]:
            opened.pop()
            complete = True
        else:
            quoted, complete = char == '"', False
        if complete:
            ends.append((index + 1, "".join(reversed(opened))))
    return ends


def text_of(parsed: Mapping[str, Any], key: str) -> str:
    """The text at a key on one line, "" where there is none."""
    value = parsed.get(key)
    return _line(value) if isinstance(value, str) else ""


def texts_of(parsed: Mapping[str, Any], key: str) -> list[str]:
    """The texts of a list, those that are none left out; a single text counts as a list of it."""
    value = parsed.get(key)
    values = value if isinstance(value, list) else [value]
    return [line for element in values if isinstance(element, str) and (line := _line(element))]


def rows_of(parsed: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """The objects of a list, what is none left out."""
    value = parsed.get(key)
    return [element for element in value if isinstance(element, dict)] if isinstance(value, list) else []


def numbers_of(parsed: Mapping[str, Any], key: str) -> list[int]:
    """The whole numbers of a list, also where they are written as texts ("[2]"); a single one counts as a list of it."""
    value = parsed.get(key)
    values = value if isinstance(value, list) else [value]
    return [int(digits) for element in values if (digits := str(element).strip(" []")).isascii() and digits.isdecimal() and len(digits) < 7]


def _line(text: str) -> str:
    """One line without characters that are no text (a JSON escape may name any)."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
