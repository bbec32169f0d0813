"""Countries by their names in the reader's language, in words where they are not known."""

from __future__ import annotations

from functools import lru_cache

from app.translation import language, trc


def country_name(code: str) -> str:
    """“Brazil” for BR; that it is not known for ""; a code that nobody knows stays as it is."""
    return _country(code, language()) if code else trc("country", "Not known")


@lru_cache(maxsize=512)
def _country(code: str, reader: str) -> str:
    from babel import Locale  # its tables are read where countries are first shown

    return str(Locale.parse(reader).territories.get(code.upper(), code))
