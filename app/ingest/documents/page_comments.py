"""What of a web page is no article by its name: readers' comments, banners, sharing, related links; as trafilatura knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import regex

from app.ingest.documents.extraction import comments_in, no_article_in
from app.ingest.documents.page_blocks import Block

if TYPE_CHECKING:
    from lxml.etree import _Element

_COMMENT = regex.compile(
    r"(?!no|has|with)(?:[\w-]*[-_])?comments?(?:[-_]{1,2}(?:area|list|section|wrap|wrapper|container|block|thread|body|content|text|item))?$",
    regex.IGNORECASE,
)
_MOST_COMMENTS, _MOST_NESTED = 0.8, 0.5
"""Shares of a page's text: above them comments are what the page is for (a forum), and articles in an article its parts (a live blog)."""


def mark_comments(root: _Element, blocks: Sequence[Block]) -> None:
    """Count the readers' comments below a text to the page's frame; not where they are (nearly) all of the page, as on forums."""
    named = comments_in(root) | {element for element in root.iter() if _is_comment(element)}
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


def named_as_no_article(root: _Element) -> set[_Element]:
    """The elements whose names say that they are no article: comments, banners, sharing, related links."""
    return comments_in(root) | no_article_in(root)


def is_in(block: Block, elements: set[_Element]) -> bool:
    """Return True if a block stands in one of these elements."""
    return bool(elements) and (block.element in elements or any(above in elements for above in block.element.iterancestors()))
