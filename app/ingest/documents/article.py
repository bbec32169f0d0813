"""Which blocks of a web page are its article: trafilatura finds it, and what it leaves out of the page's own text is put back."""

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

_OF_TEXT = frozenset("p h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table caption thead tbody tfoot tr td th".split())
_HIGHEST_LIST = 4
_DISTRUSTED = 0.3
"""Share of a page's text below which an article is not believed."""
_MOST_IN_CARD, _MOST_TAIL = 3, 0.3
_MAIN_CELL, _LEAST_TEXTS = 0.6, 3
"""A cell with this share of the words and so many texts makes a table one for layout."""


def article_of(root: _Element, blocks: Sequence[Block], left: set[_Element]) -> set[int]:
    """Return the places in `blocks` that hold the article; none where no article is found that can be believed.

    `left` are the elements that are no article by their names. Takes the elements of the page's frame out of the tree.
    """
    usable = [place for place, block in enumerate(blocks) if block.frame is None]
    _take_out(block.frame for block in blocks if block.frame is not None)
    article = extracted(root)
    found = {place for place in usable if article.holds(blocks[place].text)}
    found = _without_links(_near_text(found, blocks), blocks)
    if not any(blocks[place].is_text for place in found):
        return set()
    found |= _of_same_shape(found, usable, blocks) | _amid(found, usable, blocks)
    found = _in_main_cell(found, blocks)
    found = _without_tail(found - _cards(found, blocks), blocks)
    return found if _share(found, usable, blocks, left) >= _DISTRUSTED else set()


def _take_out(elements: Iterable[Any]) -> None:
    for element in dict.fromkeys(elements):
        if element.getparent() is not None:
            element.drop_tree()


def _near_text(found: set[int], blocks: Sequence[Block]) -> set[int]:
    """Without labels before the first and behind the last text, unless they join it: a word of a menu is often one of the article, too."""
    long = sorted(place for place in found if blocks[place].is_text)
    if not long:
        return found
    first, last = long[0], long[-1]
    while first - 1 in found:
        first -= 1
    while last + 1 in found:
        last += 1
    return {place for place in found if first <= place <= last}


def _without_links(found: set[int], blocks: Sequence[Block]) -> set[int]:
    """Without blocks that are links and nothing else, which lead to other articles; unless the whole page is made of them."""
    links = {place for place in found if blocks[place].is_link and not blocks[place].is_heading}
    return found if len(links) * 2 > len(found) else found - links


def _of_same_shape(found: set[int], usable: Sequence[int], blocks: Sequence[Block]) -> set[int]:
    """The blocks that stand where found text stands and are made like it: one more post, one more entry, the end of the article."""
    long = [place for place in found if blocks[place].is_text]
    shapes = Counter(_shape(blocks[place].element) for place in long)
    inside = _list_around(_common(blocks[min(long)].element, blocks[max(long)].element))
    return {
        place
        for place in usable
        if place not in found
        and not blocks[place].is_link
        and shapes[_shape(blocks[place].element)] > 0
        and (blocks[place].element is inside or inside in set(blocks[place].element.iterancestors()))
    }


def _in_main_cell(found: set[int], blocks: Sequence[Block]) -> set[int]:
    """What stands in the cell that holds most of the text, where a page is laid out by a table; all of it where it is not."""
    cells: dict[_Element, list[int]] = {}
    for place in sorted(found):
        for above in blocks[place].element.iterancestors("td"):
            cells.setdefault(above, []).append(place)
        if local(blocks[place].element) == "td":
            cells.setdefault(blocks[place].element, []).append(place)
    size = {place: blocks[place].size for place in found}
    least = _MAIN_CELL * sum(size.values())
    main: list[list[int]] = [
        places
        for places in cells.values()
        if sum(size[place] for place in places) >= least and sum(blocks[place].is_text for place in places) >= _LEAST_TEXTS
    ]
    return set(sorted(main, key=len)[0]) if main else found


