"""Chats as WhatsApp exports them, whatever the phone and its country: who wrote what, and when.

A message begins with a day, a time and a name: "[04/05/2026, 10:01:22] Anna: …" on an iPhone, "04/05/2026, 10:01 - Anna: …" elsewhere;
lines without all that go on with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

_DAY = r"(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})"
_CLOCK = r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[ \u00a0\u202f]?([AaPp])\.?[ \u00a0\u202f]?[Mm]\.?)?"
_BEGIN = re.compile(rf"[\u200e\u200f\ufeff]?(\[)?{_DAY},?[ \u00a0\u202f]{_CLOCK}(?(1)\]| -)[ \u00a0]")
_AUTHOR = re.compile(r"[\u200e\u200f~ \u202a\u202f]*([^:“”\"\n]{1,60}?)\u202c?:(?: |$)")
_NO_WORDS = re.compile(r"\u200e.*|<[^<>]{4,40}>", re.DOTALL)
_FILE = re.compile(r"\A\u200e?[^\s<>]{1,80}\.\w{2,5} \([^()\n]{4,40}\)(?:\n|$)|\u200e?<[^<>:\n]{3,30}: [^<>\n]{1,80}\.\w{2,5}>")
_EDITED = re.compile(r"(?<!\s)\s*(?:\u200e?<(?:This message was edited|Se editó este mensaje\.?)>|\u200e<[^<>]{8,60}>)$")
_LEAST, _SAMPLE = 2, 40
_CENTURY = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """`line` is the 1-based number of its first line, `start` how many characters of that line stand before its text. `author` is "" for
    a notice of the program; `text` is "" where only a picture was sent."""

    line: int
    start: int
    author: str
    text: str
    day: tuple[int, int, int]
    clock: tuple[int, int, int]


def looks_like_chat(head: str) -> bool:
    """Whether a text begins as an exported chat does: two of its first lines begin a message, the first of them at once."""
    lines = [line for line in head.split("\n")[:_SAMPLE] if line.strip()]
    begun = [found for line in lines if (found := _BEGIN.match(line))]
    return len(begun) >= _LEAST and _BEGIN.match(lines[0]) is not None and any(_AUTHOR.match(found.string, found.end()) for found in begun)


def messages(lines: Iterable[tuple[int, str]]) -> Iterator[Message]:
    """The messages in numbered lines, notices among them; lines above the first one are none."""
    begun: Message | None = None
    more: list[str] = []
    for number, line in lines:
        said = line.rstrip("\r\n")
        if found := _begun(number, said):
            if begun is not None:
                yield replace(begun, text="\n".join([begun.text, *more]))
            begun, more = found, []
        else:
            more.append(said)
    if begun is not None:
        yield replace(begun, text="\n".join([begun.text, *more]))


def _begun(number: int, line: str) -> Message | None:
    found = _BEGIN.match(line)
    if found is None:
        return None
    said_by = _AUTHOR.match(line, found.end())
    start = said_by.end() if said_by else found.end()
    hour, minute, second, half = int(found[5]), int(found[6]), int(found[7] or 0), (found[8] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return Message(
        line=number,
        start=start,
        author=said_by[1].strip() if said_by else "",
        text=line[start:],
        day=(int(found[2]), int(found[3]), int(found[4])),
        clock=(hour, minute, second),
    )


def words_of(message: Message) -> str:
    """What was written in a message: without the name of a file that was sent with it, and what the program says of it."""
    said = _EDITED.sub("", _FILE.sub("", message.text)).strip()
    return "" if not message.author or _NO_WORDS.fullmatch(said) else said


def day_comes_first(sample: Iterable[Message]) -> bool:
    """Whether days are told as day and month: by a number over twelve, else by the order in which the messages stand; else they are."""
    days = [message.day for message in sample]
    if any(first > 12 and first < 32 for first, _, _ in days):
        return True
    if any(second > 12 for _, second, _ in days):
        return False
    written, turned = [(year, month, day) for day, month, year in days], [(year, month, day) for month, day, year in days]
    return written == sorted(written) or turned != sorted(turned)


def sent(message: Message, *, day_first: bool) -> datetime | None:
    """When a message was sent, the phone's time taken for UTC; None for a day or time that does not exist."""
    first, second, third = message.day
    if first > 31:
        year, month, day = first, second, third
    else:
        year, month, day = third if third > 99 else _CENTURY + third, second if day_first else first, first if day_first else second
    try:
        return datetime(year, month, day, *message.clock, tzinfo=UTC)
    except ValueError:
        return None
