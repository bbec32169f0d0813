"""Bluesky: feeds, searches, threads and records of its API, and the stream of events that Jetstream writes."""

from __future__ import annotations

from app.ingest.posts.drafts import Context, Draft
from app.ingest.posts.fields import counts, language, nested, text
from app.ingest.posts.instants import instant
from app.ingest.rows.outcomes import Record

_POST = "app.bsky.feed.post"
_COUNTS = "likeCount repostCount replyCount quoteCount"


def is_bluesky(record: Record) -> bool:
    """Return True if a record is Bluesky's: an item of a feed, a post, a record of a repository, an event of the stream."""
    if nested(record, "post", "record") or "commit" in record or text(record, "$type").startswith("app.bsky."):
        return True
    if text(record, "did").startswith("did:") and "time_us" in record:
        return True
    return text(record, "uri").startswith("at://") and bool(nested(record, "record") or nested(record, "value"))


def bluesky_draft(record: Record, context: Context) -> Draft | None:
    """Return one post. An item that is in a feed because somebody reposted it is that person's repost."""
    if "commit" in record or "time_us" in record:
        return _event(record)
    view = nested(record, "post") or record
    if view.get("$type") == _POST:
        # A bare record of the account's own repository does not name its author.
        return _draft(view, text(view, "uri"), context.account, context.account)
    # Feeds call the post's content `record`, repositories `value`.
    content = nested(view, "record") or nested(view, "value")
    if not content or content.get("$type", _POST) != _POST:
        return None
    author = nested(view, "author")
    uri = text(view, "uri")
    name = text(author, "handle") or text(author, "did") or _account_of(uri)
    draft = _draft(content, uri, name, name)
    draft.engagement = counts(view, _COUNTS)
    reason = nested(record, "reason")
    if "reasonRepost" in text(reason, "$type"):
        _turn_into_repost(draft, reason)
    return draft


def _event(event: Record) -> Draft | None:
    commit = nested(event, "commit")
    if commit.get("operation") not in ("create", "update") or commit.get("collection") != _POST:
        return None
    owner = text(event, "did")
    return _draft(nested(commit, "record"), f"at://{owner}/{_POST}/{text(commit, 'rkey')}", owner, owner)


def _draft(content: Record, uri: str, author: str, profile: str) -> Draft:
    languages = content.get("langs")
    first = languages[0] if isinstance(languages, list) and languages else None
    return Draft(
        id=_id(uri),
        text=text(content, "text"),
        author=author,
        published=instant(content.get("createdAt")),
        platform="bluesky",
        language=(language(first) or None) if isinstance(first, str) else None,
        url=f"https://bsky.app/profile/{profile}/post/{uri.rpartition('/')[2]}" if uri and profile else "",
        replies_to=_id(text(nested(content, "reply", "parent"), "uri")),
    )


def _turn_into_repost(draft: Draft, reason: Record) -> None:
    reposter = nested(reason, "by")
    draft.repeats = draft.id
    draft.author = text(reposter, "handle") or text(reposter, "did")
    draft.id = _id(text(reason, "uri")) or f"{draft.id}#repost-{text(reposter, 'did') or draft.author}"
    draft.published = instant(reason.get("indexedAt"))
    # The reactions belong to the original post, and so does the reply.
    draft.engagement = None
    draft.replies_to = ""


def _account_of(uri: str) -> str:
    return uri.removeprefix("at://").partition("/")[0]


def _id(uri: str) -> str:
    return f"bluesky:{uri}" if uri else ""
