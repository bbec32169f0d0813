"""The day that a web page prints below its main heading ("By Nora Quill | 12 March 2021"); nothing is guessed from its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import local
from app.ingest.documents.page_blocks import Block, blocks_of
from app.ingest.evidence.dates import Dated, Surety, stated_in, told

if TYPE_CHECKING:
    from lxml.etree import _Element

_ABOVE, _BELOW = 2, 6
"""Blocks around the main heading that may hold its line of author and date."""
_LONGEST_LINE = 120
_PARTS = re.compile(r"\s*(?:[|•·●—–\n]|\s-\s)\s*")


def printed_days(root: _Element) -> list[Dated]:
    """The days printed around the only main heading of a page, above its first text."""
    blocks = blocks_of(root, cancel=CancelToken())
    heads = [place for place, block in enumerate(blocks) if local(block.element) == "h1"]
    if len(heads) != 1:
        return []
    near = [*blocks[max(0, heads[0] - _ABOVE) : heads[0]], *_until_text(blocks[heads[0] + 1 :][:_BELOW])]
    lines = [block.text for block in near if _may_tell(block, blocks[heads[0]])]
    return [*stated_in("\n".join(lines)), *(dated for line in lines for part in _parts(line) for dated in told(part, Surety.LOOSE))]


def _may_tell(block: Block, head: Block) -> bool:
    """Whether a block is of the article's head: in no frame of the site that does not hold the heading, too."""
    return block.frame in (None, head.frame) and len(block.text) <= _LONGEST_LINE and not block.is_heading


def _until_text(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if len(block.text) > _LONGEST_LINE:
            return
        yield block


def _parts(line: str) -> Iterator[str]:
    """What a line may give out as a day: each of its parts, and what follows a comma in it."""
    for part in _PARTS.split(line):
        yield part
        before, comma, after = part.partition(",")
        if comma and not any(map(str.isdigit, before)):
            yield after.strip()
