"""Pages that are transcripts: the part of a page in which somebody speaks by name is read whole, whatever its elements are called."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.page_blocks import Block, paragraph_of
from app.ingest.documents.page_words import length_of
from app.ingest.documents.plain import draft_of_paragraphs

if TYPE_CHECKING:
    from lxml.etree import _Element

_LEAST_SHARE = 0.5
"""Share of the words that speakers say, from which a page is a transcript rather than an article that quotes a dialogue."""


def transcript_of(blocks: Sequence[Block], *, cancel: CancelToken) -> set[int]:
    """Return the places in `blocks` that hold a transcript; none where a page is none."""
    usable = [place for place, block in enumerate(blocks) if block.frame is None and (block.is_heading or not block.is_link)]
    labelled = _labelled([blocks[place] for place in usable], cancel)
    if not labelled:
        return set()
    inside = _around([blocks[usable[each]].element for each in labelled])
    return {
        place for place, block in enumerate(blocks) if block.frame is None and inside in {block.element, *block.element.iterancestors()}
    }


def _labelled(blocks: Sequence[Block], cancel: CancelToken) -> list[int]:
    """Which of the blocks begin with, or are, the name of a speaker; none where that is no transcript."""
    texts = [block.text for block in blocks]
    draft = draft_of_paragraphs([paragraph_of(block) for block in blocks], kind="html", cancel=cancel)
    said = [span for span in draft.spans if span.speaker]
    words = sum(length_of(draft.text[span.start : span.end]) for span in draft.spans)
    spoken = sum(length_of(draft.text[span.start : span.end]) for span in said)
    if len({span.speaker for span in said}) < 2 or spoken < _LEAST_SHARE * words:
        return []
    starts = [0, *accumulate(len(text.rstrip()) + 1 for text in texts)][:-1]
    begun = {bisect_right(starts, span.start) - 1: span.start for span in reversed(draft.spans)}
    return [place for place, start in enumerate(starts) if begun.get(place) != start]


def _around(elements: Sequence[_Element]) -> _Element:
    """The innermost element that holds all of these."""
    shared = [elements[0], *elements[0].iterancestors()]
    for element in elements[1:]:
        above = {element, *element.iterancestors()}
        shared = [each for each in shared if each in above]
    return shared[0]
