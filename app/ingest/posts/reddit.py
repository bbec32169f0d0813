"""Reddit: listings of its API, comments with the replies below them, and the JSON Lines of public archives."""

from __future__ import annotations

from app.ingest.posts.drafts import Context, Draft
from app.ingest.posts.fields import count, nested, text, total, unescaped
from app.ingest.posts.instants import instant
from app.ingest.rows.outcomes import Record, RowRefused
from app.translation import tr

_POST_KINDS = ("t1", "t3")
_OTHER_KINDS = ("more", "t2", "t4", "t5", "t6", "Listing")
_DELETED = ("[deleted]", "[removed]", "[ Removed by Reddit ]", "[deleted by user]")
_SITE = "https://www.reddit.com"


def is_reddit(record: Record) -> bool:
    """Return True if a record is a submission or a comment, with or without the API's wrapping."""
    if record.get("kind") in (*_POST_KINDS, *_OTHER_KINDS) and "data" in record:
        return True
    return bool({"subreddit", "subreddit_id"} & record.keys()) and bool({"body", "selftext", "title"} & record.keys())


def reddit_draft(record: Record, _: Context) -> Draft | None:
    """Return one submission (its title and text) or comment. Raises RowRefused for one whose text was deleted."""
    post = nested(record, "data") if record.get("kind") in _POST_KINDS else record
    comment = "body" in post and "title" not in post
    if not comment and "title" not in post:
        return None
    body = text(post, "body" if comment else "selftext")
    # Reddit replaces the text of a deleted post and keeps the entry.
    if body.strip() in _DELETED or text(post, "title").strip() in _DELETED:
        raise RowRefused(tr("The post was deleted or removed before it was saved."))
    content = body if comment else "\n\n".join(content for content in (text(post, "title"), body) if content.strip())
    origin = text(post, "crosspost_parent")
    return Draft(
        id=_id(text(post, "name") or _fullname(post, comment=comment)),
        text=unescaped(content),
        author=text(post, "author"),
        published=instant(post.get("created_utc") or post.get("created")),
        platform="reddit",
        url=_address(post),
        engagement=None if origin else total((count(post.get("score")), post.get("num_comments"), post.get("num_crossposts"))),
        repeats=_id(origin),
        replies_to=_id(text(post, "parent_id")),
    )


def _fullname(post: Record, *, comment: bool) -> str:
    """Return Reddit's full name of a post: its kind and its id."""
    number = text(post, "id")
    return f"{'t1' if comment else 't3'}_{number}" if number else ""


def _address(post: Record) -> str:
    permalink = text(post, "permalink")
    return _SITE + permalink if permalink.startswith("/") else permalink or text(post, "full_link")


def _id(name: str) -> str:
    return f"reddit:{name}" if name else ""
