"""Web pages, saved ones too: the article's paragraphs without scripts, menus, sidebars and lists of links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import local
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.documents.raised import flatten_raised

if TYPE_CHECKING:
    from lxml.etree import _Element

_DROPPED = frozenset(
    "script style noscript template svg math iframe object embed canvas audio video map nav aside form button select option textarea "
    "input head title meta link dialog menu rp rt".split()
)
_DROPPED_ROLES = frozenset(["navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alert", "menu", "menubar"])
_BLOCKS = frozenset(
    "address article blockquote body caption center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr "
    "html legend li main ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n\f]+")
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{2,40})", re.IGNORECASE)
_NOTE = re.compile(r"\[?(?:\d{1,3}|[a-z*†‡])\]?")
_MAIN_SHARE = 0.3
_CHECK_EVERY = 500


def declared_charset(data: bytes) -> str:
    """The encoding that a page's head names, "" if none."""
    found = _CHARSET.search(data[:4096])
    return found[1].decode("ascii") if found else ""


def _note_mark(element: _Element, name: str) -> bool:
    """The number that refers to a footnote, or leads back from it."""
    if name == "a" and (
        (element.get("role") or "") in ("doc-noteref", "doc-backlink")
        or "noteref" in (element.get("epub:type") or element.get("{http://www.idpf.org/2007/ops}type") or "").split()
        or set((element.get("class") or "").split()) & {"footnote-ref", "footnote-back", "noteref", "sdfootnoteanc", "sdfootnotesym"}
    ):
        return True
    if name != "sup":
        return False
    text = "".join(map(str, element.itertext())).strip()
    return _NOTE.fullmatch(text) is not None and any(local(child) == "a" for child in (*element, element.getparent()) if child is not None)


def _dropped(element: _Element) -> bool:
    name = local(element)
    if _note_mark(element, name) or (name == "div" and element.get("title") in ("header", "footer")):
        return True  # LibreOffice writes the page's header and footer so
    if not name or name in _DROPPED or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return True
    return (element.get("role") or "") in _DROPPED_ROLES or bool(_HIDDEN.search(element.get("style") or ""))


def _page_frame(element: _Element) -> bool:
    """A header or footer of the page; those within an article belong to it."""
    return local(element) in ("header", "footer") and not any(local(above) in ("article", "main") for above in element.iterancestors())


def _text_length(element: _Element) -> int:
    return sum(len(_SPACE.sub(" ", text)) for text in element.itertext() if isinstance(text, str))


def _link_list(element: _Element) -> bool:
    """A list that is nothing but links: a menu, whatever it is called."""
    if local(element) not in ("ul", "ol"):
        return False
    links = [link for link in element.iter() if local(link) == "a"]
    return len(links) >= 3 and sum(map(_text_length, links)) * 10 >= _text_length(element) * 8


def _events(root: _Element) -> Iterator[tuple[str, str]]:
    """("text", …), ("break", …) for a line break, ("block", …) between paragraphs; without recursion, pages nest deeply."""
    stack: list[tuple[_Element, bool]] = [(root, False)]
    while stack:
        element, left = stack.pop()
        name = local(element)
        if left:
            if name in _BLOCKS:
                yield "block", ""
            if element is not root and element.tail:
                yield "text", element.tail
            continue
        if _dropped(element) or _page_frame(element) or _link_list(element):
            if element.tail and element is not root:
                yield "text", element.tail
            continue
        if name == "br":
            yield "break", ""
        if name in _BLOCKS:
            yield "block", ""
        if element.text:
            yield ("pre" if name == "pre" else "text"), element.text
        stack.append((element, True))
        stack.extend((child, False) for child in reversed(element))


def paragraphs_of(root: _Element, *, page: int | None = None, cancel: CancelToken) -> list[Paragraph]:
    """The paragraphs below `root` as they are read; a `<br>` stays a line break, except in the middle of a sentence."""
    paragraphs: list[Paragraph] = []
    parts: list[str] = []
    for number, (kind, text) in enumerate(_events(root)):
        if number % _CHECK_EVERY == 0:
            cancel.check()
        if kind == "block":
            if any(part.strip() for part in parts):
                paragraphs.append(Paragraph(_tidy("".join(parts)), page))
            parts = []
        else:
            parts.append("\n" if kind == "break" else text if kind == "pre" else _SPACE.sub(" ", text))
    if any(part.strip() for part in parts):
        paragraphs.append(Paragraph(_tidy("".join(parts)), page))
    return paragraphs


def _tidy(text: str) -> str:
    text = text.replace("\u00ad", "").replace("\u200b", "")
    lines: list[str] = []
    for line in map(str.strip, re.sub(r" {2,}", " ", text).split("\n")):
        if line and lines and _broken(lines[-1], line):
            lines[-1] += " " + line
        elif line:
            lines.append(line)
    return "\n".join(lines)


def _broken(before: str, after: str) -> bool:
    """Whether a line break only wraps a sentence: it stops at a word, and goes on in small letters, which it did not begin with."""
    return (before[-1].isalpha() or before[-1] == ",") and after[0].islower() and not before[0].islower()


def main_part(root: _Element) -> _Element:
    """The element that holds the article: the largest `<article>` or `<main>` with a fair share of the text, else the body."""
    body = next((element for element in root.iter() if local(element) == "body"), root)
    candidates = [element for element in body.iter() if local(element) in ("article", "main") or element.get("role") in ("main", "article")]
    whole = sum(len(paragraph.text) for paragraph in paragraphs_of(body, cancel=CancelToken()))
    lengths = [(sum(len(part.text) for part in paragraphs_of(candidate, cancel=CancelToken())), candidate) for candidate in candidates[:40]]
    best = max(lengths, key=lambda pair: pair[0], default=(0, body))
    return best[1] if best[0] >= whole * _MAIN_SHARE and best[0] > 0 else body


def _title(root: _Element) -> str:
    found = next((element for element in root.iter() if local(element) == "title"), None)
    return " ".join("".join(map(str, found.itertext())).split()) if found is not None else ""


def parse_html(text: str) -> _Element | None:
    """The root of a page's tree; None for a page without any element. Nothing is fetched."""
    from lxml import etree

    parser = etree.HTMLParser(no_network=True, huge_tree=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    root = etree.fromstring(text.encode("utf-8"), parser) if text.strip() else None
    if root is not None:
        flatten_raised(root)
    return root


def read_webpage(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of a page's article, with the page's title and language."""
    root = parse_html(text)
    if root is None:
        return Draft(text="", format="html", spans=[])
    draft = draft_of_paragraphs(paragraphs_of(main_part(root), cancel=cancel), kind="html")
    draft.title = _title(root)
    return draft
