"""One post of a social platform as stored in the library."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from app.domain.content import content_hash


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A public post.

    `id` is the source's own id where it has one, else a stable hash (`stable_post_id`). `text` is verbatim, line breaks included.
    `published` is an instant in UTC, None when unknown. `platform` is a lower-case name ("x", "mastodon"), `language` a BCP-47 code
    or "" when unknown. `engagement` is the sum of all reactions that the source counts (likes, shares, replies), None without
    counts. `repeats` is the id of the post that this one only passes on (a retweet, a boost), "" for an original post; `replies_to`
    is the id of the post that it answers.
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
        """Return a hex digest over every field except `id`; equal hashes mean equal content."""
        return content_hash(self)


def stable_post_id(*, platform: str, author: str, url: str, text: str) -> str:
    """Return an id for a source without ids; equal platform, author, address and text always give the same id."""
    key = "\x1f".join(part.strip() for part in (platform, author, url, text))
    return "post-" + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
