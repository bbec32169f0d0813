"""Speakers in brackets in captions: `(Anna) …` and `[Anna] …`.

Brackets mean many things, so that these count only where the whole text goes that way and names come back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import regex

from app.ingest.documents.labels import LONGEST_LABEL, NAME, Label, is_speaker
from app.ingest.documents.stage import blank_directions

_BRACKETED = regex.compile(rf"[ \t]*(?:\({NAME}\)|\[{NAME}\])[ \t]*:?[ \t]+(?=\S)")
_LEAST = 3
_SHARE = 0.25


def _matched(pattern: regex.Pattern[str], line: str) -> Label | None:
    found = pattern.match(line[:LONGEST_LABEL])
    name = " ".join(found.captures("name")[0].split()) if found else ""
    return Label(name, found.end()) if found and is_speaker(name) else None


def _going_that_way(labels: list[Label | None], lines: Sequence[str], share: float) -> list[Label | None]:
    """The labels where there are several, of at least two names of which one comes back, on a good part of the lines; else none."""
    names = Counter(label.name for label in labels if label)
    total, written = sum(names.values()), sum(bool(line.strip()) for line in lines)
    goes = total >= _LEAST and total > len(names) > 1 and total >= share * written
    return labels if goes else [None] * len(labels)


def find_bracketed(lines: Sequence[str]) -> list[Label | None]:
    """For each line of captions the name in brackets that it begins with, or None; sounds ("(Laughs)", "[Applause]") are no names."""
    labels = [_matched(_BRACKETED, line) if line.lstrip()[:1] in ("(", "[") else None for line in lines]
    heard = [label is not None and not blank_directions(line[: label.end]).strip() for label, line in zip(labels, lines, strict=True)]
    return _going_that_way([None if sound else label for label, sound in zip(labels, heard, strict=True)], lines, _SHARE)
