"""Which blocks of a web page are its article: trafilatura finds it, and what it leaves out of the page's own text is put back.

Trafilatura's extraction alone is used, on a tree that is already there; it is imported in the reading process, where sockets are refused.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import regex

from app.ingest.documents.archive import local
from app.ingest.documents.page_blocks import Block
from app.ingest.documents.page_words import words_of

if TYPE_CHECKING:
    from lxml.etree import _Element
    from lxml.html import HtmlElement

_CODE = frozenset(["script", "style"])
_INLINE = frozenset("hi ref del code a b i em strong span sup sub u small".split())
_OF_TEXT = frozenset("p h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table caption thead tbody tfoot tr td th".split())
_MOST_ELEMENTS, _DEEPEST, _MOST_CHARACTERS, _MOST_ATTRIBUTES, _LONGEST_NAMES = 10_000, 150, 400_000, 500, 2_000_000
"""Beyond these a page is no article; trafilatura would take seconds, and its helpers recurse."""
_LEAST_EXTRACTED = "100"
"""Characters below which trafilatura tries its other ways: an article of 250 Chinese characters is not short."""
_RUN, _SAME = 4, 0.6
"""A block is in what was extracted where this share of its runs of so many words is."""
_DISTRUSTED = 0.3
"""Share of a page's text below which an article is not believed."""
_COMMENT = regex.compile(
    r"(?!no|has|with)(?:[\w-]*[-_])?comments?(?:[-_]{1,2}(?:area|list|section|wrap|wrapper|container|block|thread|body|content|text|item))?$",
    regex.IGNORECASE,
)
_MOST_COMMENTS, _MOST_NESTED = 0.8, 0.5
_MOST_IN_CARD, _MOST_TAIL = 3, 0.3
_MAIN_CELL, _LEAST_TEXTS = 0.6, 3
"""A cell with this share of the words and so many texts makes a table one for layout."""


def mark_comments(root: _Element, blocks: Sequence[Block]) -> None:
    """Count the readers' comments below a text to the page's frame; not where they are (nearly) all of the page, as on forums."""
    from trafilatura.xpaths import REMOVE_COMMENTS_AND_LISTS_XPATH

    named = {element for path in REMOVE_COMMENTS_AND_LISTS_XPATH for element in path(root)}
    named |= {element for element in root.iter() if _is_comment(element)}
    _mark(named, blocks, most=_MOST_COMMENTS)
    _mark({element for element in root.iterfind(".//article//article") if element not in named}, blocks, most=_MOST_NESTED)


def _mark(elements: set[_Element], blocks: Sequence[Block], *, most: float) -> None:
    """Count what stands in these elements to the page's frame, unless it is more than this share of the text."""
    inside = [(block, _outermost(block, elements)) for block in blocks if block.frame is None] if elements else []
    whole = sum(block.size for block, _ in inside)
    if sum(block.size for block, element in inside if element is not None) <= most * whole:
        for block, element in inside:
            block.frame = element


def _is_comment(element: _Element) -> bool:
    names = (*(element.get("class") or "").split(), element.get("id") or "")
    return any(map(_COMMENT.match, names)) or (element.get("itemtype") or "").endswith("schema.org/Comment")


def _outermost(block: Block, elements: set[_Element]) -> _Element | None:
    return next((each for each in (*reversed([*block.element.iterancestors()]), block.element) if each in elements), None)


def article_of(root: _Element, blocks: Sequence[Block], left: set[_Element]) -> set[int]:
    """Return the places in `blocks` that hold the article; none where no article is found that can be believed.

    `left` are the elements that are no article by their names. Takes the elements of the page's frame out of the tree.
    """
    usable = [place for place, block in enumerate(blocks) if block.frame is None]
    _take_out(block.frame for block in blocks if block.frame is not None)
    extracted = _Extracted(_extract(root))
    found = {place for place in usable if extracted.holds(blocks[place].text)}
    found = _without_links(_near_text(found, blocks), blocks)
    if not any(blocks[place].is_text for place in found):
        return set()
    found |= _of_same_shape(found, usable, blocks) | _amid(found, usable, blocks)
    found = _in_main_cell(found, blocks)
    found = _without_tail(found - _cards(found, blocks), blocks)
    return found if _share(found, usable, blocks, left) >= _DISTRUSTED else set()


