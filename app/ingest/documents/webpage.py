"""Web pages, saved ones too: the article or transcript that a page holds, without menus, banners, comments and lists of links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import local
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.page_blocks import blocks_of, paragraph_of
from app.ingest.documents.page_choice import chosen_blocks
from app.ingest.documents.page_facts import facts_of, window_title
from app.ingest.documents.page_words import words_of
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.documents.raised import flatten_raised
from app.ingest.facts import Facts
from app.ingest.publication import DateReliability, address_days, published_on
from app.translation import trn

if TYPE_CHECKING:
    from lxml.etree import _Element

_MENUS = frozenset("nav ul ol menu".split())
_SHADOW = ("shadowrootmode", "shadowroot")
_MOST_FRAMES, _LONGEST_FRAME, _DEEPEST_FRAME = 50, 4_000_000, 3


def book_page(root: _Element, *, cancel: CancelToken) -> tuple[list[Paragraph], int]:
    """The paragraphs of a page of a book, which has no frame but menus; and how many words its menus have."""
    blocks = blocks_of(root, cancel=cancel)
    menus = [block.frame is not None and local(block.frame) in _MENUS for block in blocks]
    paragraphs = [paragraph_of(block) for block, menu in zip(blocks, menus, strict=True) if not menu]
    return paragraphs, sum(len(words_of(block.text)) for block, menu in zip(blocks, menus, strict=True) if menu)


def parse_html(text: str) -> _Element | None:
    """The root of a page's tree; None for a page without any element. Nothing is fetched."""
    from lxml import etree, html

    parser = html.HTMLParser(no_network=True, huge_tree=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    root = etree.fromstring(text.encode("utf-8"), parser) if text.strip() else None
    if root is not None:
        flatten_raised(root)
    return root


def page_facts(text: str) -> Facts:
    """What the page in this text says of itself."""
    root = parse_html(text)
    return Facts() if root is None else facts_of(root, text)


def read_webpage(text: str, *, cancel: CancelToken, frames: Mapping[str, str] | None = None) -> Draft:
    """A draft of a page's article, with the page's title and date; a note says how much of the page was left out.

    `frames` are the pages that its frames show, by the addresses that it calls them.
    """
    root = parse_html(text)
    if root is None:
        return Draft(text="", format="html", spans=[])
    facts = facts_of(root, text)
    _open_frames(root, frames or {}, 0)
    blocks = blocks_of(root, cancel=cancel)
    chosen = chosen_blocks(root, blocks, title=window_title(root), cancel=cancel)
    draft = draft_of_paragraphs([paragraph_of(blocks[place]) for place in sorted(chosen)], kind="html", cancel=cancel)
    draft.title = facts.title or window_title(root)
    days = [*facts.dates, *address_days(facts.url)]
    draft.date, contradiction = published_on(dated for dated in days if dated.reliability is not DateReliability.SAVED)
    draft.notes += [contradiction] if contradiction else []
    draft.left_out = sum(len(words_of(block.text)) for place, block in enumerate(blocks) if place not in chosen)
    draft.notes += left_out_note(draft.left_out)
    return draft


def left_out_note(left_out: int) -> list[str]:
    """The note for so many words that are not read; none for none."""
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
    """Put what frames and shadow roots show into the page: programs that save pages write whole documents there."""
    for template in [each for each in root.iter("template") if any(name in each.attrib for name in _SHADOW)]:
        template.tag = "div"
    frames = [(each, each.get("srcdoc") or pages.get(each.get("src") or "", "")) for each in root.iter("iframe", "frame")]
    shown = [(frame, page) for frame, page in frames if 0 < len(page) <= _LONGEST_FRAME]
    for frame, page in shown[:_MOST_FRAMES] if depth < _DEEPEST_FRAME else ():
        inner = parse_html(page)
        if inner is None:
            continue
        _open_frames(inner, pages, depth + 1)
        _replace(frame, [each for each in inner if local(each) in ("body", "frameset")])


def _replace(frame: _Element, bodies: list[_Element]) -> None:
    """What a frame shows in place of the frame."""
    for element in (frame, *bodies):
        element.tag = "div"
    frame.attrib.clear()
    frame.text = None
    frame.extend(bodies)
