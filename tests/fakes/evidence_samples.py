"""Invented evidence, equal on every machine."""

from __future__ import annotations

import random
from datetime import date, timedelta

from app.domain.evidence import EvidenceDocument
from tests.fakes.library_samples import DID, WHAT, WHERE, WHO

MEDIA = ("Web text", "PDF", "Web table")


def document(number: int, *, version: int = 0) -> EvidenceDocument:
    """Return document `number`, of one to nine sentences on three lines; another `version` has another text under the same id.
    Every fifth has no date, every third no address, every fourth has pages."""
    rng = random.Random(number * 1_000 + version)
    sentences = [f"{rng.choice(WHO)} {rng.choice(DID)} {rng.randint(2, 90_000)} {rng.choice(WHAT)} {rng.choice(WHERE)}." for _ in range(9)]
    lines = [" ".join(sentences[start : start + 3]) for start in range(0, number % 9 + 1, 3)]
    text = "\n".join(lines)
    return EvidenceDocument(
        id=f"d{number:04d}",
        text=text,
        title=f"On {rng.choice(WHAT)} {number % 11}",
        source=("Harbour News", "Valley Archive", "")[number % 3],
        url=f"https://site{number % 4}.example/{number}" if number % 3 else "",
        medium=MEDIA[number % 3],
        published=date(2020, 1, 1) + timedelta(days=number) if number % 5 else None,
        language="en",
        page_starts=(0, len(lines[0]) // 2, len(text)) if number % 4 == 0 else (),
    )


def documents(count: int, *, start: int = 0) -> list[EvidenceDocument]:
    """Return `count` documents with ascending ids."""
    return [document(number) for number in range(start, start + count)]


def by_line(text: str, language: str) -> list[tuple[int, int]]:
    """PassageCutter that makes each line a passage."""
    spans, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans
