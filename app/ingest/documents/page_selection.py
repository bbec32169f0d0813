"""Select the blocks of a web page to read, by its speakers and by the share of its text in an article."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import local
from app.ingest.documents.article import article_of
from app.ingest.documents.extraction import is_too_large
from app.ingest.documents.page_blocks import Block
from app.ingest.documents.page_comments import boilerplate_elements, is_in, mark_comments
from app.ingest.documents.page_notes import notes_of
from app.ingest.documents.page_transcript import transcript_of
from app.ingest.documents.word_counts import words_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_HEADER_FRAMES = frozenset(["header"])
# Text after a transcript is part of an article around it from this share of the transcript's words.
_MIN_AFTER_SHARE = 0.15
_MIN_TITLE_WORDS = 3
# Maximum number of blocks between the title of a page and its first paragraph.
_MAX_HEADING_DISTANCE = 4


def select_blocks(root: _Element, blocks: Sequence[Block], *, title: str, cancel: CancelToken) -> set[int]:
    """Return the indexes of the blocks to read: a whole transcript, else the article, else all outside the page frame.

    The tree is modified.
    """
    # The article is not searched for in such a page, because that could take too long.
    if is_too_large(root):
        return _main_part(blocks, set())
    mark_comments(root, blocks)
    excluded = boilerplate_elements(root)
    selected = _with_article(transcript_of(blocks, cancel=cancel), article_of(root, blocks, excluded), blocks) or _main_part(
        blocks, excluded
    )
    return selected | _title_and_introduction(selected, blocks, title) | notes_of(root, blocks, selected) if selected else selected


def _with_article(transcript: set[int], article: set[int], blocks: Sequence[Block]) -> set[int]:
    """Combine a transcript with the article around it. A short remainder after a transcript is a footer and dropped."""
    after = {index for index in article if transcript and index > max(transcript)}
    transcript_size, after_size = (sum(blocks[index].size for index in indexes) for indexes in (transcript, after))
    return transcript | (article - after if after_size < _MIN_AFTER_SHARE * transcript_size else article)


def _main_part(blocks: Sequence[Block], excluded: set[_Element]) -> set[int]:
    """Return all blocks outside the page frame without boilerplate, unless that drops most of the page.

    A page of nothing but link lists is read whole.
    """
    content = {index for index, block in enumerate(blocks) if block.frame is None} or set(range(len(blocks)))
    part = {index for index in content if not blocks[index].in_aside and not is_in(blocks[index], excluded)}
    size = {index: blocks[index].size for index in content}
    # If names mark most of the page as boilerplate, the names are misleading.
    return part if sum(size[index] for index in part) * 2 >= sum(size.values()) else content


def _title_and_introduction(selected: set[int], blocks: Sequence[Block], title: str) -> set[int]:
    """Return the page's title, and the introduction between it and the selected text."""
    first = min(selected)
    main = [index for index, block in enumerate(blocks[: max(selected) + 1]) if local(block.element) == "h1"]
    title_indexes = [index for index in main if index <= first] or _titles_above(first, blocks, title)
    if title_indexes:
        return {title_indexes[-1], *(index for index in range(title_indexes[-1] + 1, first) if _introduces(blocks[index]))}
    return {index for index in main if blocks[index].frame is None} or _headings_above(first, blocks)


def _introduces(block: Block) -> bool:
    in_head = block.frame is None or local(block.frame) in _HEADER_FRAMES
    return in_head and not block.is_link and not block.in_aside and block.is_text


def _titles_above(first: int, blocks: Sequence[Block], title: str) -> list[int]:
    """Return the blocks with which the page's title begins."""
    words = words_of(title)
    block_words = [words_of(block.text) for block in blocks[: first + 1]]
    return [
        index
        for index, text_words in enumerate(block_words)
        if len(text_words) >= _MIN_TITLE_WORDS and text_words == words[: len(text_words)]
    ]


def _headings_above(first: int, blocks: Sequence[Block]) -> set[int]:
    """Return the nearest heading above block `first`."""
    nearby = range(first - 1, max(-1, first - _MAX_HEADING_DISTANCE - 1), -1)
    return set(next(([index] for index in nearby if blocks[index].is_heading and blocks[index].frame is None), []))
