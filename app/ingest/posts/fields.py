"""Fields of records from outside, whose types nobody vouches for: a wrong type counts as nothing said."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import unescape

from app.ingest.rows.outcomes import Record
from app.ingest.rows.values import language_code

_THOUSANDS = re.compile(r"[+]?\d{1,3}(?:[.,'\u2019\s]\d{3})+$")
_PLAIN = re.compile(r"[+]?(\d{1,15})(?:\.0*)?$")
_SHORT = re.compile(r"(\d{1,6}(?:[.,]\d{1,3})?)\s?([kKmM])$")
_SCALE = {"k": 1_000, "m": 1_000_000}
_MOST = 10**15
_NO_LANGUAGE = frozenset("und zxx mul mis art".split())
_PRIVATE = re.compile(r"q[a-t][a-z]$")
_RENAMED = {"in": "id", "iw": "he", "ji": "yi"}
_TAG = re.compile(r"<[^<>]*>")
_PARAGRAPH = re.compile(r"</(?:p|div|blockquote|pre|ul|ol|h[1-6])\s*>\s*", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>\n?|</li\s*>", re.IGNORECASE)


def part(value: object, *names: str) -> Record:
    """The object inside an object under these names one after the other; empty where there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def text(record: Record, *names: str) -> str:
    """The first of these fields that holds text or a number, as text; "" where none does."""
    for name in names:
        value = record.get(name)
        if isinstance(value, str):
            if value:
                return value
        elif isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _MOST**2:
            return str(int(value)) if value == value // 1 else str(value)
    return ""


def count(value: object) -> int | None:
    """A number of reactions: 1234, "1,234", "1.2K"; None for anything else, 0 for a negative one (more votes against than for)."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return max(0, int(value)) if -_MOST < value < _MOST else None
    if not isinstance(value, str):
        return None
    told = value.strip()
    if _PLAIN.match(told):
        return int(float(told))
    if _THOUSANDS.match(told):
        return int(re.sub(r"\D", "", told)) if len(told) < len(str(_MOST)) * 2 else None
    short = _SHORT.match(told)
    return int(float(short[1].replace(",", ".")) * _SCALE[short[2].lower()]) if short else None


def total(values: Iterable[object]) -> int | None:
    """The sum of what can be counted; None where nothing can."""
    counted = [found for found in map(count, values) if found is not None]
    return min(sum(counted), _MOST) if counted else None


def counts(record: Record, names: str) -> int | None:
    """The sum of these fields, their names in one text; None where none of them counts anything."""
    return total(record.get(name) for name in names.split())


@lru_cache(maxsize=1024)
def language(code: str) -> str:
    """The BCP-47 code of what a platform says of a language; "" for none, unknown, and the codes for pictures and links alone."""
    found = language_code(code) or ""
    primary = found.partition("-")[0]
    if primary in _NO_LANGUAGE or _PRIVATE.match(primary):
        return ""
    return _RENAMED.get(found, found)


def unescaped(escaped: str) -> str:
    """Text in which a platform wrote &, < and > as entities, and nothing else."""
    if "&" not in escaped:
        return escaped
    return escaped.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def html_text(markup: str) -> str:
    """The text of a post written in HTML: paragraphs and breaks as lines, links with their whole address, entities resolved once."""
    lines = _BREAK.sub("\n", _PARAGRAPH.sub("\n\n", markup))
    return unescape(_TAG.sub("", lines)).strip()
