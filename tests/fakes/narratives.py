"""Invented stories for tests of narratives: fact-checks and posts by topic, and an engine over a real library with a word encoder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

from app.domain.factcheck import FactCheck
from app.domain.narrative import NarrativeMap
from app.domain.post import Post
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import Verdict
from app.ports import LibraryChange, NarrativeFile, PostLibrary
from app.services.narrative_engine import NarrativeEngine
from app.services.narratives import find_narratives
from app.store import open_library
from app.store.narratives import SqliteNarratives
from tests.fakes.encoder import FakeEncoder

CROCODILE = "A crocodile walks through the flooded streets of Hyderabad"
COUNTRIES = {"Harbour Check": "NO", "Valley Facts": "PT"}


def check(identifier: str, claim: str, publisher: str, day: str, *, language: str = "en", verdict: Verdict = Verdict.FALSE) -> FactCheck:
    """Return a fact-check of this claim."""
    published = date.fromisoformat(day) if day else None
    url = f"https://{publisher.split(maxsplit=1)[0].lower()}.example/{identifier}"
    return FactCheck(
        id=identifier,
        claim=claim,
        publisher=publisher,
        published=published,
        language=language,
        verdict=verdict,
        rating=verdict.value,
        url=url,
        body=f"We looked into it. {claim}.",
    )


STORIES = (
    check("croc-1", CROCODILE, "Harbour Check", "2021-03-01"),
    check("croc-2", f"{CROCODILE}.", "Valley Facts", "2021-04-12", language="pt"),
    check("croc-3", f"A video: {CROCODILE.lower()}", "Valley Facts", "2021-05-01"),
    check("croc-m", CROCODILE.replace("Hyderabad", "Mumbai"), "Valley Facts", "2021-06-01"),
    check("otter-1", "Otters build the bridges of Velden at night", "Harbour Check", "2020-01-01", verdict=Verdict.TRUE),
    check("otter-2", "The otters build the bridges of Velden at night", "Harbour Check", "2020-02-01"),
    check("alone", "Onions cure deafness when eaten with lead paint", "Harbour Check", "2020-03-01"),
    check("undated", f"{CROCODILE} again", "Someone Else", ""),
)
POSTS = (
    Post(id="p1", text=f"{CROCODILE} wow", author="anna", published=datetime(2021, 2, 27, tzinfo=UTC), platform="x", language="en"),
    Post(id="p2", text="Completely unrelated lunch pictures", author="ben", published=datetime(2021, 2, 28, tzinfo=UTC), platform="x"),
)


@contextmanager
def narrative_engine(
    folder: Path, factchecks: Sequence[FactCheck] = (), *, posts: PostLibrary | None = None, narrative_file: NarrativeFile | None = None
) -> Iterator[NarrativeEngine]:
    """Return an engine over the library in this folder, after adding these fact-checks."""
    encoder = FakeEncoder(dimension=256)
    library = open_library(folder, create=True)
    if factchecks:
        library.apply(LibraryChange(upsert=factchecks), encoder=encoder, progress=no_progress, cancel=CancelToken())
    file = narrative_file or SqliteNarratives(folder)
    try:
        yield NarrativeEngine(
            library=library, store=file, encoder=lambda: encoder, country_of=lambda publisher, _: COUNTRIES.get(publisher, ""), posts=posts
        )
    finally:
        file.close()
        library.close()


def found(engine: NarrativeEngine, **options: bool) -> NarrativeMap:
    """Find the narratives of an engine's library."""
    return find_narratives(engine=engine, progress=no_progress, cancel=CancelToken(), **options)  # type: ignore[arg-type]
