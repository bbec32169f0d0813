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
_MESSAGE_START = re.compile(rf"[\u200e\u200f\ufeff]?(\[)?{_DAY},?[ \u00a0\u202f]{_CLOCK}(?(1)\]| -)[ \u00a0]")
_AUTHOR = re.compile(r"[\u200e\u200f~ \u202a\u202f]*([^:“”\"\n]{1,60}?)\u202c?:(?: |$)")
# WhatsApp marks its notices, and what stands for a picture, with a left-to-right mark or angle brackets.
_NOTICE = re.compile(r"\u200e.*|<[^<>]{4,40}>", re.DOTALL)
_ATTACHMENT = re.compile(r"\A\u200e?[^\s<>]{1,80}\.\w{2,5} \([^()\n]{4,40}\)(?:\n|$)|\u200e?<[^<>:\n]{3,30}: [^<>\n]{1,80}\.\w{2,5}>")
_EDITED_MARK = re.compile(r"(?<!\s)\s*(?:\u200e?<(?:This message was edited|Se editó este mensaje\.?)>|\u200e<[^<>]{8,60}>)$")
_MIN_MESSAGES, _SAMPLE_LINES = 2, 40
_CENTURY = "20"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message; `author` is "" for a notice of the program, `text` is "" if only a picture was sent.

    `line` is the 1-based number of its first line; its text begins after `start` characters of that line. `timestamp` is the day,
    its year in four digits, and the time.
    """

    line: int
    start: int
    author: str
    text: str
    timestamp: str


def looks_like_chat(head: str) -> bool:
    """Return True if a text begins like an exported chat: its first line and at least one more of the first lines begin a message."""
    lines = [line for line in head.split("\n")[:_SAMPLE_LINES] if line.strip()]
    matches = [match for line in lines if (match := _MESSAGE_START.match(line))]
    return (
        len(matches) >= _MIN_MESSAGES
        and _MESSAGE_START.match(lines[0]) is not None
        and any(_AUTHOR.match(match.string, match.end()) for match in matches)
    )


def messages(lines: Iterable[tuple[int, str]]) -> Iterator[Message]:
    """Yield the messages of numbered lines, including notices; lines above the first message are skipped."""
    current: Message | None = None
    continuation: list[str] = []
    for number, line in lines:
        text = line.rstrip("\r\n")
        if message := _parse_start(number, text):
            if current is not None:
                yield replace(current, text="\n".join([current.text, *continuation]))
            current, continuation = message, []
        else:
            continuation.append(text)
    if current is not None:
        yield replace(current, text="\n".join([current.text, *continuation]))


def _parse_start(number: int, line: str) -> Message | None:
    match = _MESSAGE_START.match(line)
    if match is None:
        return None
    author_match = _AUTHOR.match(line, match.end())
    start = author_match.end() if author_match else match.end()
    # A year of two digits: WhatsApp did not exist in another century.
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
    """Return the words that the user wrote: the text without attached file names and notices of the program."""
    text = _EDITED_MARK.sub("", _ATTACHMENT.sub("", message.text)).strip()
    return "" if not message.author or _NOTICE.fullmatch(text) else text
