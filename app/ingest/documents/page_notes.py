"""Footnotes of a web page: what the text refers to, what refers back to it, and what is marked as notes, wherever it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.ingest.documents.archive import local
from app.ingest.documents.page_blocks import Block

if TYPE_CHECKING:
    from lxml.etree import _Element

_ROLES = frozenset("doc-footnote doc-endnote doc-endnotes doc-biblioentry doc-bibliography".split())
_NAMES = frozenset("footnote footnotes endnotes references reflist wp-block-footnotes".split())
_LONGEST = 300
"""Words of a note; what a link within a page leads to is often a whole chapter."""


def notes_of(root: _Element, blocks: Sequence[Block], chosen: set[int]) -> set[int]:
    """Return the places in `blocks` that hold the notes of the chosen text."""
    own = {blocks[place].element for place in chosen}
    around = {above for element in own for above in element.iterancestors()}
    notes = _referred(root, blocks, own) - own - around
    inside: dict[_Element, list[int]] = {}
    for place, block in enumerate(blocks):
        if place in chosen or block.is_link:
            continue
        for element in (block.element, *block.element.iterancestors()):
            if element in notes or (_is_marked(element) and element not in around):
                inside.setdefault(element, []).append(place)
    return {
        place
        for element, places in inside.items()
        if _is_marked(element) or sum(blocks[each].size for each in places) <= _LONGEST
        for place in places
        if _may_be_note(blocks[place], marked=_is_marked(element))
    }


def _may_be_note(block: Block, *, marked: bool) -> bool:
    return block.frame is None or (marked and local(block.frame) in ("footer", "aside"))


def _referred(root: _Element, blocks: Sequence[Block], own: set[_Element]) -> set[_Element]:
    """The elements that links in the text lead to, and the blocks from which links lead back to it."""
    holders = {block.element for block in blocks}
    named = {
        name: element for element in root.iter() if (name := element.get("id") or (element.get("name") if local(element) == "a" else ""))
    }
    referred = set["_Element"]()
    for link in root.iter("a"):
        target = named.get((link.get("href") or "").removeprefix("#")) if (link.get("href") or "").startswith("#") else None
        if target is None:
            continue
        source = next((above for above in (link, *link.iterancestors()) if above in holders), None)
        goal = next((above for above in (target, *target.iterancestors()) if above in holders), None)
        if source in own and goal not in own:
            referred.add(target if goal is None else goal)
        elif source is not None and goal in own and source not in own:
            referred.add(source)
    return referred


def _is_marked(element: _Element) -> bool:
    return (element.get("role") or "") in _ROLES or bool(_NAMES & set((element.get("class") or "").split()))
