"""WhatsApp: a chat as the program exports it, a text file or the archive that holds it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from app.ingest.posts.drafts import Draft
from app.ingest.posts.instants import instant
from app.ingest.rows.chats import Message, looks_like_chat, messages, words_of
from app.ingest.rows.dates import column_day_first
from app.ingest.rows.sources import Source, decoded_head
from app.translation import tr

_SAMPLE = 400


def is_chat(source: Source) -> bool:
    """Whether a file begins as an exported chat does."""
    return looks_like_chat(decoded_head(source.head[:16_384]).decode("utf-8", "replace"))


def chat_drafts(source: Source) -> Iterator[tuple[str, Draft | None]]:
    """The line of each message and its draft; None for what is no post: a notice, a picture alone."""
    found = messages((number, line.decode("utf-8", "replace")) for number, line in source.lines())
    sample = list(islice(found, _SAMPLE))
    day_first = _day_first([message.told for message in sample])
    for message in chain(sample, found):
        yield tr("line {number}", number=message.line), _draft(message, day_first=day_first)


def _day_first(told: Sequence[str]) -> bool:
    """Whether days are told as day and month: by a number over twelve, else by the order in which the messages stand; else they are."""
    known = column_day_first(told)
    if known is not None:
        return known
    read = {day_first: [at for one in told if (at := instant(one, day_first=day_first))] for day_first in (True, False)}
    return read[True] == sorted(read[True]) or read[False] != sorted(read[False])


def _draft(message: Message, *, day_first: bool) -> Draft | None:
    words = words_of(message)
    published = instant(message.told, day_first=day_first)
    return Draft(id=_id(message), text=words, author=message.author, published=published, platform="whatsapp") if words else None


def _id(message: Message) -> str:
    """An export names no ids: the same words by the same person in the same second are one message, in however many exports they stand."""
    key = repr((message.author, message.told, message.text))
    return "whatsapp:" + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
