"""Boilerplate of a web page that its names give away: readers' comments, banners, sharing, related links, as in trafilatura."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import regex

from app.ingest.documents.extraction import boilerplate_in, comments_in
from app.ingest.documents.page_blocks import Block

if TYPE_CHECKING:
    from lxml.etree import _Element

_COMMENT = regex.compile(
    r"(?!no|has|with)(?:[\w-]*[-_])?comments?(?:[-_]{1,2}(?:area|list|section|wrap|wrapper|container|block|thread|body|content|text|item))?$",
    regex.IGNORECASE,
)
# Above these shares of a page's text, comments are its content (a forum), and nested articles are its parts (a live blog).
_MAX_COMMENTS_SHARE, _MAX_NESTED_SHARE = 0.8, 0.5


def mark_comments(root: _Element, blocks: Sequence[Block]) -> None:
    """Assign readers' comments to the page frame, unless they are nearly all of the page, as on forums."""
    named = comments_in(root) | {element for element in root.iter() if _is_comment(element)}
    # On a forum the comments are the content.
    _assign_to_frame(named, blocks, limit=_MAX_COMMENTS_SHARE)
    _assign_to_frame({element for element in root.iterfind(".//article//article") if element not in named}, blocks, limit=_MAX_NESTED_SHARE)


def _assign_to_frame(elements: set[_Element], blocks: Sequence[Block], *, limit: float) -> None:
    """Assign the blocks in these elements to the page frame, unless they exceed `limit`, a share of the text."""
    inside = [(block, _outermost(block, elements)) for block in blocks if block.frame is None] if elements else []
    total_size = sum(block.size for block, _ in inside)
    if sum(block.size for block, element in inside if element is not None) <= limit * total_size:
        for block, element in inside:
            block.frame = element


def _is_comment(element: _Element) -> bool:
    names = (*(element.get("class") or "").split(), element.get("id") or "")
    return any(map(_COMMENT.match, names)) or (element.get("itemtype") or "").endswith("schema.org/Comment")


def _outermost(block: Block, elements: set[_Element]) -> _Element | None:
    return next((ancestor for ancestor in (*reversed([*block.element.iterancestors()]), block.element) if ancestor in elements), None)


def boilerplate_elements(root: _Element) -> set[_Element]:
    """Return the elements whose names mark them as comments, banners, sharing or related links."""
    return comments_in(root) | boilerplate_in(root)


def is_in(block: Block, elements: set[_Element]) -> bool:
    """Return True if a block is inside one of these elements."""
    return bool(elements) and (block.element in elements or any(above in elements for above in block.element.iterancestors()))
