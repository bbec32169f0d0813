"""Read Word documents (.docx): paragraphs, tables, notes and text boxes in text order, with tracked changes accepted.

python-docx leaves out tracked insertions and text boxes, so the XML is walked here (ECMA-376 part 1, chapter 17).
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.archive import Archive, attribute, dublin_core, local
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.emphasis import CLOSE, OPEN, without_marks
from app.ingest.documents.plain_text import draft_of_paragraphs
from app.ingest.documents.speaker_tables import speaker_column
from app.ingest.documents.superscripts import Superscript, plain_superscript
from app.translation import tr

if TYPE_CHECKING:
    from lxml.etree import _Element

# Deleted and moved text, field instructions, fallback copies of drawings, and properties.
_LEFT_OUT = frozenset("del moveFrom delText instrText delInstrText Fallback pPr rPr tblPr trPr tcPr sectPr sdtPr annotationRef rt".split())
_EMPHASIS = frozenset("b u smallCaps caps".split())
_CHARACTER_ELEMENTS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "ptab": "\t"}
_CHECK_EVERY = 200


class _Walker:
    """Collects paragraphs. A note follows the paragraph that refers to it, a text box the one that anchors it."""

    def __init__(self, notes: dict[tuple[str, str], _Element], cancel: CancelToken) -> None:
        self.paragraphs: list[Paragraph] = []
        self._notes = notes
        self._cancel = cancel
        self._page = 1
        self.paged = False
        self._pending_text = ""
        self._names_speaker = False

    def body(self, element: _Element) -> None:
        """Collect every paragraph in `element`, in order, tables row by row."""
        for child in element:
            name = local(child)
            if name == "p":
                self._paragraph(child)
            elif name == "tbl":
                self._table(child)
            elif name not in _LEFT_OUT:
                self.body(child)

    def _table(self, table: _Element) -> None:
        """Collect a table row by row.

        If a column names speakers, its cells are marked as names and the header row is left out.
        """
        rows = [[cell for cell in row if local(cell) == "tc"] for row in table if local(row) == "tr"]
        speakers = speaker_column([[_cell_text(cell) for cell in row] for row in rows]) if rows else None
        if speakers is None:
            for child in table:
                self.body(child)
            return
        for row in rows[1:] if speakers.header else rows:
            for column, cell in enumerate(row):
                self._names_speaker = column == speakers.column
                self.body(cell)
        self._names_speaker = False

    def _paragraph(self, paragraph: _Element) -> None:
        if len(self.paragraphs) % _CHECK_EVERY == 0:
            self._cancel.check()
        page, deferred, page_breaks = self._page, list[Callable[[], None]](), list[tuple[int, int]]()
        text = self._pending_text + (OPEN if _is_heading(paragraph) else "")
        for piece in self._runs(paragraph, deferred):
            if self._page != (page_breaks[-1][1] if page_breaks else page):
                page_breaks.append((len(without_marks(text)[0]), self._page))
            text += plain_superscript(text, piece) if isinstance(piece, Superscript) else piece
        mark = next((child for child in paragraph if local(child) == "pPr"), None)
        if mark is not None and _is_mark_deleted(mark):
            # A deleted paragraph mark joins the paragraph with the next one.
            self._pending_text = text
        else:
            self._pending_text = ""
            plain, marks = without_marks(text)
            self.paragraphs.append(Paragraph(plain, page, tuple(page_breaks), marks, self._names_speaker))
        for read_deferred in deferred:
            read_deferred()

    def finish(self) -> None:
        """Add the text whose last paragraph mark was deleted."""
        if self._pending_text:
            self.paragraphs.append(Paragraph(without_marks(self._pending_text)[0], self._page))
            self._pending_text = ""

    def _runs(self, element: _Element, deferred: list[Callable[[], None]], *, raised: bool = False) -> Iterator[str]:
        for child in element:
            name = local(child)
            if name in _LEFT_OUT or (name == "r" and _is_hidden(child)):
                continue
            if name == "t":
                yield Superscript(child.text or "") if raised else child.text or ""
            elif name in _CHARACTER_ELEMENTS:
                yield "" if attribute(child, "type") == "page" else _CHARACTER_ELEMENTS[name]
            # Word stores where its last layout broke the pages.
            elif name == "lastRenderedPageBreak":
                self._page += 1
                self.paged = True
            elif name in ("footnoteReference", "endnoteReference"):
                deferred.append(self._note(name.removesuffix("Reference"), attribute(child, "id")))
            elif name == "txbxContent":
                deferred.append(lambda box=child: self.body(box))  # type: ignore[misc]
            elif name == "r" and _is_emphasised(child):
                yield OPEN
                yield from self._runs(child, deferred, raised=_is_raised(child))
                yield CLOSE
            else:
                yield from self._runs(child, deferred, raised=_is_raised(child) if name == "r" else raised)

    def _note(self, kind: str, number: str) -> Callable[[], None]:
        # A note that is referred to twice is read once.
        note = self._notes.pop((kind, number), None)
        return (lambda: None) if note is None else (lambda: self.body(note))


def _is_mark_deleted(properties: _Element) -> bool:
    return any(local(child) == "rPr" and any(local(mark) == "del" for mark in child) for child in properties)


def _is_emphasised(run: _Element) -> bool:
    """Return True if a run itself is bold, underlined or in capitals."""
    marks = [mark for child in run if local(child) == "rPr" for mark in child]
    return any(local(mark) in _EMPHASIS and attribute(mark, "val") not in ("0", "false", "none") for mark in marks)


def _is_heading(paragraph: _Element) -> bool:
    """Return True if the paragraph's style is a heading."""
    properties = next((child for child in paragraph if local(child) == "pPr"), None)
    styles = [attribute(child, "val") for child in properties if local(child) == "pStyle"] if properties is not None else []
    return any("heading" in style.casefold() for style in styles)


