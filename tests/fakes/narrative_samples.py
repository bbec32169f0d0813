"""Invented stories for the Narratives page: one in three languages, one with conflicting rulings, one of posts only."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from app.domain.factcheck import FactCheck
from app.domain.post import Post
from app.domain.verdict import Verdict

_DESKS = (("Sample desk", "en"), ("Escritorio", "es"), ("Mesa", "pt"), ("Sample desk", "en"), ("Second bench", "en"), ("Mesa", "pt"))


def stories() -> list[FactCheck]:
    """Return six debunks of a ferry over two years, three of a dam with both rulings, and one unrelated check."""
    ferry = [
        FactCheck(
            id=f"ferry-{index}",
            claim=f"Video shows Velden ferry sinking near harbour {'with many passengers aboard ' * index}".strip(),
            verdict=Verdict.FALSE if index != 3 else Verdict.MISLEADING,
            rating="False" if index != 3 else "Old video",
            publisher=publisher,
            language=language,
            claimant="Carl Vinter" if index % 2 else "",
            published=date(2021, 1, 10) + timedelta(days=index * index * 20),
            url=f"https://desk{index}.example/ferry",
        )
        for index, (publisher, language) in enumerate(_DESKS)
    ]
    dam = [
        FactCheck(
            id=f"dam-{index}",
            claim="Velden mountain dam loses water every night",
            verdict=verdict,
            publisher=publisher,
            language="es",
            published=date(2022, 5, 1 + index),
        )
        for index, (verdict, publisher) in enumerate(
            ((Verdict.TRUE, "Escritorio"), (Verdict.FALSE, "Mesa"), (Verdict.FALSE, "Second bench"))
        )
    ]
    unrelated = FactCheck(id="alone", claim="Seven rivers cross Holt county", verdict=Verdict.TRUE, publisher="Sample desk", language="en")
    return [*ferry, *dam, unrelated]


def shared_posts() -> list[Post]:
    """Return posts about the ferry, and about something that nobody has checked; one of each has no date."""
    ferry = [
        Post(
            id=f"p{number}",
            text=f"Look: Velden ferry sinking near harbour, passengers everywhere! {number}",
            author=f"user{number}",
            platform="x" if number % 2 else "telegram",
            language="en",
            published=datetime(2021, 1, 2, tzinfo=UTC) + timedelta(days=number * 4) if number else None,
        )
        for number in range(12)
    ]
    unrelated = [
        Post(id=f"q{number}", text=f"Council museum tickets become free on Sundays {number}", author="guide", platform="x", language="en")
        for number in range(2)
    ]
    return [*ferry, *unrelated]
