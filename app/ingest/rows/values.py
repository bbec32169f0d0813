"""Values of records: text fields of any JSON type, numbers, missing values, dates."""

from __future__ import annotations

import math
import re
from datetime import date

from app.ingest.rows.date_style import ANY_STYLE, DateStyle
from app.ingest.rows.dates import ImpossibleDate, parse_date, unclear
from app.ingest.rows.outcomes import Record, RowRefused
from app.translation import mark, tr

_WRONG_TYPE_MESSAGES = {
    int: mark('The field "{field}" holds a number too large where text is expected.'),
    bool: mark('The field "{field}" holds true or false where text is expected.'),
    list: mark('The field "{field}" holds a list where text is expected.'),
    tuple: mark('The field "{field}" holds a list where text is expected.'),
    dict: mark('The field "{field}" holds an object where text is expected.'),
}
_OTHER_TYPE_MESSAGE = mark('The field "{field}" holds a {type} where text is expected.')
# Above this a float no longer holds every digit of an id.
_MAX_EXACT_FLOAT = 1e15
_MAX_INTEGER_BITS = 1024
_MISSING_VALUES = frozenset("nan nat none null n/a na nil unknown undated".split())
# Programs write year 1, or only zeros, for a missing date.
_ZERO_DATE = re.compile(r"[0:.\-/ ]+$|0?0?01[-/.]01[-/.]0001\b|0001-01-01")
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$")
_LANGUAGE_NAMES = {
    name: code
    for code, names in {
        "en": "english inglés inglês anglais englisch",
        "es": "spanish español castellano espanhol espagnol spanisch",
        "pt": "portuguese português portugués portugais portugiesisch",
        "fr": "french français francés francês französisch",
        "de": "german deutsch alemán alemão allemand",
        "it": "italian italiano italien italienisch",
        "hi": "hindi हिन्दी",
        "ar": "arabic العربية árabe arabe arabisch",
        "tr": "turkish türkçe",
        "id": "indonesian",
    }.items()
    for name in names.split()
}


def parse_day(text: str, style: DateStyle = ANY_STYLE) -> date | None:
    """Parse a date; None if the text is none. Raises RowRefused for a day that does not exist."""
    try:
        return parse_date(text, style)
    except ImpossibleDate as error:
        raise RowRefused(str(error)) from error


def unclear_day(*texts: str, style: DateStyle = ANY_STYLE) -> str:
    """Return the first of these texts that is a date which may be one of several days; "" if there is none."""
    return next((text.strip() for text in texts if unclear(text, style)), "")


def unread_day(*texts: str, style: DateStyle = ANY_STYLE) -> str:
    """Return the first of these texts that should be a date but cannot be read as one; "" if there is none."""
    return next((text.strip() for text in texts if _has_value(text) and _is_unread(text, style)), "")


def _has_value(text: str) -> bool:
    """Return True if a cell is neither empty nor one of the words and zeros that programs write for a missing value."""
    return text.strip().casefold() not in _MISSING_VALUES and any(map(str.isalnum, text)) and not _ZERO_DATE.match(text.strip())


def _is_unread(text: str, style: DateStyle) -> bool:
    try:
        return parse_date(text, style) is None and not unclear(text, style)
    except ImpossibleDate:
        return False


def scalar(value: object, name: str) -> str:
    """Convert a JSON or cell value to text: None and NaN give "", numbers their digits. Raises RowRefused for lists and objects."""
    if isinstance(value, str):
        return value
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < _MAX_EXACT_FLOAT else str(value)
    # bool is an int in Python.
    if isinstance(value, bool) or not isinstance(value, int) or value.bit_length() > _MAX_INTEGER_BITS:
        raise RowRefused(tr(_WRONG_TYPE_MESSAGES.get(type(value), _OTHER_TYPE_MESSAGE), field=name, type=type(value).__name__))
    return str(value)


def text_field(record: Record, *names: str) -> str:
    """Return the first of these fields that holds text, as text; "" if none does. Raises RowRefused for a wrong type."""
    for name in names:
        text = scalar(record.get(name), name)
        if text.strip():
            return text
    return ""


def language_code(text: str) -> str | None:
    """Return the BCP-47 code for a code ("pt_BR", "EN") or a language's name; None for anything else, so that the language is
    detected."""
    match = _LANGUAGE_TAG.match(text.strip())
    if not match:
        return _LANGUAGE_NAMES.get(text.strip().casefold())
    primary, _, subtags = match.group().replace("_", "-").partition("-")
    return f"{primary.lower()}-{subtags}" if subtags else primary.lower()
