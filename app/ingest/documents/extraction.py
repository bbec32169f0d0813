"""trafilatura: which text of a web page is its article.

Its extraction alone is used, on a tree that is already there, and is imported in the reading process, where sockets are refused. Nothing of
its search for dates and authors is: what it guesses would date evidence.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from app.ingest.documents.archive import local
from app.ingest.documents.page_words import words_of

if TYPE_CHECKING:
    from lxml.etree import XPath, _Element
    from lxml.html import HtmlElement

_CODE = frozenset(["script", "style"])
_INLINE = frozenset("hi ref del code a b i em strong span sup sub u small".split())
_MOST_ELEMENTS, _DEEPEST, _MOST_CHARACTERS, _MOST_ATTRIBUTES, _LONGEST_NAMES = 10_000, 150, 400_000, 500, 2_000_000
"""Beyond these a page is no article; trafilatura would take seconds, and its helpers recurse."""
_LEAST_EXTRACTED = "100"
"""Characters below which trafilatura tries its other ways: an article of 250 Chinese characters is not short."""
_RUN, _SAME = 4, 0.6
"""A block is in what was extracted where this share of its runs of so many words is."""


@dataclass(frozen=True, slots=True)
class _Trafilatura:
    """What is used of trafilatura: the extraction with its options, and the paths to what is no article by its name."""

    extract: Callable[[HtmlElement], object]
    comments: Sequence[XPath]
    others: Sequence[XPath]


@lru_cache(maxsize=1)
def _trafilatura() -> _Trafilatura:
    """Import it, once. Of its ways to find an article the rules alone are tried: the other ones take time without bound."""
    with _without_sockets():
        from trafilatura import bare_extraction
        from trafilatura.settings import Extractor, use_config
        from trafilatura.xpaths import OVERALL_DISCARD_XPATH, REMOVE_COMMENTS_AND_LISTS_XPATH
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL + 1)  # what it finds wrong with a page is of no use to anybody
    config = use_config()
    config.set("DEFAULT", "MIN_EXTRACTED_SIZE", _LEAST_EXTRACTED)
    options = Extractor(config=config, output_format="python", comments=False, fast=True)
    return _Trafilatura(
        extract=lambda root: bare_extraction(root, options=options), comments=REMOVE_COMMENTS_AND_LISTS_XPATH, others=OVERALL_DISCARD_XPATH
    )


@contextmanager
def _without_sockets() -> Iterator[None]:
    """Keep urllib3, which trafilatura imports and which is never used, from opening a socket to see whether there is IPv6."""
    import socket

    there_is = socket.has_ipv6
    socket.has_ipv6 = False
    try:
        yield
    finally:
        socket.has_ipv6 = there_is


def extracted(root: _Element) -> Extracted:
    """What trafilatura takes for the article of a page."""
    found = _trafilatura().extract(cast("HtmlElement", root))
    return Extracted(getattr(found, "body", None))


def comments_in(root: _Element) -> set[_Element]:
    """The elements that are readers' comments by their names."""
    return _found(_trafilatura().comments, root)


def no_article_in(root: _Element) -> set[_Element]:
    """The elements that are no article by their names: banners, sharing, related links."""
    return _found(_trafilatura().others, root)


def _found(paths: Sequence[XPath], root: _Element) -> set[_Element]:
    return {element for path in paths for element in cast("list[_Element]", path(root))}


def is_too_large(root: _Element) -> bool:
    """Return True if a page has more in it than any article: a book, a list, a record of days."""
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


class Extracted:
    """What trafilatura took for the article, to be compared with blocks."""

    def __init__(self, body: _Element | None) -> None:
        words = words_of(_spaced(body)) if body is not None else []
        self._runs = {tuple(words[place : place + _RUN]) for place in range(len(words) - _RUN + 1)}
        self._short = set(_short_texts(body)) if body is not None else set[tuple[str, ...]]()

    def holds(self, text: str) -> bool:
        """Return True if this text was extracted."""
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
