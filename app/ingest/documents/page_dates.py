"""Publication dates printed near a web page's main heading ("By Nora Quill | 12 March 2021"). Nothing is guessed from the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from app.ingest.documents.archive import local
from app.ingest.documents.page_blocks import Block, iter_blocks
from app.ingest.documents.word_counts import words_of
from app.ingest.publication import CandidateDay, DateReliability, candidate_days, stated_days

if TYPE_CHECKING:
    from lxml.etree import _Element

# Number of blocks around the main heading that may hold the byline and date.
_BLOCKS_ABOVE, _BLOCKS_BELOW = 2, 6
_MAX_LINE_LENGTH, _MAX_DATE_LENGTH = 120, 60
# In words.
_MAX_BYLINE_WORDS = 15
_MIN_TITLE_WORDS, _MAX_TITLE_LENGTH, _MAX_BLOCKS_BEFORE = 3, 300, 60
_MAX_PARTS = 40
# Separators within a byline: "By Nora Quill | 12 March 2021".
_SEPARATOR = re.compile(r"\s*(?:[|•·●—–\n]|\s-\s)\s*")
_INLINE = frozenset("a abbr b em font i small span strong time u".split())


def printed_days(root: _Element, title: str) -> list[CandidateDay]:
    """Return the dates printed around the only main heading of a page, above its first text.

    A date stands alone in a line, in an element, or between separators. Without a main heading, `title` (the window's) identifies
    it.
    """
    nearby_blocks = list(_near_heading(root, title))
    printed = [
        dated for block in nearby_blocks for part in _date_candidates(block) for dated in candidate_days(part, DateReliability.LOOSE)
    ]
    return [*stated_days("\n".join(block.text for block in nearby_blocks)), *printed]


def _near_heading(root: _Element, title: str) -> list[Block]:
    """Return the blocks around the main heading that may hold the article's date."""
    headings = sum(1 for _ in root.iter("h1"))
    # With several main headings, a date cannot be assigned to the page.
    if headings > 1:
        return []
    words = words_of(title)
    blocks = iter_blocks(root) if headings else islice(iter_blocks(root), _MAX_BLOCKS_BEFORE)
    blocks_above: list[Block] = []
    for block in blocks:
        if local(block.element) == "h1" if headings else _is_title(block, words):
            blocks_below = _until_text(block, islice(blocks, _BLOCKS_BELOW))
            return [
                neighbour
                for neighbour in (*blocks_above, *blocks_below)
                if neighbour.frame in (None, block.frame) and len(neighbour.text) <= _MAX_LINE_LENGTH
            ]
        blocks_above = [*blocks_above, block][-_BLOCKS_ABOVE:]
    return []


def _is_title(block: Block, words: Sequence[str]) -> bool:
    """Return True if the window's title begins with the block's words."""
    block_words = words_of(block.text) if len(block.text) <= _MAX_TITLE_LENGTH else []
    return len(block_words) >= _MIN_TITLE_WORDS and block_words == words[: len(block_words)]


def _until_text(heading: Block, blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks up to the first text, or up to the end of the heading's own `<header>`."""
    header = next(heading.element.iterancestors("header"), None)
    for block in blocks:
        in_header = header is not None and any(above is header for above in block.element.iterancestors())
        if _is_sentence(block) and not in_header:
            return
        yield block


def _is_sentence(block: Block) -> bool:
    """Return True if a block is text rather than a subtitle or byline."""
    return block.size > _MAX_BYLINE_WORDS or (block.is_text and unicodedata.category(block.text[-1]) == "Po")


def _date_candidates(block: Block) -> Iterator[str]:
    """Yield the parts of a block that may be a date: between separators, after a name and a comma, and in inline elements."""
    for part in (*_SEPARATOR.split(block.text), *_inline_texts(block.element)):
        if len(part) <= _MAX_DATE_LENGTH:
            yield part
        before, comma, after = part.partition(",")
        # "Nora Quill, 12 March 2021"; in "March 12, 2021" the comma is part of the date.
        if comma and not any(map(str.isdigit, before)):
            yield after.strip()


def _inline_texts(line: _Element) -> Iterator[str]:
    pending = [child for child in line if local(child) in _INLINE]
    # A line may have any number of elements.
    for _ in range(_MAX_PARTS):
        if not pending:
            return
        element = pending.pop()
        pending.extend(child for child in element if local(child) in _INLINE)
        yield " ".join("".join(map(str, element.itertext())).split())[: _MAX_LINE_LENGTH + 1]