def named_as_no_article(root: _Element) -> set[_Element]:
    """The elements whose names say that they are no article: comments, banners, sharing, related links; as trafilatura knows them."""
    from trafilatura.xpaths import OVERALL_DISCARD_XPATH, REMOVE_COMMENTS_AND_LISTS_XPATH

    return {element for path in (*OVERALL_DISCARD_XPATH, *REMOVE_COMMENTS_AND_LISTS_XPATH) for element in path(root)}


def is_in(block: Block, elements: set[_Element]) -> bool:
    """Whether a block stands in one of these elements."""
    return bool(elements) and (block.element in elements or any(above in elements for above in block.element.iterancestors()))


def _take_out(elements: Iterable[Any]) -> None:
    for element in dict.fromkeys(elements):
        if element.getparent() is not None:
            element.drop_tree()


@lru_cache(maxsize=1)
def _options() -> Any:
    from trafilatura.settings import Extractor, use_config

    config = use_config()
    config.set("DEFAULT", "MIN_EXTRACTED_SIZE", _LEAST_EXTRACTED)
    return Extractor(config=config, output_format="python", comments=False)


def _extract(root: _Element) -> _Element | None:
    """What trafilatura takes for the article, as a tree of its own; None where it finds nothing."""
    from trafilatura import bare_extraction

    logging.getLogger("trafilatura").propagate = False  # what it finds wrong with a page is of no use to anybody
    found = bare_extraction(cast("HtmlElement", root), options=_options())
    return getattr(found, "body", None)


def is_too_large(root: _Element) -> bool:
    """Whether a page has more in it than any article: a book, a list, a record of days."""
    from lxml import etree

    characters = depth = elements = names = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        elements += event == "start"
        characters += len((element.text if event == "start" else element.tail) or "") if element.tag not in _CODE else 0
        names += len(element.get("class") or "") + len(element.get("id") or "") if event == "start" else 0
        if depth > _DEEPEST or elements > _MOST_ELEMENTS or characters > _MOST_CHARACTERS:
            return True
        if len(element.attrib) > _MOST_ATTRIBUTES or names > _LONGEST_NAMES:
            return True
    return False


class _Extracted:
    """What trafilatura took for the article, to be compared with blocks."""

    def __init__(self, body: _Element | None) -> None:
        words = words_of(_spaced(body)) if body is not None else []
        self._runs = {tuple(words[place : place + _RUN]) for place in range(len(words) - _RUN + 1)}
        self._short = set(_short_texts(body)) if body is not None else set[tuple[str, ...]]()

    def holds(self, text: str) -> bool:
        """Whether this text was extracted."""
        words = words_of(text)
        if len(words) < _RUN:
            return bool(words) and tuple(words) in self._short
        runs = [tuple(words[place : place + _RUN]) in self._runs for place in range(len(words) - _RUN + 1)]
        return sum(runs) >= _SAME * len(runs)


def _spaced(body: _Element) -> str:
    """The text of a tree, with spaces between blocks alone."""
    from lxml import etree

    parts: list[str] = []
    for event, element in etree.iterwalk(body, events=("start", "end")):
        text = element.text if event == "start" else element.tail
        parts += ("" if local(element) in _INLINE else " ", text or "")
    return "".join(parts)


def _short_texts(body: _Element) -> Iterator[tuple[str, ...]]:
    """The words of each piece of text that is too short to have runs."""
    for element in body.iter():
        whole = "".join(map(str, element.itertext())) if len(element) <= _RUN else ""
        for text in (element.text, element.tail, whole):
            if text and len(text) < 200 and 0 < len(words := words_of(text)) < _RUN:
                yield tuple(words)


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
    inside = _common(blocks[min(long)].element, blocks[max(long)].element)
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


def _common(one: _Element, other: _Element) -> _Element:
    """The innermost element that holds both."""
    above = {one, *one.iterancestors()}
    return next((each for each in (other, *other.iterancestors()) if each in above), one)


def _share(found: set[int], usable: Sequence[int], blocks: Sequence[Block], left: set[_Element]) -> float:
    """How much of the page's text was found, of what may be article."""
    texts = [place for place in usable if blocks[place].is_text and not blocks[place].is_link]
    whole = sum(blocks[place].size for place in texts if place in found or not (blocks[place].beside or is_in(blocks[place], left)))
    return sum(blocks[place].size for place in texts if place in found) / whole if whole else 1.0
