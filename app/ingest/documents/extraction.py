"""Adapter for trafilatura, which finds the article of a web page.

Only its extraction is used, on a tree that is already parsed. It runs in the reading process, where sockets are refused. Its search
for dates and authors is not used: a guess would date evidence.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from app.ingest.documents.archive import local
from app.ingest.documents.word_counts import words_of

if TYPE_CHECKING:
    from lxml.etree import XPath, _Element
    from lxml.html import HtmlElement

_CODE = frozenset(["script", "style"])
_INLINE = frozenset("hi ref del code a b i em strong span sup sub u small".split())
# A page beyond these limits is no article. trafilatura would take seconds, and its helpers recurse.
_MAX_ELEMENTS, _MAX_DEPTH, _MAX_CHARACTERS, _MAX_ATTRIBUTES, _MAX_NAMES_LENGTH = 10_000, 150, 400_000, 500, 2_000_000
# Below this number of characters trafilatura tries its fallbacks. An article of 250 Chinese characters is
# not short.
_MIN_EXTRACTED = "100"
# A block was extracted if this share of its runs of _RUN_LENGTH words was.
_RUN_LENGTH, _MIN_MATCHING_RUNS = 4, 0.6


@dataclass(frozen=True, slots=True)
class _Trafilatura:
    """The parts of trafilatura in use: extraction with its options, and the XPaths of comments and boilerplate."""

    extract: Callable[[HtmlElement], object]
    comments: Sequence[XPath]
    discarded: Sequence[XPath]


@lru_cache(maxsize=1)
def _trafilatura() -> _Trafilatura:
    """Import and configure trafilatura, once."""
    with _without_sockets():
        from trafilatura import bare_extraction
        from trafilatura.settings import Extractor, use_config
        from trafilatura.xpaths import OVERALL_DISCARD_XPATH, REMOVE_COMMENTS_AND_LISTS_XPATH
    # Its complaints about pages are of no use to the user.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL + 1)
    config = use_config()
    config.set("DEFAULT", "MIN_EXTRACTED_SIZE", _MIN_EXTRACTED)
    # `fast` skips the fallbacks (readability, justext): they take quadratic time and changed nothing on 103 pages.
    options = Extractor(config=config, output_format="python", comments=False, fast=True)
    return _Trafilatura(
        extract=lambda root: bare_extraction(root, options=options),
        comments=REMOVE_COMMENTS_AND_LISTS_XPATH,
        discarded=OVERALL_DISCARD_XPATH,
    )


@contextmanager
def _without_sockets() -> Iterator[None]:
    """Keep urllib3, which trafilatura imports, from opening a socket to test for IPv6."""
    import socket

    # The sealed reading process would record the test for IPv6 as an attempt to go online.
    had_ipv6 = socket.has_ipv6
    socket.has_ipv6 = False
    try:
        yield
    finally:
        socket.has_ipv6 = had_ipv6


def extracted(root: _Element) -> Extracted:
    """Return the text that trafilatura takes for the article of a page."""
    document = _trafilatura().extract(cast("HtmlElement", root))
    return Extracted(getattr(document, "body", None))


def comments_in(root: _Element) -> set[_Element]:
    """Return the elements whose names mark them as readers' comments."""
    return _matching_elements(_trafilatura().comments, root)


def boilerplate_in(root: _Element) -> set[_Element]:
    """Return the elements whose names mark them as boilerplate: banners, sharing, related links."""
    return _matching_elements(_trafilatura().discarded, root)


def _matching_elements(paths: Sequence[XPath], root: _Element) -> set[_Element]:
    return {element for path in paths for element in cast("list[_Element]", path(root))}


def is_too_large(root: _Element) -> bool:
    """Return True if a page is larger than any article: a book, a list, a record of many days."""
    from lxml import etree

    characters = depth = elements = names = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        elements += event == "start"
        # The content of scripts and styles is no text.
        characters += len((element.text if event == "start" else element.tail) or "") if element.tag not in _CODE else 0
        names += len(element.get("class") or "") + len(element.get("id") or "") if event == "start" else 0
        if depth > _MAX_DEPTH or elements > _MAX_ELEMENTS or characters > _MAX_CHARACTERS:
            return True
        if len(element.attrib) > _MAX_ATTRIBUTES or names > _MAX_NAMES_LENGTH:
            return True
    return False


class Extracted:
    """The article text that trafilatura found, for comparison with blocks."""

    def __init__(self, body: _Element | None) -> None:
        words = words_of(_spaced(body)) if body is not None else []
        self._runs = {tuple(words[start : start + _RUN_LENGTH]) for start in range(len(words) - _RUN_LENGTH + 1)}
        self._short = set(_short_texts(body)) if body is not None else set[tuple[str, ...]]()

    def holds(self, text: str) -> bool:
        """Return True if trafilatura extracted this text."""
        words = words_of(text)
        if len(words) < _RUN_LENGTH:
            return bool(words) and tuple(words) in self._short
        runs = [tuple(words[start : start + _RUN_LENGTH]) in self._runs for start in range(len(words) - _RUN_LENGTH + 1)]
        return sum(runs) >= _MIN_MATCHING_RUNS * len(runs)


def _spaced(body: _Element) -> str:
    """Return the text of a tree with spaces between blocks, but not between inline elements."""
    from lxml import etree

    parts: list[str] = []
    for event, element in etree.iterwalk(body, events=("start", "end")):
        text = element.text if event == "start" else element.tail
        parts += ("" if local(element) in _INLINE else " ", text or "")
    return "".join(parts)


def _short_texts(body: _Element) -> Iterator[tuple[str, ...]]:
    """Yield the words of each text that is shorter than one run."""
    for element in body.iter():
        full_text = "".join(map(str, element.itertext())) if len(element) <= _RUN_LENGTH else ""
        for text in (element.text, element.tail, full_text):
            if text and len(text) < 200 and 0 < len(words := words_of(text)) < _RUN_LENGTH:
                yield tuple(words)
