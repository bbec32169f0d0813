"""SubRip (.srt): missing numbers, coordinates behind the times and stray tags are all met in real files."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from app.domain.progress import CancelToken
from app.ingest.documents.caption_blocks import Block, caption_blocks, cues_of_blocks, untimed_blocks
from app.ingest.documents.cues import Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft

_TAG = re.compile(r"</?(?:i|b|u|s|font|c|v|em|strong)\b[^<>]*>|\{\\[^{}]*\}", re.IGNORECASE)


def _shown(block: Block) -> list[CueLine]:
    lines = [CueLine((Word(html.unescape(_TAG.sub("", line)).strip()),)) for group in block.groups for line in group]
    return [line for line in lines if line.text]


def cues_of(text: str, *, header: re.Pattern[str] | None = None) -> Iterator[Cue]:
    """The cues of a text with SubRip's timing lines, in its order; lines above them that match `header` are none."""
    above, blocks = caption_blocks(text)
    spoken = [line for line in above if not (header and header.match(line))]
    return cues_of_blocks([*untimed_blocks(spoken), *blocks], _shown)


def read_subrip(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of a SubRip file's text (cleaned before)."""
    return draft_of_cues(list(cues_of(text)), kind="srt", cancel=cancel)
