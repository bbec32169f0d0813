"""The names of languages in the reader's own: “Portuguese” for pt."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from app.translation import language


def language_name(code: str) -> str:
    """A language by its code (BCP-47), with its region where it has one; the code itself where it has no name."""
    return _named(code, language())


def language_names(codes: Iterable[str]) -> str:
    """Several, as a list."""
    return ", ".join(language_name(code) for code in codes)


@cache
def _named(code: str, reader: str) -> str:
    from babel import Locale, UnknownLocaleError  # the window is shown before anything needs it

    try:
        name = Locale.parse(code, sep="-").get_display_name(reader)
    except (UnknownLocaleError, ValueError, TypeError):
        try:
            name = Locale.parse(code.partition("-")[0]).get_display_name(reader)
        except (UnknownLocaleError, ValueError, TypeError):
            return code
    return f"{name[:1].upper()}{name[1:]}" if name else code
