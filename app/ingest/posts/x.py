"""X (Twitter): an account's archive, and JSON of the API's versions 1.1 and 2."""

from __future__ import annotations

from app.ingest.posts.drafts import Context, Draft
from app.ingest.posts.fields import counts, language, nested, text, unescaped
from app.ingest.posts.instants import instant
from app.ingest.rows.outcomes import Record

_COUNTS = "retweet_count favorite_count reply_count quote_count"
_PUBLIC_METRICS = "retweet_count reply_count like_count quote_count bookmark_count"


def is_x(record: Record) -> bool:
    """Return True if a record is a post of X: an archive's entry, or one of either version of the API."""
    if nested(record, "tweet") or "edit_history_tweet_ids" in record or "includes" in record or text(record, "author_id").isdecimal():
        return True
    return "id_str" in record and bool({"full_text", "text"} & record.keys())


def x_draft(record: Record, context: Context) -> Draft | None:
    """Return one post. A retweet has the full text of the original post, and no reactions of its own."""
    tweet = nested(record, "tweet") or record
    if not {"full_text", "text", "extended_tweet", "note_tweet"} & tweet.keys():
        return None
    # Version 1.1 and archives give the id as text beside the number, version 2 only as text.
    is_version2 = (
        bool({"author_id", "edit_history_tweet_ids", "public_metrics", "referenced_tweets"} & tweet.keys()) and "id_str" not in tweet
    )
    return _version2_draft(tweet, context) if is_version2 else _version1_draft(tweet, context)


def _version1_draft(tweet: Record, context: Context) -> Draft:
    original = nested(tweet, "retweeted_status")
    name = text(nested(tweet, "user"), "screen_name", "username") or context.account
    number = text(tweet, "id_str", "id")
    return Draft(
        id=_id(number),
        text=unescaped(_full_text(original or tweet)),
        author=name,
        published=instant(tweet.get("created_at")),
        platform="x",
        language=language(text(tweet, "lang")) if "lang" in tweet else None,
        url=_address(name, number),
        engagement=None if original else counts(tweet, _COUNTS),
        repeats=_id(text(original, "id_str", "id")),
        replies_to=_id(text(tweet, "in_reply_to_status_id_str", "in_reply_to_status_id")),
    )


def _version2_draft(tweet: Record, context: Context) -> Draft:
    referred = {kind: _referenced_post(tweet, kind) for kind in ("retweeted", "replied_to")}
    original = referred["retweeted"]
    repeated = text(original, "id")
    repeated_post = context.posts.get(repeated, original)
    author = nested(tweet, "author")
    name = text(author, "username") or context.users.get(text(tweet, "author_id"), "") or text(tweet, "author_id") or context.account
    number = text(tweet, "id")
    return Draft(
        id=_id(number),
        # A retweet's own text is cut off; that of the original is whole.
        text=unescaped((_full_text(repeated_post) if repeated else "") or _full_text(tweet)),
        author=name,
        published=instant(tweet.get("created_at")),
        platform="x",
        language=language(text(tweet, "lang")) if "lang" in tweet else None,
        # X redirects addresses without a user name.
        url=_address("" if name.isdecimal() else name, number),
        engagement=None if repeated else counts(nested(tweet, "public_metrics"), _PUBLIC_METRICS),
        repeats=_id(repeated),
        replies_to=_id(text(referred["replied_to"], "id")),
    )


def _referenced_post(tweet: Record, kind: str) -> Record:
    """Return the post that this one retweets or replies to."""
    references = tweet.get("referenced_tweets")
    matches = (reference for reference in references if nested(reference).get("type") == kind) if isinstance(references, list) else iter(())
    return next(matches, {})


def _full_text(tweet: Record) -> str:
    """Return the full text, which the API cuts off in `text` for old programs."""
    note = nested(tweet, "note_tweet")
    return text(note, "text") or text(nested(tweet, "extended_tweet"), "full_text") or text(tweet, "full_text", "text")


def _id(number: str) -> str:
    return f"x:{number}" if number else ""


def _address(name: str, number: str) -> str:
    return f"https://x.com/{name or 'i/web'}/status/{number}" if number else ""
