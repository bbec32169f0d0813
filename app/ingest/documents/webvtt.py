"""Read WebVTT: `<v Speaker>`, classes, inline times, entities; NOTE, STYLE and REGION blocks; hours and cue names are optional.

Source: W3C WebVTT, sections 4 (syntax) and 6 (parsing). More lenient than the standard where real files are.
"""

from __future__ import annotations

import html
import re

from app.domain.progress import CancelToken
from app.ingest.documents.caption_blocks import Block, Groups, caption_blocks, cues_of_blocks, grouped
from app.ingest.documents.cues import CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.labels import clock_seconds
from app.translation import tr

_STAMP = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?"
_TOKEN = re.compile(r"<([^<>]*)>")
_INLINE_TIME = re.compile(rf"^{_STAMP}$")
# Blocks that hold no caption.
_NON_CAPTION = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")
_LANGUAGE = re.compile(r"^Language:\s*([A-Za-z-]{2,20})\s*$")


def parse_line(line: str, speaker: str = "") -> tuple[list[CueLine], str]:
    """Return a payload line without its tags, and the voice that is still open. A new voice begins a new line."""
    lines: list[CueLine] = []
    words: list[Word] = []
    time: float | None = None
    for index, token in enumerate(_TOKEN.split(line)):
        if index % 2 == 0:
            if token:
                words.append(Word(html.unescape(token).replace("\u200b", ""), time))
        elif match := _INLINE_TIME.match(token.strip()):
            time = clock_seconds(*match.groups())
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


def _is_non_caption(group: list[str]) -> bool:
    return _NON_CAPTION.match(group[0]) is not None or any("{" in line or "}" in line for line in group)


def _spoken_groups(groups: Groups) -> Groups:
    """Return the groups of a caption's lines up to the first comment."""
    first = next((index for index, group in enumerate(groups) if index and _NON_CAPTION.match(group[0])), len(groups))
    return groups[:first]


def _unclear_lines(groups: Groups) -> int:
    """Return the number of lines after a comment or above the first caption that may be neither comment nor caption."""
    return sum(len(group) for group in groups if not _is_non_caption(group))


def _cue_lines(block: Block) -> list[CueLine]:
    lines: list[CueLine] = []
    speaker = ""
    for group in _spoken_groups(block.groups):
        for payload in group:
            parsed, speaker = parse_line(payload, speaker)
            lines.extend(parsed)
    return lines


def read_webvtt(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of a WebVTT file's text (cleaned before). Lines that may be comments are left out and noted."""
    above, blocks = caption_blocks(text, named=True)
    draft = draft_of_cues(list(cues_of_blocks(blocks, _cue_lines)), kind="vtt", cancel=cancel)
    header, *later_groups = grouped(above) or [[]]
    left_out = _unclear_lines(later_groups) + sum(_unclear_lines(block.groups[len(_spoken_groups(block.groups)) :]) for block in blocks)
    if left_out:
        draft.notes.append(tr("{count} lines above the captions or behind a comment in them were left out.", count=left_out))
    for line in header:
        if match := _LANGUAGE.match(line):
            draft.language = match[1]
    return draft
