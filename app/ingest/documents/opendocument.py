"""Read OpenDocument text (.odt, and .fodt as one XML file): text in order with notes, tables and frames, without deletions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import Archive, attribute, dublin_core, encrypted, local, parse_xml
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.emphasis import CLOSE, OPEN, without_marks
from app.ingest.documents.plain_text import draft_of_paragraphs
from app.ingest.documents.source import damaged
from app.ingest.documents.speaker_tables import speaker_column
from app.ingest.documents.superscripts import Superscript, plain_superscript

if TYPE_CHECKING:
    from lxml.etree import _Element

_KIND = "OpenDocument text"
_LEFT_OUT = frozenset("tracked-changes annotation note-citation forms sequence-decls variable-decls ruby-text table-of-content".split())
_CHECK_EVERY = 200
_BOLD_WEIGHTS = frozenset("bold 600 700 800 900".split())
# LibreOffice's built-in character style. Its definition is in styles.xml, which is not read.
_STRONG_STYLE = "Strong_20_Emphasis"


@dataclass(frozen=True, slots=True)
class _Styles:
    """Names of the styles that raise characters, and of those in bold, underlined or small capitals."""

    raised: frozenset[str]
    marked: frozenset[str]


class _Walker:
    """Collects paragraphs and headings. Notes and frames follow the paragraph that contains them."""

    def __init__(self, cancel: CancelToken, styles: _Styles) -> None:
        self.paragraphs: list[Paragraph] = []
        self._cancel = cancel
        self._styles = styles
        self._page = 1
        self.paged = False
        self._names_speaker = False

    def body(self, element: _Element) -> None:
        """Collect every paragraph in `element`, in order."""
        for child in element:
            name = local(child)
            if name in ("p", "h"):
                self._paragraph(child)
            elif name == "soft-page-break":
                self._turn_page()
            elif name == "table":
                self._table(child)
            elif name not in _LEFT_OUT:
                self.body(child)

    def _table(self, table: _Element) -> None:
        """Collect a table row by row.

        If a column names speakers, its cells are marked as names and the header row is left out.
        """
        rows = [[cell for cell in row if local(cell) == "table-cell"] for row in table.iter() if local(row) == "table-row"]
        speakers = speaker_column([[" ".join("".join(map(str, cell.itertext())).split()) for cell in row] for row in rows])
        if speakers is None:
            for child in table:
                self.body(child)
            return
        for row in rows[1:] if speakers.header else rows:
            for column, cell in enumerate(row):
                self._names_speaker = column == speakers.column
                self.body(cell)
        self._names_speaker = False

    def _turn_page(self) -> None:
        self._page += 1
        self.paged = True

    def _paragraph(self, paragraph: _Element) -> None:
        if len(self.paragraphs) % _CHECK_EVERY == 0:
            self._cancel.check()
        page, deferred, page_breaks = self._page, list[Callable[[], None]](), list[tuple[int, int]]()
        text = OPEN if local(paragraph) == "h" or self._is_marked(paragraph) else ""
        for piece in self._inline(paragraph, deferred):
            if self._page != (page_breaks[-1][1] if page_breaks else page):
                page_breaks.append((len(without_marks(text)[0]), self._page))
            text += plain_superscript(text, piece) if isinstance(piece, Superscript) else piece
        plain, marks = without_marks(text)
        self.paragraphs.append(Paragraph(plain, page, tuple(page_breaks), marks, self._names_speaker))
        for read_deferred in deferred:
            read_deferred()

    def _inline(self, element: _Element, deferred: list[Callable[[], None]]) -> Iterator[str]:
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
                # Notes and frames wait for the end of the paragraph, which they would interrupt.
                deferred.append(lambda part=child: self.body(part))  # type: ignore[misc]
            elif name not in _LEFT_OUT:
                raised = name == "span" and attribute(child, "style-name") in self._styles.raised
                marked = name == "span" and not raised and self._is_marked(child)
                yield OPEN if marked else ""
                yield from (map(Superscript, self._inline(child, deferred)) if raised else self._inline(child, deferred))
                yield CLOSE if marked else ""
            yield child.tail or ""

    def _is_marked(self, element: _Element) -> bool:
        return attribute(element, "style-name") in self._styles.marked


def _refuse_encrypted(archive: Archive) -> None:
    if "META-INF/manifest.xml" in archive and any(local(part) == "encryption-data" for part in archive.xml("META-INF/manifest.xml").iter()):
        raise encrypted()


def read_opendocument(data: bytes, *, cancel: CancelToken) -> Draft:
    """Return a draft of an .odt file. Raises InputError `document-damaged`, `document-encrypted`, `document-too-large`."""
    archive = Archive(data, kind=_KIND)
    _refuse_encrypted(archive)
    draft = _draft(archive.xml("content.xml"), cancel)
    if "meta.xml" in archive:
        draft.title = dublin_core(archive.xml("meta.xml"))[0]
    return draft


def read_flat_opendocument(data: bytes, *, cancel: CancelToken) -> Draft:
    """Return a draft of an .fodt file, an OpenDocument text in a single XML file."""
    root = parse_xml(data, kind=_KIND)
    draft = _draft(root, cancel)
    draft.title = dublin_core(root)[0]
    return draft


def _styles(root: _Element) -> _Styles:
    parts = [(attribute(style, "name"), part) for style in root.iter() if local(style) == "style" for part in style]
    raised = (name for name, part in parts if attribute(part, "text-position").startswith(("super", "33%")))
    marked = (
        name
        for name, part in parts
        if attribute(part, "font-weight") in _BOLD_WEIGHTS
        or attribute(part, "text-underline-style") not in ("", "none")
        or attribute(part, "font-variant") == "small-caps"
    )
    return _Styles(frozenset(raised), frozenset({_STRONG_STYLE, *marked}))


def _draft(root: _Element, cancel: CancelToken) -> Draft:
    body = next((element for element in root.iter() if local(element) == "body"), None)
    if body is None:
        raise damaged(_KIND)
    walker = _Walker(cancel, _styles(root))
    try:
        walker.body(body)
    except RecursionError as error:
        raise damaged(_KIND) from error
    # Without page breaks in the file, all text would be on page 1.
    paragraphs = walker.paragraphs if walker.paged else [replace(paragraph, page=None, page_breaks=()) for paragraph in walker.paragraphs]
    return draft_of_paragraphs(paragraphs, kind="odt", cancel=cancel)
