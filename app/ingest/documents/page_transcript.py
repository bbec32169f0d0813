"""Recognise web pages that are transcripts. The part of a page with named speakers is read whole."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.page_blocks import Block, paragraph_of
from app.ingest.documents.plain_text import draft_of_paragraphs
from app.ingest.documents.word_counts import length_of

if TYPE_CHECKING:
    from lxml.etree import _Element

# From this share of words by named speakers, a page is a transcript rather than an article that quotes a dialogue.
_MIN_SPOKEN_SHARE = 0.5


def transcript_of(blocks: Sequence[Block], *, cancel: CancelToken) -> set[int]:
    """Return the indexes of the blocks that hold a transcript; empty if the page is none."""
    usable = [index for index, block in enumerate(blocks) if block.frame is None and (block.is_heading or not block.is_link)]
    labelled = _labelled_blocks([blocks[index] for index in usable], cancel)
    if not labelled:
        return set()
    # Everything inside this element is read, whatever its elements are called.
    inside = _common_ancestor([blocks[usable[position]].element for position in labelled])
    return {
        index for index, block in enumerate(blocks) if block.frame is None and inside in {block.element, *block.element.iterancestors()}
    }


def _labelled_blocks(blocks: Sequence[Block], cancel: CancelToken) -> list[int]:
    """Return the blocks that begin with a speaker's name or are one; empty if the page is no transcript."""
    texts = [block.text for block in blocks]
    draft = draft_of_paragraphs([paragraph_of(block) for block in blocks], kind="html", cancel=cancel)
    spoken_spans = [span for span in draft.spans if span.speaker]
    words = sum(length_of(draft.text[span.start : span.end]) for span in draft.spans)
    spoken = sum(length_of(draft.text[span.start : span.end]) for span in spoken_spans)
    # One speaker may be an article that quotes somebody.
    if len({span.speaker for span in spoken_spans}) < 2 or spoken < _MIN_SPOKEN_SHARE * words:
        return []
    starts = [0, *accumulate(len(text.rstrip()) + 1 for text in texts)][:-1]
    starts_by_block = {bisect_right(starts, span.start) - 1: span.start for span in reversed(draft.spans)}
    return [index for index, start in enumerate(starts) if starts_by_block.get(index) != start]


def _common_ancestor(elements: Sequence[_Element]) -> _Element:
    """Return the innermost element that contains all of these."""
    shared = [elements[0], *elements[0].iterancestors()]
    for element in elements[1:]:
        above = {element, *element.iterancestors()}
        shared = [ancestor for ancestor in shared if ancestor in above]
    return shared[0]
