"""Mastodon: an account's archive (the activities of its outbox), and statuses of the API."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from app.ingest.posts.drafts import Context, Draft
from app.ingest.posts.fields import count, counts, html_text, language, nested, text, total
from app.ingest.posts.instants import instant
from app.ingest.rows.outcomes import Record, RowRefused
from app.translation import tr

_COUNTS = "favourites_count reblogs_count replies_count"
_POSTS = ("Note", "Question", "Article", "Page")
_ACTIVITIES = ("Create", "Announce", "Update", "Delete", "Like", "Follow", "Undo", "Accept", "Add", "Remove", "Move", "Block", "Flag")


def is_mastodon(record: Record) -> bool:
    """Return True if a record is Mastodon's: an activity, or a status of the API."""
    if record.get("type") in _ACTIVITIES and bool({"actor", "object"} & record.keys()):
        return True
    return bool(nested(record, "account")) and bool({"reblog", "spoiler_text", "favourites_count"} & record.keys())


def mastodon_draft(record: Record, _: Context) -> Draft | None:
    """Return one post; a boost has the text of the original post. Raises RowRefused for a boost that holds only the original's
    address."""
    # Archives hold activities, the API gives statuses.
    if "actor" in record or record.get("type") in _ACTIVITIES:
        return _activity(record)
    return _status(record) if "content" in record or nested(record, "reblog") else None


def _status(status: Record) -> Draft:
    original = nested(status, "reblog")
    account = nested(status, "account")
    uri = text(status, "uri", "url")
    return Draft(
        id=_id(uri),
        text=_text(original or status, "spoiler_text"),
        author=text(account, "acct", "username"),
        published=instant(status.get("created_at")),
        platform="mastodon",
        language=language(text(original or status, "language")) or None,
        url=text(status, "url") or text(original, "url"),
        engagement=None if original else counts(status, _COUNTS),
        repeats=_id(text(original, "uri", "url")),
        replies_to=_parent_id(status, uri),
    )


def _parent_id(status: Record, uri: str) -> str:
    """Return the id of the post that this one replies to: its address if authors reply to themselves, else its number on this
    server."""
    # The API gives the number of the parent on this server; its address is known only for the author's own posts.
    number = text(status, "in_reply_to_id")
    is_self_reply = text(status, "in_reply_to_account_id") == text(nested(status, "account"), "id")
    parts = _address(uri)
    base_address = uri.rpartition("/")[0] if is_self_reply else parts.netloc if parts else ""
    return _id(f"{base_address}/{number}" if base_address else number) if number else ""


def _address(uri: str) -> SplitResult | None:
    """Split a web address; None for any other text."""
    try:
        return urlsplit(uri) if uri.startswith(("http://", "https://")) else None
    except ValueError:
        return None


def _activity(activity: Record) -> Draft | None:
    note = nested(activity, "object")
    if activity.get("type") == "Announce":
        # The archive stores a boost as a link to a post, usually of another server.
        if not note:
            raise RowRefused(tr("The export holds only the address of the post that is boosted here, not its text."))
    elif activity.get("type") != "Create" or note.get("type") not in _POSTS:
        return None
    is_boost = activity.get("type") == "Announce"
    uri = text(note, "id", "url")
    languages = nested(note, "contentMap")
    return Draft(
        id=_id(text(activity, "id") if is_boost else uri),
        text=_text(note, "summary"),
        author=_name(text(activity, "actor") or text(note, "attributedTo")),
        published=instant(activity.get("published") or note.get("published")),
        platform="mastodon",
        language=language(next(iter(languages), "")) or None,
        url=text(note, "url") or uri,
        engagement=None if is_boost else total(count(nested(note, name).get("totalItems")) for name in ("likes", "shares", "replies")),
        repeats=_id(uri) if is_boost else "",
        replies_to="" if is_boost else _id(text(note, "inReplyTo")),
    )


def _text(post: Record, warning: str) -> str:
    """Return the words of a post after its content warning."""
    parts = (html_text(text(post, warning)), html_text(text(post, "content")))
    return "\n\n".join(part for part in parts if part)


def _name(actor: str) -> str:
    """Convert "https://example.social/users/ada" to "ada@example.social"."""
    parts = _address(actor)
    if parts is None:
        return actor
    name = parts.path.rpartition("/")[2].removeprefix("@")
    return f"{name}@{parts.netloc}" if name else actor


def _id(uri: str) -> str:
    return f"mastodon:{uri}" if uri else ""
