"""Read web pages, also saved ones: the article or transcript without menus, banners, comments and link lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import local
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.page_blocks import blocks_of, paragraph_of
from app.ingest.documents.page_metadata import metadata_of, window_title
from app.ingest.documents.page_selection import select_blocks
from app.ingest.documents.plain_text import draft_of_paragraphs
from app.ingest.documents.superscripts import flatten_superscripts
from app.ingest.documents.word_counts import words_of
from app.ingest.facts import Facts
from app.ingest.publication import DateReliability, address_days, published_on
from app.translation import trn

if TYPE_CHECKING:
    from lxml.etree import _Element

_MENUS = frozenset("nav ul ol menu".split())
# Attributes of templates that hold the shadow root of the element around them.
_SHADOW_ROOT = ("shadowrootmode", "shadowroot")
_MAX_FRAMES, _MAX_FRAME_LENGTH, _MAX_FRAME_DEPTH = 50, 4_000_000, 3


def book_page(root: _Element, *, cancel: CancelToken) -> tuple[list[Paragraph], int]:
    """Return the paragraphs of an e-book page without its menus, and the number of words in the menus."""
    blocks = blocks_of(root, cancel=cancel)
    menus = [block.frame is not None and local(block.frame) in _MENUS for block in blocks]
    paragraphs = [paragraph_of(block) for block, menu in zip(blocks, menus, strict=True) if not menu]
    return paragraphs, sum(len(words_of(block.text)) for block, menu in zip(blocks, menus, strict=True) if menu)


def parse_html(text: str) -> _Element | None:
    """Return the root of a page's tree; None for a page without elements. Nothing is fetched."""
    from lxml import etree, html

    parser = html.HTMLParser(no_network=True, huge_tree=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    root = etree.fromstring(text.encode("utf-8"), parser) if text.strip() else None
    if root is not None:
        flatten_superscripts(root)
    return root


def page_facts(text: str) -> Facts:
    """Return the metadata of the page in this text."""
    root = parse_html(text)
    return Facts() if root is None else metadata_of(root, text)


def read_webpage(text: str, *, cancel: CancelToken, frames: Mapping[str, str] | None = None) -> Draft:
    """Return a draft of a page's article, with its title and date. A note says how much of the page was left out.

    `frames` maps the addresses of the page's frames to their pages.
    """
    root = parse_html(text)
    if root is None:
        return Draft(text="", format="html", spans=[])
    facts = metadata_of(root, text)
    _open_frames(root, frames or {}, 0)
    blocks = blocks_of(root, cancel=cancel)
    selected = select_blocks(root, blocks, title=window_title(root), cancel=cancel)
    draft = draft_of_paragraphs([paragraph_of(blocks[index]) for index in sorted(selected)], kind="html", cancel=cancel)
    draft.title = facts.title or window_title(root)
    days = [*facts.dates, *address_days(facts.url)]
    # The day on which a page was saved says nothing about its publication.
    draft.date, contradiction = published_on(dated for dated in days if dated.reliability is not DateReliability.SAVED)
    draft.notes += [contradiction] if contradiction else []
    draft.left_out = sum(len(words_of(block.text)) for index, block in enumerate(blocks) if index not in selected)
    draft.notes += left_out_note(draft.left_out)
    return draft


def left_out_note(left_out: int) -> list[str]:
    """Return the note for this number of unread words; an empty list for none."""
    if not left_out:
        return []
    return [
        trn(
            "Left out as navigation, comments and footers: {count} word.",
            "Left out as navigation, comments and footers: {count} words.",
            left_out,
        )
    ]


def _open_frames(root: _Element, pages: Mapping[str, str], depth: int) -> None:
    """Insert the content of frames and shadow roots into the page."""
    for template in [element for element in root.iter("template") if any(name in element.attrib for name in _SHADOW_ROOT)]:
        # Otherwise the content of templates is invisible.
        template.tag = "div"
    # Programs that save pages write whole documents into `srcdoc`.
    frames = [(element, element.get("srcdoc") or pages.get(element.get("src") or "", "")) for element in root.iter("iframe", "frame")]
    readable = [(frame, page) for frame, page in frames if 0 < len(page) <= _MAX_FRAME_LENGTH]
    for frame, page in readable[:_MAX_FRAMES] if depth < _MAX_FRAME_DEPTH else ():
        inner = parse_html(page)
        if inner is None:
            continue
        _open_frames(inner, pages, depth + 1)
        _replace(frame, [element for element in inner if local(element) in ("body", "frameset")])


def _replace(frame: _Element, bodies: list[_Element]) -> None:
    """Put the content of a frame in place of the frame."""
    for element in (frame, *bodies):
        element.tag = "div"
    frame.attrib.clear()
    frame.text = None
    frame.extend(bodies)
