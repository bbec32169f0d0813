"""Read SubRip (.srt). Real files lack numbers, and have coordinates after the times and stray tags."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from app.domain.progress import CancelToken
from app.ingest.documents.caption_blocks import Block, caption_blocks, counted_names, cues_of_blocks, untimed_blocks
from app.ingest.documents.cues import Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft

# Tags of HTML, and override codes of SubStation that some programs leave in SubRip.
_TAG = re.compile(r"</?(?:i|b|u|s|font|c|v|em|strong)\b[^<>]*>|\{\\[^{}]*\}", re.IGNORECASE)

_BREAK = re.compile(r"\\[Nn]")
_FRAME = re.compile(r"\s*<(?:begin|end) subtitles>\s*", re.IGNORECASE)
# Headers that programs write above the first caption.
_HEADER = re.compile(r"\s*(?:\[[A-Za-z /]+\]|//|\$\w+\s*=|@ This file|<begin subtitles>|$)", re.IGNORECASE)


def _cue_lines(block: Block) -> list[CueLine]:
    written = [part for group in block.groups for line in group if not _FRAME.fullmatch(line) for part in _BREAK.split(line)]
    lines = [CueLine((Word(html.unescape(_TAG.sub("", line)).strip()),)) for line in written]
    return [line for line in lines if line.text]


def cues_of(text: str) -> Iterator[Cue]:
    """Return the cues of a text with SubRip's timing lines, in order, without the header above them ("[TITLE]…")."""
    above, blocks = caption_blocks(text, named=counted_names(text.split("\n")))
    spoken = [line for line in above if not _HEADER.match(line)]
    return cues_of_blocks([*untimed_blocks(spoken), *blocks], _cue_lines)


def read_subrip(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of a SubRip file's text (cleaned before)."""
    return draft_of_cues(list(cues_of(text)), kind="srt", cancel=cancel)
