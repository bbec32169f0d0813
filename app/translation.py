"""The words of the window in its reader's language, from gettext catalogues in `resources/locale`; English stands in the code.

`tr` and `trn` translate where a text is shown; `mark` only marks a text in a table, for `tr` to translate later. One language
holds for a process and is chosen before anything is shown (`use`); the command line never chooses one and so stays English.
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
    """The language of this process and its catalogue."""

    def __init__(self) -> None:
        self.language = ENGLISH
        self.catalogue: gettext.NullTranslations = gettext.NullTranslations()


_current = _Current()
_english = gettext.NullTranslations()
_in_english: ContextVar[bool] = ContextVar("in_english", default=False)


def use(language: str) -> str:
    """Translate from here on into this language, a code such as "es"; returns the one taken, English where there is no
    catalogue of it."""
    known = language if language in available() else ENGLISH
    _current.language = known
    _current.catalogue = gettext.NullTranslations() if known == ENGLISH else gettext.translation(DOMAIN, str(_folder()), [known])
    return known


def use_catalogue(language: str, catalogue: gettext.NullTranslations) -> None:
    """Translate from here on by a catalogue made elsewhere, such as one that marks what was never translated."""
    _current.language, _current.catalogue = language, catalogue


@contextmanager
def in_english() -> Iterator[None]:
    """Nothing is translated inside, in this thread alone: for files that programs read, whatever language their reader has."""
    token = _in_english.set(True)
    try:
        yield
    finally:
        _in_english.reset(token)


def language() -> str:
    """The code of the language in use."""
    return ENGLISH if _in_english.get() else _current.language


def catalogue() -> gettext.NullTranslations:
    """The catalogue in use."""
    return _english if _in_english.get() else _current.catalogue


@cache
def available() -> tuple[str, ...]:
    """The languages the window can speak, English first."""
    found = sorted(path.parent.parent.name for path in _folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *found)


def tr(text: str, /, **values: object) -> str:
    """The text in the reader's language, `{name}` in it replaced by the value of that name."""
    said = catalogue().gettext(text) if text else ""
    return said.format(**values) if values else said


def trc(context: str, text: str, /) -> str:
    """A text whose words mean different things in different places, such as the verb and the adjective "open"; `context`
    says which to the translator."""
    return catalogue().pgettext(context, text)


def trn(one: str, many: str, count: int, /, **values: object) -> str:
    """The form of a text that fits a count: `{count}` in it becomes that number, written as the language writes numbers."""
    said = catalogue().ngettext(one, many, count)
    return said.format(count=number(count), **values)


def mark(text: str) -> str:
    """A text of a table, given back unchanged: it is collected for translation here and translated by `tr` where it is shown."""
    return text


def translated(words: Mapping[str, str]) -> dict[str, str]:
    """A table of marked texts, each in the reader's language."""
    return {key: tr(text) for key, text in words.items()}


def number(value: int) -> str:
    """A whole number with the language's separators: 19,250 in English."""
    if language() == ENGLISH:
        return f"{value:,}"
    from babel.numbers import format_decimal

    return format_decimal(value, locale=language())


def decimal(value: float, places: int) -> str:
    """A number with this many decimals: 0.457 in English, 0,457 in Spanish."""
    plain = f"{value:.{places}f}"
    if language() == ENGLISH:
        return plain
    from babel.numbers import get_decimal_symbol

    return plain.replace(".", get_decimal_symbol(language()))


def percent(share: float) -> str:
    """A probability in [0, 1] as a whole percentage that never claims certainty: `<1%` and `>99%` at the ends."""
    if share < 0.005:
        return tr("<1%")
    return tr(">99%") if share > 0.995 else whole_percent(share)


def whole_percent(share: float) -> str:
    """A share that was counted, as a whole percentage: 0% and 100% too."""
    # Translators: a share such as 45%, with the space before the sign where the language has one.
    return tr("{number}%", number=round(share * 100))


def _folder() -> Path:
    return resources_dir() / "locale"
