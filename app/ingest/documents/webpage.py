"""Web pages, saved ones too: the article or transcript that a page holds, without menus, banners, comments and lists of links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import local
from app.ingest.documents.article import LONG, article_of, is_in, length_of, mark_comments, named_as_no_article, words_of
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.page_blocks import Block, blocks_of, paragraph_of
from app.ingest.documents.page_turns import transcript_of
from app.ingest.documents.plain import draft_of_paragraphs
from app.translation import trn

if TYPE_CHECKING:
    from lxml.etree import _Element

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{2,40})", re.IGNORECASE)
_SHADOW = ("shadowrootmode", "shadowroot")
_MOST_FRAMES, _LONGEST_FRAME, _DEEPEST_FRAME = 50, 4_000_000, 3
_HEAD_FRAMES = frozenset(["header"])
_LEAST_AFTER, _LEAST_TITLE = 0.15, 3
_NEAR = 4
"""Blocks between the title of a page and its first paragraph."""


def declared_charset(data: bytes) -> str:
    """The encoding that a page's head names, "" if none."""
    found = _CHARSET.search(data[:4096])
    return found[1].decode("ascii") if found else ""


def paragraphs_of(root: _Element, *, page: int | None = None, cancel: CancelToken) -> list[Paragraph]:
    """All visible paragraphs below `root`, but for menus; for pages of a book, which have no frame."""
    return [
        replace(paragraph_of(block), page=page)
        for block in blocks_of(root, cancel=cancel)
        if block.frame is None or not _is_menu(block.frame)
    ]


def _is_menu(frame: _Element) -> bool:
    return local(frame) in ("nav", "ul", "ol", "menu")


def parse_html(text: str) -> _Element | None:
    """The root of a page's tree; None for a page without any element. Nothing is fetched."""
    from lxml import etree, html

    parser = html.HTMLParser(no_network=True, huge_tree=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    return etree.fromstring(text.encode("utf-8"), parser) if text.strip() else None


def read_webpage(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of a page's article, with the page's title; a note says how much of the page was left out."""
    root = parse_html(text)
    if root is None:
        return Draft(text="", format="html", spans=[])
    _open_frames(root, 0)
    title = _title(root)
    blocks = blocks_of(root, cancel=cancel)
    chosen = _chosen(root, blocks, title)
    draft = draft_of_paragraphs([paragraph_of(blocks[place]) for place in sorted(chosen)], kind="html")
    draft.title = title
    draft.notes += _left_out([block.text for place, block in enumerate(blocks) if place not in chosen])
    return draft


def _left_out(texts: Sequence[str]) -> list[str]:
    count = sum(len(words_of(text)) for text in texts)
    if not count:
        return []
    return [
        trn(
            "Left out as navigation, comments and footers: {count} word.",
            "Left out as navigation, comments and footers: {count} words.",
            count,
        )
    ]


def _open_frames(root: _Element, depth: int) -> None:
    """Put what frames and shadow roots show into the page: programs that save pages write whole documents there."""
    for template in [each for each in root.iter("template") if any(name in each.attrib for name in _SHADOW)]:
        template.tag = "div"
    frames = [each for each in root.iter("iframe") if 0 < len(each.get("srcdoc") or "") <= _LONGEST_FRAME]
    for frame in frames[:_MOST_FRAMES] if depth < _DEEPEST_FRAME else ():
        inner = parse_html(frame.get("srcdoc") or "")
        if inner is None:
            continue
        _open_frames(inner, depth + 1)
        frame.tag = "div"
        del frame.attrib["srcdoc"]
        frame.extend([each for each in inner if local(each) == "body"])
        for body in frame:
            body.tag = "div"


def _chosen(root: _Element, blocks: Sequence[Block], title: str) -> set[int]:
    """Which blocks are read: a transcript whole, an article as far as it is found, else all that is not of the page's frame."""
    mark_comments(root, blocks)
    left = named_as_no_article(root)
    chosen = _joined(transcript_of(blocks), article_of(root, blocks, left), blocks) or _main_part(blocks, left)
    return chosen | _opening(chosen, blocks, title) if chosen else chosen


def _joined(transcript: set[int], article: set[int], blocks: Sequence[Block]) -> set[int]:
    """A transcript and the article around it; the little that follows a transcript is a footer."""
    after = {place for place in article if transcript and place > max(transcript)}
    said, more = (sum(length_of(blocks[place].text) for place in places) for places in (transcript, after))
    return transcript | (article - after if more < _LEAST_AFTER * said else article)


def _main_part(blocks: Sequence[Block], left: set[_Element]) -> set[int]:
    """All that is not of the page's frame, less what is beside the point by its name, unless that is most of the page."""
    whole = {place for place, block in enumerate(blocks) if block.frame is None}
    part = {place for place in whole if not blocks[place].beside and not is_in(blocks[place], left)}
    size = {place: length_of(blocks[place].text) for place in whole}
    return part if sum(size[place] for place in part) * 2 >= sum(size.values()) else whole


def _opening(chosen: set[int], blocks: Sequence[Block], title: str) -> set[int]:
    """The page's title, and the introduction between it and the chosen text."""
    first = min(chosen)
    main = [place for place, block in enumerate(blocks[: max(chosen) + 1]) if local(block.element) == "h1"]
    heads = [place for place in main if place <= first] or _titles_above(first, blocks, title)
    if heads:
        return {heads[-1], *(place for place in range(heads[-1] + 1, first) if _introduces(blocks[place]))}
    return {place for place in main if blocks[place].frame is None} or _headings_above(first, blocks)


def _introduces(block: Block) -> bool:
    in_head = block.frame is None or local(block.frame) in _HEAD_FRAMES
    return in_head and not block.is_link and not block.beside and length_of(block.text) >= LONG


def _titles_above(first: int, blocks: Sequence[Block], title: str) -> list[int]:
    """The blocks that say what the page's title begins with."""
    words = words_of(title)
    told = [words_of(block.text) for block in blocks[: first + 1]]
    return [place for place, said in enumerate(told) if len(said) >= _LEAST_TITLE and said == words[: len(said)]]


def _headings_above(first: int, blocks: Sequence[Block]) -> set[int]:
    """The heading close above a place."""
    near = range(first - 1, max(-1, first - _NEAR - 1), -1)
    return set(next(([place] for place in near if blocks[place].is_heading and blocks[place].frame is None), []))


def _title(root: _Element) -> str:
    found = next((element for element in root.iter() if local(element) == "title"), None)
    return " ".join("".join(map(str, found.itertext())).split()) if found is not None else ""
