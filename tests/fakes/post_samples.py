"""Invented posts, the same on every machine."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from app.domain.post import Post
from tests.fakes.library_samples import DID, WHAT, WHERE, WHO

PLATFORMS = ("x", "mastodon", "")
LANGUAGES = ("en", "es")


def post(number: int, *, version: int = 0) -> Post:
    """Post number `number`; another `version` has another text under the same id. Every seventh is of emoji alone, every fifth undated."""
    dice = random.Random(number * 1_000 + version)
    text = f"{dice.choice(WHO)} {dice.choice(DID)} {dice.randint(2, 90_000)} {dice.choice(WHAT)} {dice.choice(WHERE)} https://x.example/{number}"
    return Post(
        id=f"p{number:04d}",
        text="🦦" * number if number % 7 == 6 else text,
        author=f"user{number % 4}",
        published=datetime(2020, 1, 1, 23, 59, tzinfo=UTC) + timedelta(days=number) if number % 5 else None,
        platform=PLATFORMS[number % 3],
        language=LANGUAGES[number % 2],
    )


def posts(count: int, *, start: int = 0) -> list[Post]:
    """`count` posts with ascending ids."""
    return [post(number) for number in range(start, start + count)]
