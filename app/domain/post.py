"""One post of a social platform, as the library keeps it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from app.domain.content import content_hash


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """What somebody wrote in public.

    `id` is the source's own id where it has one, else a stable hash (`stable_post_id`). `text` is verbatim, line breaks included.
    `published` is an instant in UTC, None when unknown. `platform` is a lower-case name ("x", "mastodon"), `language` a BCP-47 code or ""
    when unknown. `engagement` is the sum of all reactions that the source counts (likes, shares, replies), None where it counts none.
    `repeats` is the id of the post that this one only passes on (a retweet, a boost), "" for a post of its own; `replies_to` the id of
    the one that it answers.
    """

    id: str
    text: str
    author: str = ""
    published: datetime | None = None
    platform: str = ""
    language: str = ""
    url: str = ""
    engagement: int | None = None
    repeats: str = ""
    replies_to: str = ""

    def content_hash(self) -> str:
        """Hex digest over every field except `id`: two posts with equal hashes are the same content."""
        return content_hash(self)


def stable_post_id(*, platform: str, author: str, url: str, text: str) -> str:
    """An id for a source that has none: the same platform, author, address and text always give the same id."""
    key = "\x1f".join(part.strip() for part in (platform, author, url, text))
    return "post-" + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
