"""Invented stories for the Narratives place: one that goes through three languages, one whose rulings conflict, one of posts alone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from app.domain.factcheck import FactCheck
from app.domain.post import Post
from app.domain.verdict import Verdict

_DESKS = (("Sample desk", "en"), ("Escritorio", "es"), ("Mesa", "pt"), ("Sample desk", "en"), ("Second bench", "en"), ("Mesa", "pt"))


def stories() -> list[FactCheck]:
    """Six debunks of a ferry over two years, three of a dam with both rulings, one check that stands alone."""
    ferry = [
        FactCheck(
            id=f"ferry-{place}",
            claim=f"Video shows Velden ferry sinking near harbour {'with many passengers aboard ' * place}".strip(),
            verdict=Verdict.FALSE if place != 3 else Verdict.MISLEADING,
            rating="False" if place != 3 else "Old video",
            publisher=publisher,
            language=language,
            claimant="Carl Vinter" if place % 2 else "",
            published=date(2021, 1, 10) + timedelta(days=place * place * 20),
            url=f"https://desk{place}.example/ferry",
        )
        for place, (publisher, language) in enumerate(_DESKS)
    ]
    dam = [
        FactCheck(
            id=f"dam-{place}",
            claim="Velden mountain dam loses water every night",
            verdict=verdict,
            publisher=publisher,
            language="es",
            published=date(2022, 5, 1 + place),
        )
        for place, (verdict, publisher) in enumerate(
            ((Verdict.TRUE, "Escritorio"), (Verdict.FALSE, "Mesa"), (Verdict.FALSE, "Second bench"))
        )
    ]
    alone = FactCheck(id="alone", claim="Seven rivers cross Holt county", verdict=Verdict.TRUE, publisher="Sample desk", language="en")
    return [*ferry, *dam, alone]


def shared_posts() -> list[Post]:
    """Posts of the ferry, and of something that nobody has checked; one of each has no day."""
    ferry = [
        Post(
            id=f"p{place}",
            text=f"Look: Velden ferry sinking near harbour, passengers everywhere! {place}",
            author=f"user{place}",
            platform="x" if place % 2 else "telegram",
            language="en",
            published=datetime(2021, 1, 2, tzinfo=UTC) + timedelta(days=place * 4) if place else None,
        )
        for place in range(12)
    ]
    other = [
        Post(id=f"q{place}", text=f"Council museum tickets become free on Sundays {place}", author="guide", platform="x", language="en")
        for place in range(2)
    ]
    return [*ferry, *other]
