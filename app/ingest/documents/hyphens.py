"""Words that a line's end divides, in plain text."""

from __future__ import annotations

import regex

from app.ingest.documents.spelling import PUNCTUATION, Spelling

_BROKEN = regex.compile(r"[\p{L}\p{M}\d][-\u2010\u00ad¬]\s*$")
_SOFT = "\u00ad¬"
_SUSPENDED = frozenset(
    "and or nor to und oder bis sowie bzw et ou y o u e ed en of och eller og i oraz lub a nebo či и или та або és vagy ja tai și sau ve "
    "veya".split()
)
"""Words before which a hyphen stands for the rest of a compound: "pre- and post-war"."""


def is_broken(line: str, after: str) -> bool:
    """Return True if a line ends in a hyphen behind a letter or digit, and the next one goes on at once."""
    if not line or line[-1] not in "-\u2010\u00ad¬ " or not _BROKEN.search(line[-4:]):
        return False
    first = after.lstrip()[:1]
    digits = line.rstrip()[-2:-1].isdigit() and first.isdigit()
    return digits or (first.isalpha() and line.rstrip()[-2:-1].isalpha() and after.split(maxsplit=1)[0] not in _SUSPENDED)


def divided(line: str, after: str, spelling: Spelling) -> tuple[str, int]:
    """The line with the word whole at its end, and how many characters of the next line that took, spaces behind it included."""
    line = line.rstrip()
    lead = len(after) - len(after.lstrip())
    second = after.split(maxsplit=1)[0]
    parts = line[:-1].rsplit(maxsplit=1)
    first = parts[-1].lstrip(PUNCTUATION)
    joined = line[-1] in _SOFT or (
        second[0].islower() and first[-1:].isalpha() and not spelling.hyphenated(first, second.rstrip(PUNCTUATION))
    )
    taken = lead + len(second)
    taken += len(after[taken:]) - len(after[taken:].lstrip())
    return (line[:-1] if joined else line) + second, taken
