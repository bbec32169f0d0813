"""WebVTT: `<v Speaker>`, classes, inline times, entities, NOTE, STYLE and REGION blocks; hours and cue names optional.

Source: W3C WebVTT, sections 4 (syntax) and 6 (parsing); kinder than the standard wherever real files are.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from app.domain.progress import CancelToken
from app.ingest.documents.cues import Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.labels import clock_seconds

_STAMP = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?"
TIMING = re.compile(rf"^\s*{_STAMP}\s*--?>\s*{_STAMP}")
_TOKEN = re.compile(r"<([^<>]*)>")
_INLINE_TIME = re.compile(rf"^{_STAMP}$")
_LANGUAGE = re.compile(r"^Language:\s*([A-Za-z-]{2,20})\s*$")


def parse_timing(line: str) -> tuple[float, float] | None:
    """The two times of a cue's timing line, in seconds; None if it is none."""
    found = TIMING.match(line)
    if not found:
        return None
    parts = found.groups()
    start, end = clock_seconds(*parts[:4]), clock_seconds(*parts[4:])
    return start, max(start, end)


def parse_line(line: str, speaker: str = "") -> tuple[list[CueLine], str]:
    """A payload line with its tags taken off; a new voice begins a new line. Returns the voice that is still open, too."""
    lines: list[CueLine] = []
    words: list[Word] = []
    time: float | None = None
    for place, token in enumerate(_TOKEN.split(line)):
        if place % 2 == 0:
            if token:
                words.append(Word(html.unescape(token).replace("\u200b", ""), time))
        elif found := _INLINE_TIME.match(token.strip()):
            time = clock_seconds(*found.groups())
        elif token[:1] == "v" and token[1:2] in (" ", ".", "\t"):
            if any(word.text.strip() for word in words):
                lines.append(CueLine(tuple(words), speaker))
            words = []
            speaker = html.unescape(token.partition(" ")[2]).strip()
        elif token.strip() == "/v":
            lines.append(CueLine(tuple(words), speaker))
            words, speaker = [], ""
    lines.append(CueLine(tuple(words), speaker))
    return [line for line in lines if line.text], speaker


def _blocks(text: str) -> Iterator[list[str]]:
    """Runs of lines between blank ones; a timing line begins a block even where the blank line was forgotten.

    A line of spaces just below a timing line is the empty first line of a rolling caption and ends nothing.
    """
    block: list[str] = []
    for line in text.split("\n"):
        timing = bool(TIMING.match(line))
        blank = not line.strip() and not (line and block and TIMING.match(block[-1]))
        if block and (blank or (timing and any(map(TIMING.match, block)))):
            yield block
            block = []
        if not blank:
            block.append(line)
    if block:
        yield block


def _cues(text: str) -> Iterator[Cue]:
    for block in _blocks(text):
        place = next((number for number, line in enumerate(block) if TIMING.match(line)), None)
        if place is None or block[0].split(" ")[0] in ("NOTE", "STYLE", "REGION"):
            continue
        timing = parse_timing(block[place])
        lines: list[CueLine] = []
        speaker = ""
        for payload in block[place + 1 :]:
            parsed, speaker = parse_line(payload, speaker)
            lines.extend(parsed)
        if timing and lines:
            yield Cue(timing[0], timing[1], tuple(lines))


def read_webvtt(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of a WebVTT file's text (cleaned before)."""
    draft = draft_of_cues(list(_cues(text)), kind="vtt", cancel=cancel)
    for line in text.split("\n\n", 1)[0].split("\n"):
        if found := _LANGUAGE.match(line):
            draft.language = found[1]
    return draft
