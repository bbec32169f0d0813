"""WhatsApp: a chat as the program exports it, a text file or the archive that holds it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from app.ingest.posts.drafts import Draft
from app.ingest.posts.instants import instant
from app.ingest.rows.chats import Message, looks_like_chat, messages, words_of
from app.ingest.rows.date_columns import column_style
from app.ingest.rows.date_style import DAY_FIRST, MONTH_FIRST, DateStyle
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
    style = _style([message.told for message in sample])
    for message in chain(sample, found):
        yield tr("line {number}", number=message.line), _draft(message, style=style)


def _style(told: Sequence[str]) -> DateStyle:
    """How the days are written: as a number over twelve shows, else by the order in which the messages stand; else the day first."""
    shown = column_style(told)
    if shown.order is not None:
        return shown
    read = {style: [at for one in told if (at := instant(one, style=style))] for style in (DAY_FIRST, MONTH_FIRST)}
    return DAY_FIRST if read[DAY_FIRST] == sorted(read[DAY_FIRST]) or read[MONTH_FIRST] != sorted(read[MONTH_FIRST]) else MONTH_FIRST


def _draft(message: Message, *, style: DateStyle) -> Draft | None:
    words = words_of(message)
    published = instant(message.told, style=style)
    return Draft(id=_id(message), text=words, author=message.author, published=published, platform="whatsapp") if words else None


def _id(message: Message) -> str:
    """An export names no ids: the same words by the same person in the same second are one message, in however many exports they stand."""
    key = repr((message.author, message.told, message.text))
    return "whatsapp:" + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
