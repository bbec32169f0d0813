"""Invented posts, equal on every machine."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from app.domain.post import Post
from tests.fakes.library_samples import DID, WHAT, WHERE, WHO

PLATFORMS = ("x", "mastodon", "")
LANGUAGES = ("en", "es")


def post(number: int, *, version: int = 0) -> Post:
    """Return post `number`; another `version` has another text under the same id. Every seventh has only emoji, every fifth no
    date."""
    rng = random.Random(number * 1_000 + version)
    text = f"{rng.choice(WHO)} {rng.choice(DID)} {rng.randint(2, 90_000)} {rng.choice(WHAT)} {rng.choice(WHERE)} https://x.example/{number}"
    return Post(
        id=f"p{number:04d}",
        text="🦦" * number if number % 7 == 6 else text,
        author=f"user{number % 4}",
        published=datetime(2020, 1, 1, 23, 59, tzinfo=UTC) + timedelta(days=number) if number % 5 else None,
        platform=PLATFORMS[number % 3],
        language=LANGUAGES[number % 2],
    )


def posts(count: int, *, start: int = 0) -> list[Post]:
    """Return `count` posts with ascending ids."""
    return [post(number) for number in range(start, start + count)]
