"""Word documents (.docx): paragraphs, tables, notes and text boxes in the order of the text, as it stands with changes accepted.

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
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.documents.raised import Raised, plain_raised
from app.ingest.documents.table_turns import speaker_column
from app.translation import tr

if TYPE_CHECKING:
    from lxml.etree import _Element

_LEFT_OUT = frozenset("del moveFrom delText instrText delInstrText Fallback pPr rPr tblPr trPr tcPr sectPr sdtPr annotationRef rt".split())
_EMPHASIS = frozenset("b u smallCaps caps".split())
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "ptab": "\t"}
_CHECK_EVERY = 200


class _Walker:
    """Collects paragraphs; a note follows the paragraph that refers to it, a text box the one it hangs on."""

    def __init__(self, notes: dict[tuple[str, str], _Element], cancel: CancelToken) -> None:
        self.paragraphs: list[Paragraph] = []
        self._notes = notes
        self._cancel = cancel
        self._page = 1
        self.paged = False
        self._carried = ""
        self._speaks = False

    def body(self, element: _Element) -> None:
        """Every paragraph in `element`, in order, tables row by row."""
        for child in element:
            name = local(child)
            if name == "p":
                self._paragraph(child)
            elif name == "tbl":
                self._table(child)
            elif name not in _LEFT_OUT:
                self.body(child)

    def _table(self, table: _Element) -> None:
        """A table row by row; where a column names who says the words beside it, its cells are marked so and its header is left out."""
        rows = [[cell for cell in row if local(cell) == "tc"] for row in table if local(row) == "tr"]
        found = speaker_column([[_cell_text(cell) for cell in row] for row in rows]) if rows else None
        if found is None:
            for child in table:
                self.body(child)
            return
        for row in rows[1:] if found.header else rows:
            for column, cell in enumerate(row):
                self._speaks = column == found.column
                self.body(cell)
        self._speaks = False

    def _paragraph(self, paragraph: _Element) -> None:
        if len(self.paragraphs) % _CHECK_EVERY == 0:
            self._cancel.check()
        page, later, turns = self._page, list[Callable[[], None]](), list[tuple[int, int]]()
        text = self._carried + (OPEN if _heading(paragraph) else "")
        for piece in self._runs(paragraph, later):
            if self._page != (turns[-1][1] if turns else page):
                turns.append((len(without_marks(text)[0]), self._page))
            text += plain_raised(text, piece) if isinstance(piece, Raised) else piece
        mark = next((child for child in paragraph if local(child) == "pPr"), None)
        if mark is not None and _mark_deleted(mark):
            self._carried = text
        else:
            self._carried = ""
            plain, marks = without_marks(text)
            self.paragraphs.append(Paragraph(plain, page, tuple(turns), marks, self._speaks))
        for more in later:
            more()

    def finish(self) -> None:
        """Keep what a deleted last paragraph mark left over."""
        if self._carried:
            self.paragraphs.append(Paragraph(without_marks(self._carried)[0], self._page))
            self._carried = ""

    def _runs(self, element: _Element, later: list[Callable[[], None]], *, raised: bool = False) -> Iterator[str]:
        for child in element:
            name = local(child)
            if name in _LEFT_OUT or (name == "r" and _hidden(child)):
                continue
            if name == "t":
                yield Raised(child.text or "") if raised else child.text or ""
            elif name in _CHARACTERS:
                yield "" if attribute(child, "type") == "page" else _CHARACTERS[name]
            elif name == "lastRenderedPageBreak":
                self._page += 1
                self.paged = True
            elif name in ("footnoteReference", "endnoteReference"):
                later.append(self._note(name.removesuffix("Reference"), attribute(child, "id")))
            elif name == "txbxContent":
                later.append(lambda box=child: self.body(box))  # type: ignore[misc]
            elif name == "r" and _set_apart(child):
                yield OPEN
                yield from self._runs(child, later, raised=_is_raised(child))
                yield CLOSE
            else:
                yield from self._runs(child, later, raised=_is_raised(child) if name == "r" else raised)

    def _note(self, kind: str, number: str) -> Callable[[], None]:
        note = self._notes.pop((kind, number), None)
        return (lambda: None) if note is None else (lambda: self.body(note))


def _mark_deleted(properties: _Element) -> bool:
    return any(local(child) == "rPr" and any(local(mark) == "del" for mark in child) for child in properties)


def _set_apart(run: _Element) -> bool:
    """Return True if a run is bold, underlined or in small capitals by itself."""
    marks = [mark for child in run if local(child) == "rPr" for mark in child]
    return any(local(mark) in _EMPHASIS and attribute(mark, "val") not in ("0", "false", "none") for mark in marks)


def _heading(paragraph: _Element) -> bool:
    """Return True if a paragraph's style is that of a heading."""
    properties = next((child for child in paragraph if local(child) == "pPr"), None)
    styles = [attribute(child, "val") for child in properties if local(child) == "pStyle"] if properties is not None else []
    return any("heading" in style.casefold() for style in styles)


def _cell_text(cell: _Element) -> str:
    return " ".join("".join(each.text or "" for each in cell.iter() if local(each) == "t").split())


def _hidden(run: _Element) -> bool:
    for child in run:
        if local(child) == "rPr":
            return any(local(mark) == "vanish" and attribute(mark, "val") not in ("0", "false") for mark in child)
    return False


def _is_raised(run: _Element) -> bool:
    return any(
        local(mark) == "vertAlign" and attribute(mark, "val") == "superscript" for child in run if local(child) == "rPr" for mark in child
    )


def _main_part(archive: Archive) -> str:
    """The document part; strict and odd producers name it otherwise than `word/document.xml`."""
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
    """A draft of a .docx file; pages are those Word laid out last, where it says so.

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
    paragraphs = walker.paragraphs if walker.paged else [replace(paragraph, page=None, turns=()) for paragraph in walker.paragraphs]
    draft = draft_of_paragraphs(paragraphs, kind="docx", cancel=cancel)
    if "docProps/core.xml" in archive:
        draft.title = dublin_core(archive.xml("docProps/core.xml"))[0]
    return draft
