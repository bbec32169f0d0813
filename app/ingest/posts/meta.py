"""Tables of Facebook and Instagram posts for researchers: CrowdTangle's, and those of the Meta Content Library."""

from __future__ import annotations

from collections.abc import Collection

from app.ingest.posts.drafts import Context, Draft
from app.ingest.posts.fields import count, counts, language, text, total
from app.ingest.posts.instants import instant
from app.ingest.rows.outcomes import Record

_CROWDTANGLE_COUNTS = "Likes Comments Shares Love Wow Haha Sad Angry Care"
_LIBRARY_REACTIONS = " ".join(f"statistics.{kind}_count" for kind in "like love wow haha sad angry care".split())
_LIBRARY_COUNTS = ("statistics.comment_count", "statistics.share_count")


def is_crowdtangle(header: Collection[str]) -> bool:
    """Return True if a table has CrowdTangle's columns."""
    return "Post Created" in header and bool({"Total Interactions", "Page Name", "Group Name", "Account"} & set(header))


def is_library(header: Collection[str]) -> bool:
    """Return True if a table or an object has the fields of the Meta Content Library."""
    return "mcl_url" in header or ("creation_time" in header and any(name.startswith("post_owner.") for name in header))


def crowdtangle_draft(record: Record, _: Context) -> Draft:
    """Read a row of CrowdTangle: the words of the post itself, not those of a linked page. Its only id is the address."""
    url = text(record, "URL")
    # Tables of Instagram have an account where those of Facebook have a page or a group.
    platform = "instagram" if "Account" in record or "instagram.com" in url else "facebook"
    interactions = count(record.get("Total Interactions"))
    return Draft(
        id=f"{platform}:{url}" if url else "",
        text=text(record, "Description" if platform == "instagram" and "Message" not in record else "Message"),
        author=text(record, "Page Name", "Group Name", "Account", "User Name"),
        published=instant(text(record, "Post Created"))
        or instant(f"{text(record, 'Post Created Date')} {text(record, 'Post Created Time')}"),
        platform=platform,
        url=url,
        engagement=counts(record, _CROWDTANGLE_COUNTS) if interactions is None else interactions,
    )


def library_draft(record: Record, _: Context) -> Draft:
    """Read a row of the Meta Content Library."""
    url = text(record, "mcl_url", "url", "permalink")
    platform = "instagram" if "instagram" in f"{url} {text(record, 'platform', 'product')}".lower() else "facebook"
    # Rows without a total of reactions have counts by kind.
    reactions = count(record.get("statistics.reaction_count"))
    number = text(record, "id")
    code = text(record, "lang", "language")
    return Draft(
        id=f"{platform}:{number}" if number else "",
        text=text(record, "text"),
        author=text(record, "post_owner.name", "post_owner.username"),
        published=instant(text(record, "creation_time")),
        platform=platform,
        language=language(code) or None,
        url=url,
        engagement=total(
            (counts(record, _LIBRARY_REACTIONS) if reactions is None else reactions, *(record.get(name) for name in _LIBRARY_COUNTS))
        ),
    )
