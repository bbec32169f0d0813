"""The years and months that texts name, and whether two texts can speak of the same time."""

from __future__ import annotations

import re

_YEAR = re.compile(r"(?<![\d.,$€£])(?:1[5-9]|20)\d\d(?![\d%]|,\d)")
_MONTHS = "january february march april may june july august september october november december".split()
_SHORT = {month[:3]: month for month in _MONTHS} | {"sept": "september"}
_MONTH = re.compile(
    rf"\b(?:{'|'.join(month.title() for month in _MONTHS)}|(?:{'|'.join(short.title() for short in _SHORT if short != 'may')})\.)"
)

_MENTION = re.compile(rf"{_MONTH.pattern}(?: \d{{1,2}},?)?(?: {_YEAR.pattern})?|{_YEAR.pattern}")


def years(text: str) -> frozenset[str]:
    """The years that a text names."""
    return frozenset(_YEAR.findall(text))


def months(text: str) -> frozenset[str]:
    """The months that a text names, with a capital as names are."""
    return frozenset(_full(month) for month in _MONTH.findall(text))


def mentions(text: str) -> list[str]:
    """Each time as a text names it, in order: a month with its year as one."""
    return [match[0] for match in _MENTION.finditer(text)]


def same_time(claim: str, sentence: str) -> bool:
    """Return True if the sentence mentions exactly the years and months of the claim, or neither mentions any."""
    return years(claim) == years(sentence) and (not months(claim) or not months(sentence) or months(claim) == months(sentence))


def speaks_of(claim: str, sentence: str, passage: str) -> bool:
    """Return True if the claim's years are in the sentence, or in the passage if the sentence has none; the same for months."""
    return all(times_of(claim) <= (times_of(sentence) or times_of(passage)) for times_of in (years, months))


def _full(month: str) -> str:
    return _SHORT.get(month.lower().rstrip("."), month.lower())
