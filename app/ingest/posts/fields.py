"""Access to fields of untrusted records; a value of a wrong type counts as missing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import unescape

from app.ingest.rows.outcomes import Record
from app.ingest.rows.values import language_code

_GROUPED_NUMBER = re.compile(r"[+]?\d{1,3}(?:[.,'\u2019\s]\d{3})+$")
_PLAIN_NUMBER = re.compile(r"[+]?(\d{1,15})(?:\.0*)?$")
_SHORT_NUMBER = re.compile(r"(\d{1,6}(?:[.,]\d{1,3})?)\s?([kKmM])$")
_SCALE = {"k": 1_000, "m": 1_000_000}
_MAX_COUNT = 10**15
_NO_LANGUAGE = frozenset("und zxx mul mis art".split())
_PRIVATE_USE = re.compile(r"q[a-t][a-z]$")
# Former codes of Indonesian, Hebrew and Yiddish, which platforms still write.
_CURRENT_CODES = {"in": "id", "iw": "he", "ji": "yi"}
_TAG = re.compile(r"<[^<>]*>")
_PARAGRAPH = re.compile(r"</(?:p|div|blockquote|pre|ul|ol|h[1-6])\s*>\s*", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>\n?|</li\s*>", re.IGNORECASE)


def nested(value: object, *names: str) -> Record:
    """Return the object nested under these names one after the other; empty if there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def text(record: Record, *names: str) -> str:
    """Return the first of these fields that holds text or a number, as text; "" if none does."""
    for name in names:
        value = record.get(name)
        if isinstance(value, str):
            if value:
                return value
        elif isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _MAX_COUNT**2:
            return str(int(value)) if value == value // 1 else str(value)
    return ""


def count(value: object) -> int | None:
    """Parse a number of reactions: 1234, "1,234", "1.2K". Return None for anything else, 0 for a negative number."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        # A score is negative if there are more votes against a post than for it.
        return max(0, int(value)) if -_MAX_COUNT < value < _MAX_COUNT else None
    if not isinstance(value, str):
        return None
    stripped = value.strip()
    if _PLAIN_NUMBER.match(stripped):
        return int(float(stripped))
    if _GROUPED_NUMBER.match(stripped):
        return int(re.sub(r"\D", "", stripped)) if len(stripped) < len(str(_MAX_COUNT)) * 2 else None
    short = _SHORT_NUMBER.match(stripped)
    return int(float(short[1].replace(",", ".")) * _SCALE[short[2].lower()]) if short else None


def total(values: Iterable[object]) -> int | None:
    """Return the sum of the values that are counts; None if there are none."""
    numbers = [number for number in map(count, values) if number is not None]
    return min(sum(numbers), _MAX_COUNT) if numbers else None


def counts(record: Record, names: str) -> int | None:
    """Return the sum of these fields, their names separated by spaces; None if none of them is a count."""
    return total(record.get(name) for name in names.split())


@lru_cache(maxsize=1024)
def language(code: str) -> str:
    """Return the BCP-47 code of a platform's language code; "" for none, an unknown one, and the codes of posts without words."""
    tag = language_code(code) or ""
    primary = tag.partition("-")[0]
    # X writes private codes (qaa to qtz) for posts of only pictures or links.
    if primary in _NO_LANGUAGE or _PRIVATE_USE.match(primary):
        return ""
    return _CURRENT_CODES.get(tag, tag)


def unescaped(escaped: str) -> str:
    """Resolve the entities of &, < and >, for platforms that escape only these."""
    if "&" not in escaped:
        return escaped
    return escaped.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def html_text(markup: str) -> str:
    """Convert a post in HTML to text: paragraphs and breaks become lines, links their full address, entities are resolved once."""
    lines = _BREAK.sub("\n", _PARAGRAPH.sub("\n\n", markup))
    return unescape(_TAG.sub("", lines)).strip()
