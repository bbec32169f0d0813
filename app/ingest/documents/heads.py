"""Speakers who are named on a line of their own, above their words, and the running heads of printed parliamentary records.

`Name` under or behind a time code (Teams, Premiere, Otter), `NAME` above each turn (Hansard's pages, scripts), and
`Mr. VALE. Mr. President, …` (the Congressional Record). A line is a name only where the whole text goes that way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import regex

from app.ingest.documents.labels import NAME, Label, is_speaker, stamp_pattern, time_of

_STAMPED = regex.compile(rf"[ \t]*(?:{stamp_pattern('a')}[ \t]*[-–—|•]?[ \t]*{NAME}|[-–—•*][ \t]*{NAME}[ \t]*{stamp_pattern('b')})[ \t]*$")
_ALONE = regex.compile(
    rf"[ \t]*(?:{NAME}(?:[ \t]*\([^()\n]{{1,60}}\)){{0,2}}|(?P<name>\p{{Lu}}[^.!?:;()\n]{{2,80}}?)[ \t]*\((?:{NAME})\))[ \t]*$"
)
_RECORD = regex.compile(
    r"[ \t]*(?P<name>(?:The|Mr\.|Mrs\.|Ms\.|Miss|Dr\.|Messrs\.)[ ](?:\p{Lu}[\p{L}'’]{0,2})?\p{Lu}[\p{Lu}'’\-]+(?:[ ]\p{Lu}[\p{Lu}'’\-.]+)*"
    r"(?:[ ]of[ ]\p{Lu}\w+(?:[ ]\p{Lu}\w+)?)?)(?:[ ]\([^()\n]{1,60}\))?\.(?=\s)[ \t]*"
)
_LEAST = 3


def _matched(pattern: regex.Pattern[str], line: str) -> Label | None:
    found = pattern.match(line) if 0 < len(line) < 200 else None
    if not found:
        return None
    name = " ".join(found.captures("name")[0].split())
    return Label(name, found.end(), time_of(found)) if is_speaker(name) else None


def _record(line: str) -> Label | None:
    found = _RECORD.match(line[:200])
    return Label(found["name"], found.end()) if found else None


def _has_words(lines: Sequence[str], place: int, heads: Sequence[Label | None]) -> bool:
    """Whether text that is no head stands under a line, at most one blank line between."""
    below = [number for number in range(place + 1, min(place + 3, len(lines))) if lines[number].strip()]
    return bool(below) and heads[below[0]] is None


def _kept(heads: list[Label | None], keep: Sequence[bool]) -> list[Label | None]:
    return [head if kept else None for head, kept in zip(heads, keep, strict=True)]


def _stamped_heads(lines: Sequence[str]) -> list[Label | None]:
    """Names beside a time code; most of the lines with only that must have one, and one of the names must come back."""
    heads = [_matched(_STAMPED, line) if ":" in line else None for line in lines]
    heads = _kept(heads, [_has_words(lines, place, heads) for place in range(len(lines))])
    names = Counter(head.name for head in heads if head)
    enough = sum(names.values()) >= 2 and (max(names.values()) >= 2 or sum(names.values()) >= _LEAST)
    return heads if enough else [None] * len(lines)


def _lone_heads(lines: Sequence[str]) -> list[Label | None]:
    """Names that open paragraphs: those in capitals or above their words without a blank line, where names come back."""
    opened = [not place or not lines[place - 1].strip() for place in range(len(lines))]
    heads = [_matched(_ALONE, line) if begins and len(line) <= 120 else None for line, begins in zip(lines, opened, strict=True)]
    close = [place + 1 < len(lines) and bool(lines[place + 1].strip()) for place in range(len(lines))]
    heads = _kept(
        heads,
        [
            head is not None and (near or head.name.isupper()) and _has_words(lines, place, heads)
            for place, (head, near) in enumerate(zip(heads, close, strict=True))
        ],
    )
    names = Counter(head.name for head in heads if head)
    back = {name for name, count in names.items() if count >= 2}
    paragraphs = sum(begins and bool(line.strip()) for line, begins in zip(lines, opened, strict=True))
    returning = sum(names[name] for name in back)
    if returning < _LEAST or len(names) < 2 or returning * 4 < paragraphs:
        return [None] * len(lines)
    return _kept(heads, [head is not None and (head.name in back or "(" in line) for head, line in zip(heads, lines, strict=True)])


def find_heads(lines: Sequence[str]) -> list[Label | None]:
    """For each line the speaker that it names for the lines below (or, in a printed record, for the words behind), or None."""
    record = [_record(line) for line in lines]
    if sum(label is not None for label in record) >= _LEAST:
        return record
    stamped = _stamped_heads(lines)
    return stamped if any(stamped) else _lone_heads(lines)


def heading_names(firsts: Sequence[str]) -> list[str]:
    """The names that the first lines of captions hold, "" where one holds none; all "" unless nearly all do and names come back."""
    found = [_matched(_ALONE, line) for line in firsts]
    names = [label.name if label else "" for label in found]
    counts = Counter(name for name in names if name)
    total = sum(counts.values())
    if total < 2 or total * 5 < len(names) * 4 or max(counts.values()) < 2 or (total > 5 and len(counts) * 2 > total):
        return [""] * len(names)
    return names
