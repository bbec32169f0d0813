"""Structure of a PDF for screen readers and for reuse (tagged PDF: ISO 32000-1, 14.7 and 14.8; PDF/UA-1: ISO 14289-1).

MuPDF draws every piece of the layout as one graphics group and writes no structure. Each group becomes marked content, and the
structure tree is built from the pieces' roles.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from app.services.reports.pdf_layout import PAPER, Placement
from app.services.reports.pdf_pieces import Role


def tag_pages(document: Any, placements: Sequence[Placement]) -> bool:
    """Mark the pieces on the pages and add the structure tree. Return False, and leave the document untagged, if the groups on the
    pages are not the pieces' own."""
    contents = [_groups(document, page) for page in range(document.page_count)]
    by_page: list[list[int]] = [[] for _ in contents]
    for number, placement in enumerate(placements):
        by_page[placement.page].append(number)
    if [len(spans) for _, spans in contents] != [len(numbers) for numbers in by_page]:
        return False
    tree = _Tree(document, placements)
    for page, ((lines, spans), numbers) in enumerate(zip(contents, by_page, strict=True)):
        for mark, ((first, last), number) in enumerate(zip(spans, numbers, strict=True)):
            kind = _CONTENT[placements[number].piece.role]
            lines[first] = f"/{kind} <</MCID {mark}>> BDC\n".encode() + lines[first]
            lines[last] += b"\nEMC"
        _replace_content(document, page, b"\n".join(lines))
    tree.write([{number: mark for mark, number in enumerate(numbers)} for numbers in by_page])
    return True


def as_artifact(document: Any, page: int) -> None:
    """Mark what was drawn last on a page as no part of the text: its running foot."""
    xref = document[page].get_contents()[-1]
    document.update_stream(xref, b"/Artifact BMC\n" + document.xref_stream(xref) + b"\nEMC\n")


_CONTENT = {role: "P" if role in (Role.QUOTATION, Role.ITEM) else role.value for role in Role}
"""Types of the elements that hold content."""


def _groups(document: Any, page: int) -> tuple[list[bytes], list[tuple[int, int]]]:
    """Return the lines of a page's content, and first and last line of each outermost graphics group."""
    lines = b"\n".join(map(document.xref_stream, document[page].get_contents())).split(b"\n")
    spans, depth, first = [], 0, 0
    for number, line in enumerate(lines):
        if line == b"q":
            depth, first = depth + 1, first if depth else number
        elif line == b"Q":
            depth -= 1
            if depth == 0:
                spans.append((first, number))
    return lines, spans


def _replace_content(document: Any, page: int, content: bytes) -> None:
    first, *others = document[page].get_contents()
    document.update_stream(first, content)
    for xref in others:
        document.update_stream(xref, b" ")


