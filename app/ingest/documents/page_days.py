"""The day that a web page prints below its main heading ("By Nora Quill | 12 March 2021"); nothing is guessed from its text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from app.ingest.documents.archive import local
from app.ingest.documents.page_blocks import Block, first_blocks
from app.ingest.documents.page_words import words_of
from app.ingest.publication import CandidateDay, DateReliability, candidate_days, stated_days

if TYPE_CHECKING:
    from lxml.etree import _Element

_ABOVE, _BELOW = 2, 6
"""Blocks around the main heading that may hold its line of author and date."""
_LONGEST_LINE, _LONGEST_DAY = 120, 60
_LONGEST_BYLINE = 15
"""Words."""
_LEAST_TITLE, _LONGEST_TITLE, _MOST_BEFORE = 3, 300, 60
_MOST_PARTS = 40
_PARTS = re.compile(r"\s*(?:[|•·●—–\n]|\s-\s)\s*")
_INLINE = frozenset("a abbr b em font i small span strong time u".split())


def printed_days(root: _Element, title: str) -> list[CandidateDay]:
    """The days printed around the only main heading of a page, above its first text: each alone in its line, its element, or between
    strokes. Without a main heading, `title` (the window's) tells which block is it."""
    near = list(_near_heading(root, title))
    printed = [dated for block in near for part in _parts(block) for dated in candidate_days(part, DateReliability.LOOSE)]
    return [*stated_days("\n".join(block.text for block in near)), *printed]


def _near_heading(root: _Element, title: str) -> list[Block]:
    """The blocks around the main heading that may hold the article's day."""
    headings = sum(1 for _ in root.iter("h1"))
    if headings > 1:
        return []
    words = words_of(title)
    found = first_blocks(root) if headings else islice(first_blocks(root), _MOST_BEFORE)
    above: list[Block] = []
    for head in found:
        if local(head.element) == "h1" if headings else _is_title(head, words):
            below = _until_text(head, islice(found, _BELOW))
            return [each for each in (*above, *below) if each.frame in (None, head.frame) and len(each.text) <= _LONGEST_LINE]
        above = [*above, head][-_ABOVE:]
    return []


def _is_title(block: Block, words: Sequence[str]) -> bool:
    """Return True if a block says what the window's title begins with."""
    said = words_of(block.text) if len(block.text) <= _LONGEST_TITLE else []
    return len(said) >= _LEAST_TITLE and said == words[: len(said)]


def _until_text(head: Block, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks up to the first text; up to the end of the heading's own `<header>`, where it has one."""
    header = next(head.element.iterancestors("header"), None)
    for block in blocks:
        in_header = header is not None and any(above is header for above in block.element.iterancestors())
        if _is_sentence(block) and not in_header:
            return
        yield block


def _is_sentence(block: Block) -> bool:
    """Return True if a block is text rather than a subtitle or a line of author and date."""
    return block.size > _LONGEST_BYLINE or (block.is_text and unicodedata.category(block.text[-1]) == "Po")


def _parts(block: Block) -> Iterator[str]:
    """What a block may give out as a day: its parts, what follows a name and a comma, and the elements in its line."""
    for part in (*_PARTS.split(block.text), *_elements(block.element)):
        if len(part) <= _LONGEST_DAY:
            yield part
        before, comma, after = part.partition(",")
        if comma and not any(map(str.isdigit, before)):
            yield after.strip()


def _elements(line: _Element) -> Iterator[str]:
    waiting = [child for child in line if local(child) in _INLINE]
    for _ in range(_MOST_PARTS):
        if not waiting:
            return
        element = waiting.pop()
        waiting.extend(child for child in element if local(child) in _INLINE)
        yield " ".join("".join(map(str, element.itertext())).split())[: _LONGEST_LINE + 1]
