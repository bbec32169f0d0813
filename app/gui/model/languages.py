"""Languages as people call them, in the window's own language."""

from __future__ import annotations

from functools import lru_cache

from app.ingest.language import LANGUAGES
from app.translation import language, tr


def language_name(code: str) -> str:
    """The name of a language, such as "Portuguese"; the code itself where nobody has a name for it, words for an unknown one."""
    return _name(code, language()) if code else tr("Not known")


def language_choices(kept: str = "") -> tuple[tuple[str, str], ...]:
    """(name, code) of every language that is offered, and of the one that is `kept`, by name."""
    codes = {*LANGUAGES, *filter(None, [kept])}
    return tuple(sorted(((language_name(code), code) for code in codes), key=lambda each: (each[0].casefold(), each[1])))


@lru_cache(maxsize=512)
def _name(code: str, shown_in: str) -> str:
    from babel import Locale, UnknownLocaleError

    try:
        found = Locale.parse(code.replace("-", "_")).get_display_name(shown_in)
    except (UnknownLocaleError, ValueError):
        return code
    return f"{found[:1].upper()}{found[1:]}" if found else code