class _Tree:
    """The structure tree: a Document with the title's pieces and one Sect for each section."""

    def __init__(self, document: Any, placements: Sequence[Placement]) -> None:
        self._document, self._placements = document, placements
        self._pages = [document.page_xref(page) for page in range(document.page_count)]
        self._annotations = self._links()
        self._parents: dict[int, int] = {}
        self._link_parents: list[tuple[int, int]] = []

    def write(self, marks: Sequence[dict[int, int]]) -> None:
        """Write the tree; `marks` has for each page the marked content of every placement."""
        root, top = self._new(), self._new()
        children = [self._section(numbers, top, marks) for numbers in self._sections()]
        kids = [xref for section in children for xref in section]
        self._set(top, f"/Type/StructElem/S/Document/P {root} 0 R/K{_refs(kids)}")
        parents = self._parent_tree(marks)
        next_key = len(self._pages) + len(self._link_parents)
        self._set(root, f"/Type/StructTreeRoot/K {top} 0 R/ParentTree {parents} 0 R/ParentTreeNextKey {next_key}")
        catalog = self._document.pdf_catalog()
        self._document.xref_set_key(catalog, "StructTreeRoot", f"{root} 0 R")
        self._document.xref_set_key(catalog, "MarkInfo", "<</Marked true>>")

    def _sections(self) -> list[list[int]]:
        """Return the numbers of the placements by section; the first list is what stands before the first section."""
        sections: list[list[int]] = [[]]
        for number, placement in enumerate(self._placements):
            if placement.piece.role is Role.SECTION:
                sections.append([])
            sections[-1].append(number)
        return sections

    def _section(self, numbers: list[int], top: int, marks: Sequence[dict[int, int]]) -> list[int]:
        """Return the elements of a section; its own element if it begins with its heading."""
        if not numbers:
            return []
        is_section = self._placements[numbers[0]].piece.role is Role.SECTION
        parent = self._new() if is_section else top
        kids = self._elements(numbers, parent, marks)
        if not is_section:
            return kids
        self._set(parent, f"/Type/StructElem/S/Sect/P {top} 0 R/K{_refs(kids)}")
        return [parent]

    def _elements(self, numbers: list[int], parent: int, marks: Sequence[dict[int, int]]) -> list[int]:
        """Write the elements of these placements; items of a list share an L, parts of one piece an element."""
        elements = []
        for is_item, run in groupby(numbers, lambda number: self._placements[number].piece.role is Role.ITEM):
            pieces = [list(parts) for _, parts in groupby(run, lambda number: id(self._placements[number].piece))]
            if is_item:
                owner = self._new()
                kids = [self._nested(("LI", "LBody"), parts, owner, marks) for parts in pieces]
                self._set(owner, f"/Type/StructElem/S/L/P {parent} 0 R/K{_refs(kids)}")
                elements.append(owner)
            else:
                elements += [self._element(parts, parent, marks) for parts in pieces]
        return elements

    def _element(self, parts: list[int], parent: int, marks: Sequence[dict[int, int]]) -> int:
        role = self._placements[parts[0]].piece.role
        if role is Role.QUOTATION:
            return self._nested(("BlockQuote", "P"), parts, parent, marks)
        if role is Role.LINK:
            return self._nested(("P", "Link"), parts, parent, marks)
        return self._nested((role.value,), parts, parent, marks)

    def _nested(self, kinds: tuple[str, ...], parts: list[int], parent: int, marks: Sequence[dict[int, int]]) -> int:
        """Write nested elements of these types, the innermost with the content of `parts`; return the outermost."""
        xrefs = [self._new() for _ in kinds]
        owners = (parent, *xrefs)
        for kind, xref, owner, child in zip(kinds, xrefs, owners, xrefs[1:], strict=False):
            self._set(xref, f"/Type/StructElem/S/{kind}/P {owner} 0 R/K[{child} 0 R]")
        innermost = xrefs[-1]
        content = "".join(self._content(number, innermost, marks) for number in parts)
        details = self._picture(self._placements[parts[0]])
        self._set(innermost, f"/Type/StructElem/S/{kinds[-1]}/P {owners[-2]} 0 R{details}/K[{content}]")
        return xrefs[0]

    def _content(self, number: int, owner: int, marks: Sequence[dict[int, int]]) -> str:
        """Return the references of a placement: its marked content, and the annotations of its address."""
        placement = self._placements[number]
        page = self._pages[placement.page]
        self._parents[number] = owner
        annotations = self._annotations.get(number, ())
        self._link_parents += [(xref, owner) for xref in annotations]
        links = "".join(f"<</Type/OBJR/Obj {xref} 0 R/Pg {page} 0 R>>" for xref in annotations)
        return f"<</Type/MCR/Pg {page} 0 R/MCID {marks[placement.page][number]}>>{links}"

    def _picture(self, placement: Placement) -> str:
        if placement.piece.role is not Role.FIGURE:
            return ""
        left, top, right, bottom = placement.area
        height = PAPER[3]
        box = f"{left:.1f} {height - bottom:.1f} {right:.1f} {height - top:.1f}"
        return f"/Alt {pdf_text(placement.piece.alt)}/A<</O/Layout/Placement/Block/BBox[{box}]>>"

    def _links(self) -> dict[int, list[int]]:
        """Return the annotations of each placement with an address, in the order in which they were added."""
        annotations = [[xref for xref, _, _ in self._document[page].annot_xrefs()] for page in range(self._document.page_count)]
        by_placement = {}
        for number, placement in enumerate(self._placements):
            remaining = annotations[placement.page]
            by_placement[number], annotations[placement.page] = remaining[: len(placement.links)], remaining[len(placement.links) :]
        return by_placement

    def _parent_tree(self, marks: Sequence[dict[int, int]]) -> int:
        """Write the tree from marked content and annotations to their elements; return it."""
        entries = []
        for key, (page, numbers) in enumerate(zip(self._pages, marks, strict=True)):
            owners = self._new()
            self._document.update_object(owners, _refs([self._parents[number] for number in numbers]))
            entries.append(f"{key} {owners} 0 R")
            self._document.xref_set_key(page, "StructParents", str(key))
            self._document.xref_set_key(page, "Tabs", "/S")
        for key, (annotation, owner) in enumerate(self._link_parents, start=len(self._pages)):
            entries.append(f"{key} {owner} 0 R")
            self._document.xref_set_key(annotation, "StructParent", str(key))
        tree = self._new()
        self._set(tree, f"/Nums[{' '.join(entries)}]")
        return tree

    def _new(self) -> int:
        xref: int = self._document.get_new_xref()
        self._document.update_object(xref, "<<>>")
        return xref

    def _set(self, xref: int, entries: str) -> None:
        self._document.update_object(xref, f"<<{entries}>>")


def pdf_text(text: str) -> str:
    """Return a text string as PDF writes it, in UTF-16."""
    return f"<feff{text.encode('utf-16-be', 'replace').hex()}>"


def _refs(xrefs: Sequence[int]) -> str:
    return f"[{' '.join(f'{xref} 0 R' for xref in xrefs)}]"
