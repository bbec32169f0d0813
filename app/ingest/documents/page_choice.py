"""What of a web page is read: decided page by page, by who speaks in it and by how much of its text is an article."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import local
from app.ingest.documents.article import article_of
from app.ingest.documents.extraction import is_too_large
from app.ingest.documents.page_blocks import Block
from app.ingest.documents.page_comments import is_in, mark_comments, named_as_no_article
from app.ingest.documents.page_notes import notes_of
from app.ingest.documents.page_turns import transcript_of
from app.ingest.documents.page_words import words_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_HEAD_FRAMES = frozenset(["header"])
_LEAST_AFTER = 0.15
"""What follows a transcript is an article around it from this share of the transcript's words."""
_LEAST_TITLE = 3
_NEAR = 4
"""Blocks between the title of a page and its first paragraph."""


def chosen_blocks(root: _Element, blocks: Sequence[Block], *, title: str, cancel: CancelToken) -> set[int]:
    """Return the places in `blocks` that are read: a transcript whole, an article as far as it is found, else all that is not of the
    page's frame. The tree is changed."""
    if is_too_large(root):
        return _main_part(blocks, set())
    mark_comments(root, blocks)
    left = named_as_no_article(root)
    chosen = _joined(transcript_of(blocks, cancel=cancel), article_of(root, blocks, left), blocks) or _main_part(blocks, left)
    return chosen | _opening(chosen, blocks, title) | notes_of(root, blocks, chosen) if chosen else chosen


def _joined(transcript: set[int], article: set[int], blocks: Sequence[Block]) -> set[int]:
    """A transcript and the article around it; the little that follows a transcript is a footer."""
    after = {place for place in article if transcript and place > max(transcript)}
    said, more = (sum(blocks[place].size for place in places) for places in (transcript, after))
    return transcript | (article - after if more < _LEAST_AFTER * said else article)


def _main_part(blocks: Sequence[Block], left: set[_Element]) -> set[int]:
    """All that is not of the page's frame, less what is beside the point by its name, unless that is most of the page; a page that is
    nothing but lists of links is read whole."""
    whole = {place for place, block in enumerate(blocks) if block.frame is None} or set(range(len(blocks)))
    part = {place for place in whole if not blocks[place].beside and not is_in(blocks[place], left)}
    size = {place: blocks[place].size for place in whole}
    return part if sum(size[place] for place in part) * 2 >= sum(size.values()) else whole


def _opening(chosen: set[int], blocks: Sequence[Block], title: str) -> set[int]:
    """The page's title, and the introduction between it and the chosen text."""
    first = min(chosen)
    main = [place for place, block in enumerate(blocks[: max(chosen) + 1]) if local(block.element) == "h1"]
    heads = [place for place in main if place <= first] or _titles_above(first, blocks, title)
    if heads:
        return {heads[-1], *(place for place in range(heads[-1] + 1, first) if _introduces(blocks[place]))}
    return {place for place in main if blocks[place].frame is None} or _headings_above(first, blocks)


def _introduces(block: Block) -> bool:
    in_head = block.frame is None or local(block.frame) in _HEAD_FRAMES
    return in_head and not block.is_link and not block.beside and block.is_text


def _titles_above(first: int, blocks: Sequence[Block], title: str) -> list[int]:
    """The blocks that say what the page's title begins with."""
    words = words_of(title)
    told = [words_of(block.text) for block in blocks[: first + 1]]
    return [place for place, said in enumerate(told) if len(said) >= _LEAST_TITLE and said == words[: len(said)]]


def _headings_above(first: int, blocks: Sequence[Block]) -> set[int]:
    """The heading close above a place."""
    near = range(first - 1, max(-1, first - _NEAR - 1), -1)
    return set(next(([place] for place in near if blocks[place].is_heading and blocks[place].frame is None), []))
