"""The names of languages in the reader's own: “Portuguese” for pt."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from app.ingest.language_codes import LANGUAGES
from app.translation import language, trc


def language_name(code: str) -> str:
    """A language by its code (BCP-47), with its region where it has one; the code itself where it has no name, words for an unknown one."""
    return _named(code, language()) if code else trc("language", "Not known")


def language_names(codes: Iterable[str]) -> str:
    """Several, as a list."""
    return ", ".join(language_name(code) for code in codes)


def language_choices(current_code: str = "") -> tuple[tuple[str, str], ...]:
    """(name, code) of every language that is offered, and of the one that is `current_code`, by name."""
    codes = {*LANGUAGES, *filter(None, [current_code])}
    return tuple(sorted(((language_name(code), code) for code in codes), key=lambda choice: (choice[0].casefold(), choice[1])))


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
