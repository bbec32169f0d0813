"""Search for posts inside a JSON value: the lists of API answers and exports, threads and their replies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.ingest.posts.columns import is_post
from app.ingest.posts.drafts import Context
from app.ingest.posts.fields import nested, text
from app.ingest.posts.formats import is_recognised
from app.ingest.posts.meta_exports import is_meta_export
from app.ingest.rows.outcomes import Record, RowRefused
from app.translation import tr

# Each as a path: "data.children.item" is every element of the list "children" in the object "data".
PATHS = (
    "data.children.item",  # Reddit's listings
    "data.item",  # X API v2
    "feed.item",  # Bluesky: a feed
    "posts.item",  # Bluesky: a search
    "records.item",  # Bluesky: a repository's records
    "thread",  # Bluesky: a thread
    "statuses.item",  # Mastodon's and X's searches
    "tweets.item",
    "orderedItems.item",  # ActivityPub: Mastodon's outbox
    "messages.item",  # Telegram: one chat
    "chats.list.item.messages.item",  # Telegram: all chats
    "left_chats.list.item.messages.item",
    "items.item",
    "results.item",
    "comments_v2.item",  # Facebook's export
    "group_comments_v2.item",
    "group_posts_v2.item",
    "status_updates.item",
    "ig_stories.item",  # Instagram's export
    "ig_reels_media.item",
    "ig_archived_post_media.item",
    "comments_reels_comments.item",
)
CHAT_FIELDS = ("id", "name", "type")
_TEXT_KEYS = frozenset("text full_text content body message caption title selftext tweet".split())
_MAX_THREAD = 100_000
_MAX_LIST_DEPTH = 6
_SAMPLE_ELEMENTS = 20


def find_records(value: object, context: Context) -> Iterator[tuple[object, Context]]:
    """Yield the records in a value, each with its context: the elements of its containers, or the value itself and the posts inside
    it, such as the comments below a video. A heading that is no post becomes a RowRefused."""
    inner_context = _with_includes(value, context)
    if isinstance(value, dict) and not _TEXT_KEYS & value.keys() and not is_meta_export(value):
        elements = [entry for path in PATHS for entry in _values_at(value, path.split("."), inner_context)]
        for element, chat in elements:
            yield from _with_inner(element, chat)
        if elements or any(_is_empty(value, path) for path in PATHS):
            # A document may hold posts outside its known lists, such as chats that the user left.
            yield from _posts_of_other_lists(value, {id(element) for element, _ in elements}, inner_context)
            return
        if isinstance(value.get("data"), dict) and "kind" not in value:
            # An answer of the X API v2 for one post.
            value = value["data"]
    yield from _with_inner(value, inner_context)


def _with_inner(value: object, context: Context, *, depth: int = 0) -> Iterator[tuple[object, Context]]:
    """Yield the value as a post, and the posts inside it."""
    # Documents of other tools nest comments in posts, with names of their own.
    inner = _inner_posts(value) if isinstance(value, dict) and depth < _MAX_LIST_DEPTH else []
    if not isinstance(value, dict) or not inner or is_recognised(value):
        yield from _posts_of_thread(value, context)
        return
    if is_post(value):
        yield value, context
    elif _TEXT_KEYS & value.keys():
        yield RowRefused(tr("It is the heading of the posts below it, and no post.")), context
    for post in inner:
        yield from _with_inner(_with_platform(post, value), context, depth=depth + 1)


def _posts_of_other_lists(value: Record, yielded_ids: set[int], context: Context) -> Iterator[tuple[object, Context]]:
    """Yield the posts of further lists, except the elements in `yielded_ids`, from a document of no known platform."""
    for post in () if is_recognised(value) else _inner_posts(value):
        if id(post) not in yielded_ids:
            yield from _with_inner(post, context)


def _inner_posts(value: Record) -> list[Record]:
    """Return the elements of every list of posts inside an object of no known platform, in order."""
    posts: list[Record] = []
    _collect_posts(value, posts, 0)
    return posts


def _collect_posts(value: Record, posts: list[Record], depth: int) -> None:
    for inner in value.values():
        if isinstance(inner, dict):
            if depth < _MAX_LIST_DEPTH:
                _collect_posts(inner, posts, depth + 1)
        elif isinstance(inner, list) and any(isinstance(element, dict) and is_post(element) for element in inner[:_SAMPLE_ELEMENTS]):
            posts += [element for element in inner if isinstance(element, dict)]


def _with_platform(post: Record, video: Record) -> Record:
    """Add the platform to a comment, from the video that it belongs to; yt-dlp writes it as the video's extractor."""
    platform = text(video, "extractor").partition(":")[0]
    return {"platform": platform, **post} if platform else post


def _values_at(value: object, path: list[str], context: Context) -> Iterator[tuple[object, Context]]:
    if not path:
        yield value, context
    elif path[0] == "item":
        for element in value if isinstance(value, list) else ():
            yield from _values_at(element, path[1:], context)
    elif isinstance(value, dict) and path[0] in value:
        chat = chat_of(value) if path[0] == "messages" else {}
        yield from _values_at(value[path[0]], path[1:], replace(context, chat=chat) if chat else context)


def _is_empty(value: object, path: str) -> bool:
    """Return True if there is an empty list at this path, as in an API answer without posts."""
    *parents, name, last = ("", *path.split("."))
    return last == "item" and nested(value, *parents[1:]).get(name) == []


def chat_of(chat: Mapping[str, object]) -> dict[str, str]:
    """Return the fields of a Telegram export that describe the chat."""
    return {name: text(chat, name) for name in CHAT_FIELDS}


def _with_includes(value: object, context: Context) -> Context:
    """Return the context with the users and posts that an answer of X's API includes."""
    includes = nested(value, "includes")
    if not includes:
        return context
    users, posts = (includes.get(name) for name in ("users", "tweets"))
    return replace(
        context,
        users={text(user, "id"): text(user, "username") for user in users if isinstance(user, dict)} if isinstance(users, list) else {},
        posts={text(post, "id"): post for post in posts if isinstance(post, dict)} if isinstance(posts, list) else {},
    )


def _posts_of_thread(value: object, context: Context) -> Iterator[tuple[object, Context]]:
    """Yield the value and, if it is a post of a thread, the replies below it, in reading order."""
    # A stack, since threads may be nested deeper than Python's recursion allows.
    pending = [value]
    while pending and len(pending) < _MAX_THREAD:
        current = pending.pop()
        yield current, context
        replies = _replies(current)
        pending.extend(reversed(replies))


def _replies(value: object) -> list[object]:
    """Return Reddit's and YouTube's replies to a comment, or Bluesky's to a post of a thread."""
    if not isinstance(value, dict):
        return []
    replies = value.get("replies") if "post" in value else None
    if "kind" in value:
        replies = nested(value, "data", "replies", "data").get("children") or nested(value, "replies").get("comments")
    return replies if isinstance(replies, list) else []
