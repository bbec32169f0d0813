"""OpenDocument text (.odt, and .fodt in one XML file): text in order with notes, tables and frames, deletions left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import Archive, attribute, dublin_core, encrypted, local, parse_xml
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.documents.raised import Raised, plain_raised
from app.ingest.documents.source import damaged

if TYPE_CHECKING:
    from lxml.etree import _Element

_KIND = "OpenDocument text"
_LEFT_OUT = frozenset("tracked-changes annotation note-citation forms sequence-decls variable-decls ruby-text table-of-content".split())
_CHECK_EVERY = 200


class _Walker:
    """Collects paragraphs and headings; notes and frames follow the paragraph that holds them."""

    def __init__(self, cancel: CancelToken, raised: frozenset[str]) -> None:
        self.paragraphs: list[Paragraph] = []
        self._cancel = cancel
        self._raised = raised
        self._page = 1
        self.paged = False

    def body(self, element: _Element) -> None:
        """Every paragraph in `element`, in order."""
        for child in element:
            name = local(child)
            if name in ("p", "h"):
                self._paragraph(child)
            elif name == "soft-page-break":
                self._turn_page()
            elif name not in _LEFT_OUT:
                self.body(child)

    def _turn_page(self) -> None:
        self._page += 1
        self.paged = True

    def _paragraph(self, paragraph: _Element) -> None:
        if len(self.paragraphs) % _CHECK_EVERY == 0:
            self._cancel.check()
        page, later, turns, text = self._page, list[Callable[[], None]](), list[tuple[int, int]](), ""
        for piece in self._inline(paragraph, later):
            if self._page != (turns[-1][1] if turns else page):
                turns.append((len(text), self._page))
            text += plain_raised(text, piece) if isinstance(piece, Raised) else piece
        self.paragraphs.append(Paragraph(text, page, tuple(turns)))
        for more in later:
            more()

    def _inline(self, element: _Element, later: list[Callable[[], None]]) -> Iterator[str]:
        yield element.text or ""
        for child in element:
            name = local(child)
            if name == "s":
                count = attribute(child, "c")
                yield " " * min(int(count), 1000) if count.isdecimal() else " "
            elif name in ("tab", "line-break"):
                yield "\t" if name == "tab" else "\n"
            elif name == "soft-page-break":
                self._turn_page()
            elif name in ("note", "text-box"):
                later.append(lambda part=child: self.body(part))  # type: ignore[misc]
            elif name not in _LEFT_OUT:
                raised = name == "span" and attribute(child, "style-name") in self._raised
                yield from (map(Raised, self._inline(child, later)) if raised else self._inline(child, later))
            yield child.tail or ""


def _refuse_encrypted(archive: Archive) -> None:
    if "META-INF/manifest.xml" in archive and any(local(part) == "encryption-data" for part in archive.xml("META-INF/manifest.xml").iter()):
        raise encrypted()


def read_opendocument(data: bytes, *, cancel: CancelToken) -> Draft:
    """A draft of an .odt file. Raises InputError `document-damaged`, `document-encrypted`, `document-too-large`."""
    archive = Archive(data, kind=_KIND)
    _refuse_encrypted(archive)
    draft = _draft(archive.xml("content.xml"), cancel)
    if "meta.xml" in archive:
        draft.title = dublin_core(archive.xml("meta.xml"))[0]
    return draft


def read_flat_opendocument(data: bytes, *, cancel: CancelToken) -> Draft:
    """A draft of an .fodt file, which is the same in one XML file."""
    root = parse_xml(data, kind=_KIND)
    draft = _draft(root, cancel)
    draft.title = dublin_core(root)[0]
    return draft


def _raised_styles(root: _Element) -> frozenset[str]:
    """The names of the styles that raise characters."""
    styles = (element for element in root.iter() if local(element) == "style")
    return frozenset(
        attribute(style, "name") for style in styles if any(attribute(part, "text-position").startswith(("super", "33%")) for part in style)
    )


def _draft(root: _Element, cancel: CancelToken) -> Draft:
    body = next((element for element in root.iter() if local(element) == "body"), None)
    if body is None:
        raise damaged(_KIND)
    walker = _Walker(cancel, _raised_styles(root))
    try:
        walker.body(body)
    except RecursionError as error:
        raise damaged(_KIND) from error
    paragraphs = walker.paragraphs if walker.paged else [Paragraph(paragraph.text) for paragraph in walker.paragraphs]
    return draft_of_paragraphs(paragraphs, kind="odt")
