"""Chats as WhatsApp exports them, whatever the phone and its country: who wrote what, and when.

A message begins with a day, a time and a name: "[04/05/2026, 10:01:22] Anna: …" on an iPhone, "04/05/2026, 10:01 - Anna: …" elsewhere;
lines without all that go on with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

_DAY = r"(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})"
_CLOCK = r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[ \u00a0\u202f]?([AaPp])\.?[ \u00a0\u202f]?[Mm]\.?)?"
_BEGIN = re.compile(rf"[\u200e\u200f\ufeff]?(\[)?{_DAY},?[ \u00a0\u202f]{_CLOCK}(?(1)\]| -)[ \u00a0]")
_AUTHOR = re.compile(r"[\u200e\u200f~ \u202a\u202f]*([^:“”\"\n]{1,60}?)\u202c?:(?: |$)")
_NO_WORDS = re.compile(r"\u200e.*|<[^<>]{4,40}>", re.DOTALL)
_FILE = re.compile(r"\A\u200e?[^\s<>]{1,80}\.\w{2,5} \([^()\n]{4,40}\)(?:\n|$)|\u200e?<[^<>:\n]{3,30}: [^<>\n]{1,80}\.\w{2,5}>")
_EDITED = re.compile(r"(?<!\s)\s*(?:\u200e?<(?:This message was edited|Se editó este mensaje\.?)>|\u200e<[^<>]{8,60}>)$")
_LEAST, _SAMPLE = 2, 40
_CENTURY = "20"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """`line` is the 1-based number of its first line, `start` how many characters of that line stand before its text. `author` is "" for
    a notice of the program; `text` is "" where only a picture was sent; `told` is the day, its year in four digits, and the time."""

    line: int
    start: int
    author: str
    text: str
    told: str


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
    last = f"{_CENTURY}{found[4]}" if len(found[4]) == 2 and len(found[2]) < 3 else found[4]
    clock = f"{found[5]}:{found[6]}" + (f":{found[7]}" if found[7] else "") + (f" {found[8]}m" if found[8] else "")
    return Message(
        line=number,
        start=start,
        author=said_by[1].strip() if said_by else "",
        text=line[start:],
        told=f"{found[2]}/{found[3]}/{last} {clock}",
    )


def words_of(message: Message) -> str:
    """What was written in a message: without the name of a file that was sent with it, and what the program says of it."""
    said = _EDITED.sub("", _FILE.sub("", message.text)).strip()
    return "" if not message.author or _NO_WORDS.fullmatch(said) else said
