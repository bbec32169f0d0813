"""Find the footnotes of a web page: targets of the text's links, blocks that link back, and elements marked as notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.ingest.documents.archive import local
from app.ingest.documents.page_blocks import Block

if TYPE_CHECKING:
    from lxml.etree import _Element

_NOTE_ROLES = frozenset("doc-footnote doc-endnote doc-endnotes doc-biblioentry doc-bibliography".split())
_NOTE_CLASSES = frozenset("footnote footnotes endnotes references reflist wp-block-footnotes".split())
# In words. The target of a link within a page is often a whole chapter rather than a note.
_MAX_NOTE_WORDS = 300


def notes_of(root: _Element, blocks: Sequence[Block], selected: set[int]) -> set[int]:
    """Return the indexes of the blocks that hold notes of the selected text."""
    selected_elements = {blocks[index].element for index in selected}
    around = {above for element in selected_elements for above in element.iterancestors()}
    notes = _linked_elements(root, blocks, selected_elements) - selected_elements - around
    inside: dict[_Element, list[int]] = {}
    for index, block in enumerate(blocks):
        if index in selected or block.is_link:
            continue
        for element in (block.element, *block.element.iterancestors()):
            if element in notes or (_is_marked(element) and element not in around):
                inside.setdefault(element, []).append(index)
    return {
        index
        for element, indexes in inside.items()
        if _is_marked(element) or sum(blocks[position].size for position in indexes) <= _MAX_NOTE_WORDS
        for index in indexes
        if _may_be_note(blocks[index], marked=_is_marked(element))
    }


def _may_be_note(block: Block, *, marked: bool) -> bool:
    return block.frame is None or (marked and local(block.frame) in ("footer", "aside"))


def _linked_elements(root: _Element, blocks: Sequence[Block], selected_elements: set[_Element]) -> set[_Element]:
    """Return the elements that links in the text lead to, and the blocks whose links lead back to it."""
    holders = {block.element for block in blocks}
    named = {
        name: element for element in root.iter() if (name := element.get("id") or (element.get("name") if local(element) == "a" else ""))
    }
    referred = set["_Element"]()
    for link in root.iter("a"):
        target = named.get((link.get("href") or "").removeprefix("#")) if (link.get("href") or "").startswith("#") else None
        # Only links within the page can lead to notes.
        if target is None:
            continue
        source = next((above for above in (link, *link.iterancestors()) if above in holders), None)
        goal = next((above for above in (target, *target.iterancestors()) if above in holders), None)
        # A note is either the target of a link in the text, or holds a link back to it.
        if source in selected_elements and goal not in selected_elements:
            referred.add(target if goal is None else goal)
        elif source is not None and goal in selected_elements and source not in selected_elements:
            referred.add(source)
    return referred


def _is_marked(element: _Element) -> bool:
    return (element.get("role") or "") in _NOTE_ROLES or bool(_NOTE_CLASSES & set((element.get("class") or "").split()))
