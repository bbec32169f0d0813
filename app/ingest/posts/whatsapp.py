"""Chats exported from WhatsApp, as a text file or in their archive."""

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

_SAMPLE_MESSAGES = 400


def is_chat(source: Source) -> bool:
    """Return True if a file begins like an exported chat."""
    return looks_like_chat(decoded_head(source.head[:16_384]).decode("utf-8", "replace"))


def chat_drafts(source: Source) -> Iterator[tuple[str, Draft | None]]:
    """Yield the line of each message and its draft; None for a message that is not a post: a notice or a lone picture."""
    chat_messages = messages((number, line.decode("utf-8", "replace")) for number, line in source.lines())
    # The first messages show the order of day and month.
    sample = list(islice(chat_messages, _SAMPLE_MESSAGES))
    style = _style([message.timestamp for message in sample])
    for message in chain(sample, chat_messages):
        yield tr("line {number}", number=message.line), _draft(message, style=style)


def _style(timestamps: Sequence[str]) -> DateStyle:
    """Detect the order of day and month: by a number over twelve, else by the order of the messages; by default the day comes
    first."""
    observed = column_style(timestamps)
    if observed.order is not None:
        return observed
    # Messages are in order of time, so the order of day and month that keeps them sorted is right.
    moments = {
        style: [moment for timestamp in timestamps if (moment := instant(timestamp, style=style))] for style in (DAY_FIRST, MONTH_FIRST)
    }
    return (
        DAY_FIRST
        if moments[DAY_FIRST] == sorted(moments[DAY_FIRST]) or moments[MONTH_FIRST] != sorted(moments[MONTH_FIRST])
        else MONTH_FIRST
    )


def _draft(message: Message, *, style: DateStyle) -> Draft | None:
    words = words_of(message)
    published = instant(message.timestamp, style=style)
    return Draft(id=_id(message), text=words, author=message.author, published=published, platform="whatsapp") if words else None


def _id(message: Message) -> str:
    """Return an id derived from the message, since an export has none. Equal words by one person in one second are one message, in
    any number of exports."""
    key = repr((message.author, message.timestamp, message.text))
    return "whatsapp:" + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
