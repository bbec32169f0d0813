"""Languages and countries by their names in the reader's language, from their codes; a code that nobody knows stays as it is."""

from __future__ import annotations

from functools import lru_cache

from app import translation
from app.translation import trc


def language_name(code: str) -> str:
    """“Portuguese” for pt; nothing known for ""."""
    return _name(code, translation.language(), "languages") if code else trc("language", "Not known")


def country_name(code: str) -> str:
    """“Brazil” for BR; nothing known for ""."""
    return _name(code, translation.language(), "territories") if code else trc("country", "Not known")


@lru_cache(maxsize=4096)
def _name(code: str, reader: str, table: str) -> str:
    from babel import Locale  # its tables are read where names are first shown

    names = getattr(Locale.parse(reader), table)
    known = names.get(code.upper() if table == "territories" else code.replace("-", "_")) or names.get(code.partition("-")[0], code)
    return f"{known[:1].upper()}{known[1:]}"
