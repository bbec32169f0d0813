"""Select the blocks of a web page that are its article: trafilatura finds them, and text that it missed is added back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from app.ingest.documents.archive import local
from app.ingest.documents.extraction import extracted
from app.ingest.documents.page_blocks import Block
from app.ingest.documents.page_comments import is_in

if TYPE_CHECKING:
    from lxml.etree import _Element

# Elements that belong to running text; any other element around a block is the site's own.
_TEXT_ELEMENTS = frozenset("p h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table caption thead tbody tfoot tr td th".split())
_MAX_LIST_DEPTH = 4
# An article with less than this share of the page's text is not credible.
_MIN_ARTICLE_SHARE = 0.3
_MAX_CARD_BLOCKS, _MAX_TAIL_SHARE = 3, 0.3
# A table with a cell that holds this share of the words and so many texts is a layout table.
_MIN_CORE_SHARE, _MIN_CELL_TEXTS = 0.6, 3


def article_of(root: _Element, blocks: Sequence[Block], excluded: set[_Element]) -> set[int]:
    """Return the indexes of the blocks that hold the article; empty if no credible article is found.

    `excluded` are the elements whose names mark them as no article. The elements of the page frame are removed from the tree.
    """
    usable = [index for index, block in enumerate(blocks) if block.frame is None]
    _remove(block.frame for block in blocks if block.frame is not None)
    extraction = extracted(root)
    selected = {index for index in usable if extraction.holds(blocks[index].text)}
    selected = _without_links(_trim_labels(selected, blocks), blocks)
    if not any(blocks[index].is_text for index in selected):
        return set()
    selected |= _similar_blocks(selected, usable, blocks) | _between_selected(selected, usable, blocks)
    selected = _in_main_cell(selected, blocks)
    selected = _without_tail(selected - _teasers(selected, blocks), blocks)
    return selected if _selected_share(selected, usable, blocks, excluded) >= _MIN_ARTICLE_SHARE else set()


def _remove(elements: Iterable[Any]) -> None:
    for element in dict.fromkeys(elements):
        if element.getparent() is not None:
            element.drop_tree()


def _trim_labels(selected: set[int], blocks: Sequence[Block]) -> set[int]:
    """Drop labels before the first and after the last text, unless adjacent to it."""
    # trafilatura's words are compared without their positions, and a word of a menu is often one of the article, too.
    long = sorted(index for index in selected if blocks[index].is_text)
    if not long:
        return selected
    first, last = long[0], long[-1]
    while first - 1 in selected:
        first -= 1
    while last + 1 in selected:
        last += 1
    return {index for index in selected if first <= index <= last}


def _without_links(selected: set[int], blocks: Sequence[Block]) -> set[int]:
    """Drop blocks that are only a link, unless the whole page consists of links."""
    # Such blocks lead to other articles.
    links = {index for index in selected if blocks[index].is_link and not blocks[index].is_heading}
    return selected if len(links) * 2 > len(selected) else selected - links


def _similar_blocks(selected: set[int], usable: Sequence[int], blocks: Sequence[Block]) -> set[int]:
    """Return unselected blocks that have the position and the markup of selected text: one more post, entry or paragraph."""
    long = [index for index in selected if blocks[index].is_text]
    shapes = Counter(_shape(blocks[index].element) for index in long)
    inside = _list_around(_common_ancestor(blocks[min(long)].element, blocks[max(long)].element))
    return {
        index
        for index in usable
        if index not in selected
        and not blocks[index].is_link
        and shapes[_shape(blocks[index].element)] > 0
        and (blocks[index].element is inside or inside in set(blocks[index].element.iterancestors()))
    }


def _in_main_cell(selected: set[int], blocks: Sequence[Block]) -> set[int]:
    """Keep only the blocks in the table cell that holds most of the text, if a table lays out the page."""
    cells: dict[_Element, list[int]] = {}
    for index in sorted(selected):
        for above in blocks[index].element.iterancestors("td"):
            cells.setdefault(above, []).append(index)
        if local(blocks[index].element) == "td":
            cells.setdefault(blocks[index].element, []).append(index)
    size = {index: blocks[index].size for index in selected}
    least = _MIN_CORE_SHARE * sum(size.values())
    main: list[list[int]] = [
        indexes
        for indexes in cells.values()
        if sum(size[index] for index in indexes) >= least and sum(blocks[index].is_text for index in indexes) >= _MIN_CELL_TEXTS
    ]
    return set(sorted(main, key=len)[0]) if main else selected


def _core_element(selected: Iterable[int], blocks: Sequence[Block]) -> _Element | None:
    """Return the element whose children hold most of the text, or None if the text is spread over several."""
    holders: Counter[_Element] = Counter()
    total_size = 0.0
    for index in selected:
        total_size += (size := blocks[index].size)
        if (parent := blocks[index].element.getparent()) is not None:
            holders[parent] += round(size)
    core, words = max(holders.items(), key=lambda pair: pair[1], default=(None, 0))
    return core if words >= _MIN_CORE_SHARE * total_size else None


def _between_selected(selected: set[int], usable: Sequence[int], blocks: Sequence[Block]) -> set[int]:
    """Return paragraphs, lists, tables and quotations between selected blocks that no element of the site encloses."""
    core = _core_element(selected, blocks)
    if core is None:
        return set()
    first, last = min(selected), max(selected)
    return {
        index
        for index in usable
        if first < index < last and not blocks[index].is_link and not blocks[index].in_aside and _is_in_running_text(blocks[index], core)
    }


def _is_in_running_text(block: Block, core: _Element) -> bool:
    for above in (block.element, *block.element.iterancestors()):
        if above is core:
            return True
        if local(above) not in _TEXT_ELEMENTS:
            return False
    return False


def _teasers(selected: set[int], blocks: Sequence[Block]) -> set[int]:
    """Return teasers of other articles: short texts under a linked heading, if there are at least two."""
    parts: dict[_Element, list[int]] = {}
    for index, block in enumerate(blocks):
        if (parent := block.element.getparent()) is not None:
            parts.setdefault(parent, []).append(index)
            if block.is_link and (above := parent.getparent()) is not None:
                parts.setdefault(above, []).append(index)
    cards = [
        indexes
        for indexes in parts.values()
        if 1 < len(indexes) <= _MAX_CARD_BLOCKS and blocks[indexes[0]].is_link and any(index in selected for index in indexes[1:])
    ]
    return {index for indexes in cards for index in indexes} if len(cards) > 1 else set()


def _without_tail(selected: set[int], blocks: Sequence[Block]) -> set[int]:
    """Drop what follows the element with most of the text, if it is short and marked up differently: the site's closing words."""
    size = {index: blocks[index].size for index in selected}
    core = _core_element(selected, blocks)
    if core is None:
        return selected
    last = max(index for index in selected if core in set(blocks[index].element.iterancestors()))
    shapes = {_shape(blocks[index].element) for index in selected if index <= last}
    # These are the closing words of the site, such as a newsletter or an imprint.
    tail = {index for index in selected if index > last and _shape(blocks[index].element) not in shapes}
    return selected - tail if sum(size[index] for index in tail) <= _MAX_TAIL_SHARE * sum(size.values()) else selected


