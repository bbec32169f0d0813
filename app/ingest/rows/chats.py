"""Parser of chats exported from WhatsApp on any phone and in any country: the author, text and time of each message.

A message begins with a day, a time and a name: "[04/05/2026, 10:01:22] Anna: …" on an iPhone, "04/05/2026, 10:01 - Anna: …"
elsewhere. Lines without these continue the message.
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
    """One message. `line` is the 1-based number of its first line; its text begins after `start` characters of that line. `author`
    is "" for a notice of the program; `text` is "" if only a picture was sent; `timestamp` is the day, its year in four digits,
    and the time."""

    line: int
    start: int
    author: str
    text: str
    timestamp: str


def looks_like_chat(head: str) -> bool:
    """Return True if a text begins like an exported chat: its first line and at least one more of the first lines begin a message."""
    lines = [line for line in head.split("\n")[:_SAMPLE] if line.strip()]
    matches = [match for line in lines if (match := _BEGIN.match(line))]
    return (
        len(matches) >= _LEAST and _BEGIN.match(lines[0]) is not None and any(_AUTHOR.match(match.string, match.end()) for match in matches)
    )


def messages(lines: Iterable[tuple[int, str]]) -> Iterator[Message]:
    """Yield the messages of numbered lines, including notices; lines above the first message are skipped."""
    current: Message | None = None
    continuation: list[str] = []
    for number, line in lines:
        text = line.rstrip("\r\n")
        if message := _begun(number, text):
            if current is not None:
                yield replace(current, text="\n".join([current.text, *continuation]))
            current, continuation = message, []
        else:
            continuation.append(text)
    if current is not None:
        yield replace(current, text="\n".join([current.text, *continuation]))


def _begun(number: int, line: str) -> Message | None:
    match = _BEGIN.match(line)
    if match is None:
        return None
    author_match = _AUTHOR.match(line, match.end())
    start = author_match.end() if author_match else match.end()
    year = f"{_CENTURY}{match[4]}" if len(match[4]) == 2 and len(match[2]) < 3 else match[4]
    clock = f"{match[5]}:{match[6]}" + (f":{match[7]}" if match[7] else "") + (f" {match[8]}m" if match[8] else "")
    return Message(
        line=number,
        start=start,
        author=author_match[1].strip() if author_match else "",
        text=line[start:],
        timestamp=f"{match[2]}/{match[3]}/{year} {clock}",
    )


def words_of(message: Message) -> str:
    """Return the user's own words of a message, without attached file names and notices of the program."""
    text = _EDITED.sub("", _FILE.sub("", message.text)).strip()
    return "" if not message.author or _NO_WORDS.fullmatch(text) else text
