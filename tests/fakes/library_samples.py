"""Invented fact-checks for tests of the library, any number of them, always equal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import Verdict
from app.ports import Library, LibraryChange, TextEncoder
from app.store import open_library
from tests.fakes.encoder import FakeEncoder

WHO = ("The mayor", "A minister", "The bank", "A senator", "The council", "A blogger", "The union", "An actor")
DID = ("closed", "opened", "sold", "doubled", "banned", "taxed", "painted", "lost", "measured", "paid for")
WHAT = ("bridges", "schools", "vaccines", "rivers", "pensions", "wind farms", "buses", "libraries", "lakes", "jobs")
WHERE = ("in Northfield", "in the old harbour", "across the valley", "near Lake Orrin", "in twelve towns", "abroad")
PUBLISHERS = ("Harbour Check", "Valley Facts", "Der Prüfer")


def sample(number: int, *, version: int = 0) -> FactCheck:
    """Return fact-check `number`; another `version` has other texts under the same id."""
    rng = random.Random(number * 1_000 + version)
    claim = f"{rng.choice(WHO)} {rng.choice(DID)} {rng.randint(2, 90_000):,} {rng.choice(WHAT)} {rng.choice(WHERE)}"
    words = [rng.choice((*WHO, *DID, *WHAT, *WHERE)) for _ in range(40)]
    return FactCheck(
        id=f"fc-{number:05d}",
        claim=claim,
        title=f"Did they? What is known of {rng.choice(WHAT)} {number % 7}" if number % 5 else "",
        body=" ".join(words),
        rating=rng.choice(("False", "Mostly true", "No evidence")),
        verdict=rng.choice((Verdict.FALSE, Verdict.MOSTLY_TRUE, Verdict.UNPROVEN)),
        rating_rule="test",
        publisher=PUBLISHERS[number % 3],
        claimant=rng.choice(WHO),
        published=date(2015, 1, 1) + timedelta(days=number) if number % 4 else None,
        url=f"https://{number % 3}.example/check/{number}",
        language="en",
    )


def samples(count: int, *, start: int = 0) -> list[FactCheck]:
    """Return `count` fact-checks with ascending ids."""
    return [sample(number) for number in range(start, start + count)]


def change(
    library: Library,
    *,
    upsert: Sequence[FactCheck] = (),
    delete: Sequence[str] = (),
    encoder: TextEncoder | None = None,
    cancel: CancelToken | None = None,
) -> ChangeCounts:
    """Apply a change with a FakeEncoder."""
    return library.apply(
        LibraryChange(upsert=upsert, delete=delete), encoder=encoder or FakeEncoder(), progress=no_progress, cancel=cancel or CancelToken()
    )


def filled(path: Path, factchecks: Sequence[FactCheck], *, encoder: TextEncoder | None = None) -> Library:
    """Make a new library in `path` with these fact-checks."""
    library = open_library(path, create=True)
    change(library, upsert=factchecks, encoder=encoder)
    return library
