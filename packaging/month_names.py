"""Write resources/calendar_words.tsv: names of months and weekdays in every language, and the small words in dates.

Run it when babel is upgraded: `.venv/bin/python packaging/month_names.py`. The data are those of Unicode CLDR in babel. The program
reads this table because its packages leave out most of babel's languages.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from babel import Locale, UnknownLocaleError, localedata
from babel.core import get_global
from babel.dates import format_date
from babel.languages import get_territory_language_info

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from app.ingest.rows.calendar_words import table_path, words_of

_HEADER = "# Made by packaging/month_names.py from the Unicode CLDR: kind (a month, w weekday, f small word), name, languages.\n"
_FEW = 4
_OTHER_CALENDARS = frozenset(("ti", "gez", "tig"))
"""Languages that use the month names of another calendar, in which such a date is another day."""
_LITERAL = re.compile(r"'([^']+)'")

Names = dict[tuple[str, str], set[str]]
"""Languages by (kind, name)."""


def official_languages() -> set[str]:
    """Return the languages with official status in a country or in a part of one."""
    territories = get_global("territory_languages")
    languages = ((code, info) for territory in territories for code, info in get_territory_language_info(territory).items())
    return {code.split("_")[0] for code, info in languages if info["official_status"]}


def names_of(locale: Locale) -> Iterator[tuple[str, str]]:
    """Yield (kind, name) for all words in this locale's dates."""
    for forms in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            yield from ((str(number), name) for number, name in locale.months.get(forms, {}).get(width, {}).items())
            yield from (("w", name) for name in locale.days.get(forms, {}).get(width, {}).values())
    for form in (*locale.date_formats.values(), *locale.datetime_formats.values()):
        pattern = str(getattr(form, "pattern", form)).replace("''", "")
        yield from (("f", word) for literal in _LITERAL.findall(pattern) for word in literal.split())


def in_dates(locale: Locale) -> Iterator[tuple[str, str]]:
    """Yield (kind, name) as written in whole dates, where letters may join a name.

    The part that differs from month to month is the name.
    """
    for form in ("long", "medium"):
        texts = [words_of(format_date(date(2023, month, 3), form, locale=locale)) for month in range(1, 13)]
        shared = set.intersection(*map(set, texts))
        yield from (("f", word) for word in shared if not word.isdigit())
        for month, words in enumerate(texts, start=1):
            yield str(month), " ".join(word for word in words if word not in shared)
    texts = [words_of(format_date(date(2023, 5, day), "full", locale=locale)) for day in range(1, 8)]
    shared = set.intersection(*map(set, texts))
    yield from (("w", " ".join(word for word in words if word not in shared and not word.isdigit())) for words in texts)


def collected() -> Names:
    """Return all names, case-folded as when dates are read. Names of digits or of one letter are left out."""
    names: Names = defaultdict(set)
    for code in localedata.locale_identifiers():
        try:
            locale = Locale.parse(code)
        except (UnknownLocaleError, ValueError):
            continue
        for kind, name in (*names_of(locale), *in_dates(locale)):
            folded = " ".join(words_of(name))
            if kind.isdigit() and locale.language in _OTHER_CALENDARS:
                continue
            if folded and not re.search(r"\d", folded) and (kind == "f" or len(folded) > 1):
                names[kind, folded].add(locale.language)
    return names


def settled(names: Names) -> Names:
    """Return the names without rare meanings.

    A meaning in few languages gives way to one in many. Languages that are official nowhere do not count.
    """
    official = official_languages()
    meanings: dict[str, dict[str, set[str]]] = defaultdict(dict)
    for (kind, name), languages in names.items():
        if kind.isdigit():
            meanings[name][kind] = languages
    return {
        (kind, name): languages for (kind, name), languages in names.items() if not kind.isdigit() or counts(kind, meanings[name], official)
    }


def counts(kind: str, meanings: dict[str, set[str]], official: set[str]) -> bool:
    """Return True if a name may mean the month `kind`, of all the months that it means in some language."""
    most_languages = max(map(len, meanings.values()))
    if len(meanings[kind]) * _FEW <= most_languages:
        return False
    return bool(meanings[kind] & official) or not any(languages & official for languages in meanings.values())


def main() -> None:
    rows = sorted((kind, name, " ".join(sorted(languages))) for (kind, name), languages in settled(collected()).items())
    table_path().write_text(_HEADER + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    print(f"{len(rows)} names written to {table_path().name}")


if __name__ == "__main__":
    main()
