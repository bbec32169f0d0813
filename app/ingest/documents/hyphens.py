"""Join words that are divided at the end of a line in plain text."""

from __future__ import annotations

import regex

from app.ingest.documents.spelling import PUNCTUATION, Spelling

_DIVIDED = regex.compile(r"[\p{L}\p{M}\d][-\u2010\u00ad¬]\s*$")
_SOFT_HYPHENS = "\u00ad¬"
# Before these words a hyphen stands for the rest of a compound: "pre- and post-war".
_SUSPENDED_BEFORE = frozenset(
    "and or nor to und oder bis sowie bzw et ou y o u e ed en of och eller og i oraz lub a nebo či и или та або és vagy ja tai și sau ve "
    "veya".split()
)


def is_divided(line: str, after: str) -> bool:
    """Return True if a line ends in a hyphen after a letter or digit, and the next line continues the word."""
    if not line or line[-1] not in "-\u2010\u00ad¬ " or not _DIVIDED.search(line[-4:]):
        return False
    first = after.lstrip()[:1]
    # Ranges of numbers are divided after their hyphen, too.
    digits = line.rstrip()[-2:-1].isdigit() and first.isdigit()
    return digits or (first.isalpha() and line.rstrip()[-2:-1].isalpha() and after.split(maxsplit=1)[0] not in _SUSPENDED_BEFORE)


def join_divided(line: str, after: str, spelling: Spelling) -> tuple[str, int]:
    """Return the line with its last word completed, and the number of characters taken from the next line with following spaces."""
    line = line.rstrip()
    lead = len(after) - len(after.lstrip())
    second = after.split(maxsplit=1)[0]
    parts = line[:-1].rsplit(maxsplit=1)
    first = parts[-1].lstrip(PUNCTUATION)
    # A soft hyphen always divides a word; before a capital, a hyphen belongs to it.
    joined = line[-1] in _SOFT_HYPHENS or (
        second[0].islower() and first[-1:].isalpha() and not spelling.hyphenated(first, second.rstrip(PUNCTUATION))
    )
    consumed = lead + len(second)
    consumed += len(after[consumed:]) - len(after[consumed:].lstrip())
    return (line[:-1] if joined else line) + second, consumed
