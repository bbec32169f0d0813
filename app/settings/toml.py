"""A TOML writer for strings, numbers, booleans, dates, lists and tables: the part of TOML that the settings need, readable by
`tomllib`."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping, Sequence

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def dump(values: Mapping[str, object]) -> str:
    """Return a mapping as the text of a TOML document. Raises TypeError for a value that TOML cannot hold."""
    lines: list[str] = []
    _table(lines, (), values)
    return "\n".join(lines).strip("\n") + "\n"


def comment(text: str) -> str:
    """Return the text as a TOML comment on one line."""
    return "# " + " ".join(text.split())


def value_text(value: object) -> str:
    """Return a value in TOML's notation."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key_text(key)} = {value_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(value_text(item) for item in value) + "]"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, int | float):
        # TOML writes numbers as Python does, inf and nan included, and booleans in lower case.
        return repr(value).lower()
    raise TypeError(f"TOML holds no {type(value).__name__}")


def key_text(key: str) -> str:
    """Return a key, quoted where TOML requires it."""
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    # TOML's basic strings are escaped like JSON's. Exceptions: DEL, forbidden only in TOML, and lone surrogates, which UTF-8 lacks.
    encodable = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(encodable, ensure_ascii=False).replace("\x7f", "\\u007f")


def _table(lines: list[str], path: tuple[str, ...], values: Mapping[str, object]) -> None:
    tables = {key: value for key, value in values.items() if isinstance(value, Mapping)}
    if path:
        lines.append("")
        lines.append("[" + ".".join(key_text(key) for key in path) + "]")
    for key, value in values.items():
        if key not in tables:
            lines.append(f"{key_text(key)} = {value_text(value)}")
    for key, table in tables.items():
        _table(lines, (*path, key), table)