def _cell_text(cell: _Element) -> str:
    return " ".join("".join(element.text or "" for element in cell.iter() if local(element) == "t").split())


def _is_hidden(run: _Element) -> bool:
    for child in run:
        if local(child) == "rPr":
            return any(local(mark) == "vanish" and attribute(mark, "val") not in ("0", "false") for mark in child)
    return False


def _is_raised(run: _Element) -> bool:
    return any(
        local(mark) == "vertAlign" and attribute(mark, "val") == "superscript" for child in run if local(child) == "rPr" for mark in child
    )


def _main_part(archive: Archive) -> str:
    """Return the name of the main document part. Strict and unusual producers do not call it `word/document.xml`."""
    if "word/document.xml" in archive:
        return "word/document.xml"
    for relation in archive.xml("_rels/.rels"):
        if attribute(relation, "Type").endswith("/officeDocument"):
            return attribute(relation, "Target").lstrip("/")
    return "word/document.xml"


def _notes(archive: Archive, folder: str) -> dict[tuple[str, str], _Element]:
    notes: dict[tuple[str, str], _Element] = {}
    for kind in ("footnote", "endnote"):
        part = posixpath.join(folder, f"{kind}s.xml")
        if part in archive:
            for note in archive.xml(part):
                if local(note) == kind and attribute(note, "type") not in ("separator", "continuationSeparator", "continuationNotice"):
                    notes[kind, attribute(note, "id")] = note
    return notes


def read_word(data: bytes, *, cancel: CancelToken) -> Draft:
    """Return a draft of a .docx file. Pages are those of Word's last layout, if the file has it.

    Raises InputError `document-damaged`, `document-encrypted`, `document-too-large`.
    """
    archive = Archive(data, kind="Word document")
    part = _main_part(archive)
    walker = _Walker(_notes(archive, posixpath.dirname(part)), cancel)
    try:
        walker.body(archive.xml(part))
    except RecursionError as error:
        raise InputError(
            "document-damaged", tr("This Word document is nested too deeply to be read."), hint=tr("Save it as plain text and open that.")
        ) from error
    walker.finish()
    paragraphs = walker.paragraphs if walker.paged else [replace(paragraph, page=None, page_breaks=()) for paragraph in walker.paragraphs]
    draft = draft_of_paragraphs(paragraphs, kind="docx", cancel=cancel)
    if "docProps/core.xml" in archive:
        draft.title = dublin_core(archive.xml("docProps/core.xml"))[0]
    return draft
