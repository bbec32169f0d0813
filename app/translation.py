"""Translation of the program's texts, with gettext catalogues in `resources/locale`; the English texts are in the code.

`tr` and `trn` translate where a text is shown; `mark` only marks a text in a table, which `tr` translates later. Each process has
one language, chosen before anything is shown (`use`); the command line never chooses one and so stays English.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from app.paths import resources_dir

ENGLISH = "en"
DOMAIN = "priorcheck"


class _Current:
    """Language of this process, and its catalogue."""

    def __init__(self) -> None:
        self.language = ENGLISH
        self.catalogue: gettext.NullTranslations = gettext.NullTranslations()


_current = _Current()
_english = gettext.NullTranslations()
_in_english: ContextVar[bool] = ContextVar("in_english", default=False)


def use(language: str) -> str:
    """Switch to a language, a code such as "es". Return the language now in use: English where there is no catalogue of the one
    asked for."""
    supported = language if language in available() else ENGLISH
    _current.language = supported
    _current.catalogue = gettext.NullTranslations() if supported == ENGLISH else gettext.translation(DOMAIN, str(_folder()), [supported])
    return supported


def use_catalogue(language: str, catalogue: gettext.NullTranslations) -> None:
    """Switch to a catalogue made elsewhere, such as one that marks untranslated texts."""
    _current.language, _current.catalogue = language, catalogue


@contextmanager
def in_english() -> Iterator[None]:
    """Disable translation in the context, in this thread only: for files that other programs read."""
    token = _in_english.set(True)
    try:
        yield
    finally:
        _in_english.reset(token)


def language() -> str:
    """Return the code of the language in use."""
    return ENGLISH if _in_english.get() else _current.language


def catalogue() -> gettext.NullTranslations:
    """Return the catalogue in use."""
    return _english if _in_english.get() else _current.catalogue


@cache
def available() -> tuple[str, ...]:
    """Return the codes of all available languages, English first."""
    codes = sorted(path.parent.parent.name for path in _folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *codes)


def tr(text: str, /, **values: object) -> str:
    """Translate a text and replace each `{name}` in it by the value of that name."""
    message = catalogue().gettext(text) if text else ""
    return message.format(**values) if values else message


def trc(context: str, text: str, /) -> str:
    """Translate a text whose words have several meanings, such as the verb and the adjective "open"; `context` tells the translator
    which is meant (gettext's `pgettext`)."""
    return catalogue().pgettext(context, text)


def trn(singular: str, plural: str, count: int, /, **values: object) -> str:
    """Translate a text in the plural form that fits `count`; `{count}` becomes the number in the language's notation."""
    message = catalogue().ngettext(singular, plural, count)
    return message.format(count=number(count), **values)


def mark(text: str) -> str:
    """Return a text unchanged, after marking it for the catalogue (gettext's `N_`); `tr` translates it where it is shown."""
    return text


def translated(words: Mapping[str, str]) -> dict[str, str]:
    """Translate the texts of a table."""
    return {key: tr(text) for key, text in words.items()}


def number(value: int) -> str:
    """Format a whole number with the language's separators: 19,250 in English."""
    if language() == ENGLISH:
        return f"{value:,}"
    from babel.numbers import format_decimal

    return format_decimal(value, locale=language())


def decimal(value: float, digits: int) -> str:
    """Format a number with this many decimals: 0.457 in English, 0,457 in Spanish."""
    plain = f"{value:.{digits}f}"
    if language() == ENGLISH:
        return plain
    from babel.numbers import get_decimal_symbol

    return plain.replace(".", get_decimal_symbol(language()))


def percent(share: float) -> str:
    """Format a probability in [0, 1] as a whole percentage that never claims certainty: `<1%` and `>99%` at the ends."""
    if share < 0.005:
        return tr("<1%")
    return tr(">99%") if share > 0.995 else whole_percent(share)


def whole_percent(share: float) -> str:
    """Format a counted share as a whole percentage, including 0% and 100%."""
    # Translators: a share such as 45%, with the space before the sign where the language has one.
    return tr("{number}%", number=round(share * 100))


def _folder() -> Path:
    return resources_dir() / "locale"