def _shape(element: _Element) -> tuple[tuple[str, str], ...]:
    above = [element]
    while len(above) < 3 and (parent := above[-1].getparent()) is not None:
        above.append(parent)
    return tuple((local(ancestor), ancestor.get("class") or "") for ancestor in above)


def _list_around(element: _Element) -> _Element:
    """Return the element that holds this one and similar siblings, as a page of several posts has.

    Return the element itself if it holds the page's main heading or has no similar siblings.
    """
    for inner in (element, *element.iterancestors())[:_MAX_LIST_DEPTH]:
        above = inner.getparent()
        if above is None or inner.find(".//h1") is not None:
            return element
        name = (local(inner), inner.get("class"))
        if name[1] and sum((local(sibling), sibling.get("class")) == name for sibling in above) > 1:
            return above
    return element


def _common_ancestor(first: _Element, second: _Element) -> _Element:
    """Return the innermost element that contains both."""
    above = {first, *first.iterancestors()}
    return next((ancestor for ancestor in (second, *second.iterancestors()) if ancestor in above), first)


def _selected_share(selected: set[int], usable: Sequence[int], blocks: Sequence[Block], excluded: set[_Element]) -> float:
    """Return the selected share in [0, 1] of the text that could be article."""
    texts = [index for index in usable if blocks[index].is_text and not blocks[index].is_link]
    total_size = sum(
        blocks[index].size for index in texts if index in selected or not (blocks[index].in_aside or is_in(blocks[index], excluded))
    )
    return sum(blocks[index].size for index in texts if index in selected) / total_size if total_size else 1.0