def _core(found: Iterable[int], blocks: Sequence[Block]) -> _Element | None:
    """The element whose children hold most of the text; None where it is spread over several."""
    holders: Counter[_Element] = Counter()
    whole = 0.0
    for place in found:
        whole += (size := blocks[place].size)
        if (parent := blocks[place].element.getparent()) is not None:
            holders[parent] += round(size)
    core, words = max(holders.items(), key=lambda pair: pair[1], default=(None, 0))
    return core if words >= _MAIN_CELL * whole else None


def _amid(found: set[int], usable: Sequence[int], blocks: Sequence[Block]) -> set[int]:
    """The paragraphs, lists, tables and quotations that stand among the found text, with nothing of the site's own around them."""
    core = _core(found, blocks)
    if core is None:
        return set()
    first, last = min(found), max(found)
    return {
        place
        for place in usable
        if first < place < last and not blocks[place].is_link and not blocks[place].beside and _is_amid(blocks[place], core)
    }


def _is_amid(block: Block, core: _Element) -> bool:
    for above in (block.element, *block.element.iterancestors()):
        if above is core:
            return True
        if local(above) not in _OF_TEXT:
            return False
    return False


def _cards(found: set[int], blocks: Sequence[Block]) -> set[int]:
    """The texts under a link that is a heading of its own, twice or more: they introduce other articles."""
    parts: dict[_Element, list[int]] = {}
    for place, block in enumerate(blocks):
        if (parent := block.element.getparent()) is not None:
            parts.setdefault(parent, []).append(place)
            if block.is_link and (above := parent.getparent()) is not None:
                parts.setdefault(above, []).append(place)
    cards = [
        places
        for places in parts.values()
        if 1 < len(places) <= _MOST_IN_CARD and blocks[places[0]].is_link and any(place in found for place in places[1:])
    ]
    return {place for places in cards for place in places} if len(cards) > 1 else set()


def _without_tail(found: set[int], blocks: Sequence[Block]) -> set[int]:
    """Without what follows the element with most of the text, where it is little and not made like it: the site's last words."""
    size = {place: blocks[place].size for place in found}
    core = _core(found, blocks)
    if core is None:
        return found
    last = max(place for place in found if core in set(blocks[place].element.iterancestors()))
    shapes = {_shape(blocks[place].element) for place in found if place <= last}
    tail = {place for place in found if place > last and _shape(blocks[place].element) not in shapes}
    return found - tail if sum(size[place] for place in tail) <= _MOST_TAIL * sum(size.values()) else found


def _shape(element: _Element) -> tuple[tuple[str, str], ...]:
    above = [element]
    while len(above) < 3 and (parent := above[-1].getparent()) is not None:
        above.append(parent)
    return tuple((local(each), each.get("class") or "") for each in above)


def _list_around(element: _Element) -> _Element:
    """The element that holds this one and others like it, as a page of several posts does; the element itself where it has the page's
    main heading, or where nothing is like it."""
    for inner in (element, *element.iterancestors())[:_HIGHEST_LIST]:
        above = inner.getparent()
        if above is None or inner.find(".//h1") is not None:
            return element
        name = (local(inner), inner.get("class"))
        if name[1] and sum((local(each), each.get("class")) == name for each in above) > 1:
            return above
    return element


def _common(one: _Element, other: _Element) -> _Element:
    """The innermost element that holds both."""
    above = {one, *one.iterancestors()}
    return next((each for each in (other, *other.iterancestors()) if each in above), one)


def _share(found: set[int], usable: Sequence[int], blocks: Sequence[Block], left: set[_Element]) -> float:
    """How much of the page's text was found, of what may be article."""
    texts = [place for place in usable if blocks[place].is_text and not blocks[place].is_link]
    whole = sum(blocks[place].size for place in texts if place in found or not (blocks[place].beside or is_in(blocks[place], left)))
    return sum(blocks[place].size for place in texts if place in found) / whole if whole else 1.0
