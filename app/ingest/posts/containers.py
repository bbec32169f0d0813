"""Where platforms put posts inside a JSON value: the lists of API answers and exports, threads and their replies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.ingest.posts.drafts import Context
from app.ingest.posts.fields import part, text

# Each place as a path: "data.children.item" is every element of the list "children" in the object "data".
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
)
CHAT_FIELDS = ("id", "name", "type")
_TEXTS = frozenset("text full_text content body message caption title selftext tweet".split())
_DEEPEST_THREAD = 100_000


def located(value: object, context: Context) -> Iterator[tuple[object, Context]]:
    """The records in a value, each with what stands beside it: the elements of its container or, where it is none, the value itself."""
    beside = _beside(value, context)
    if isinstance(value, dict) and not _TEXTS & value.keys():
        for path in PATHS:
            found = list(_at(value, path.split("."), beside))
            for element, chat in found:
                yield from _thread(element, chat)
            if found or _is_empty(value, path):
                return
        if isinstance(value.get("data"), dict) and "kind" not in value:
            value = value["data"]  # X API v2: the answer for one post
    yield from _thread(value, beside)


def _at(value: object, path: list[str], context: Context) -> Iterator[tuple[object, Context]]:
    if not path:
        yield value, context
    elif path[0] == "item":
        for element in value if isinstance(value, list) else ():
            yield from _at(element, path[1:], context)
    elif isinstance(value, dict) and path[0] in value:
        chat = chat_of(value) if path[0] == "messages" else {}
        yield from _at(value[path[0]], path[1:], replace(context, chat=chat) if chat else context)


def _is_empty(value: object, path: str) -> bool:
    """Whether there is a list at this path which holds nothing: an answer without posts."""
    *above, name, last = ("", *path.split("."))
    return last == "item" and part(value, *above[1:]).get(name) == []


def chat_of(chat: Mapping[str, object]) -> dict[str, str]:
    """What a Telegram export says of a chat."""
    return {name: text(chat, name) for name in CHAT_FIELDS}


def _beside(value: object, context: Context) -> Context:
    """The context with the users and posts that an answer of X's API includes."""
    includes = part(value, "includes")
    if not includes:
        return context
    users, posts = (includes.get(name) for name in ("users", "tweets"))
    return replace(
        context,
        users={text(user, "id"): text(user, "username") for user in users if isinstance(user, dict)} if isinstance(users, list) else {},
        posts={text(post, "id"): post for post in posts if isinstance(post, dict)} if isinstance(posts, list) else {},
    )


def _thread(value: object, context: Context) -> Iterator[tuple[object, Context]]:
    """The value and, where it is a post of a thread, the replies below it, in the order in which they are read."""
    waiting = [value]
    while waiting and len(waiting) < _DEEPEST_THREAD:
        current = waiting.pop()
        yield current, context
        replies = _replies(current)
        waiting.extend(reversed(replies))


def _replies(value: object) -> list[object]:
    """Reddit's replies to a comment, Bluesky's to a post of a thread."""
    if not isinstance(value, dict):
        return []
    below = part(value, "data", "replies", "data").get("children") if "kind" in value else value.get("replies") if "post" in value else None
    return below if isinstance(below, list) else []
