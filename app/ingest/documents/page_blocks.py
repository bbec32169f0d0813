"""A web page's visible text in blocks (paragraphs, headings, cells, …), each with where it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import local
from app.ingest.documents.draft import Paragraph
from app.ingest.documents.emphasis import CLOSE, OPEN, settled, without_marks
from app.ingest.documents.page_words import length_of
from app.ingest.documents.set_lines import unwrapped
from app.ingest.documents.table_turns import continues, numbers_lines, speaker_column

if TYPE_CHECKING:
    from lxml.etree import _Element

_UNSEEN = frozenset(
    "script style noscript template svg math iframe object embed canvas audio video map button select option textarea input datalist "
    "head title meta link rp rt".split()
)
_FRAME = frozenset("nav menu dialog".split())
_FRAME_ROLES = frozenset("navigation banner contentinfo complementary search dialog alertdialog alert menu menubar".split())
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_FIELDS = frozenset("input textarea select button".split())
_UNSEEN_FIELDS = frozenset(["hidden", "image"])
_LONG = 8
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_FOR_SCREEN_READERS = frozenset("sr-only visually-hidden visuallyhidden screen-reader-text element-invisible u-visually-hidden".split())
_SET_APART = frozenset("b strong u h2 h3 h4 h5 h6 dt th".split())
_SPEAKS = re.compile(r"(?:^|[\s_-])(?:speaker|author|name|orador|orateur|redner|sprecher)(?:$|[\s_-])", re.IGNORECASE)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)|small-caps|text-transform\s*:\s*uppercase", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n\f]+")
_SPACES = re.compile(r" {2,}")
_LINK_LABEL = re.compile(r"[^:：]{1,30}[:：]\s*")
_NOTE = re.compile(r"\[?(?:\d{1,3}|[a-z*†‡])\]?")
_BRACKETED = re.compile(r"\[(?:\d{1,3}|[a-z])\]")
_NOTE_CLASSES = frozenset("footnote-ref footnote-back noteref sdfootnoteanc sdfootnotesym".split())
_WIDGET_WORDS = 60
"""A form with fields and fewer words than this asks for something (a search, an address); one with more holds the page's text."""
_COUNTED = {"a": "link", "ul": "list", "ol": "list", "article": "article", "main": "article", "form": "form", "aside": "aside"}
_DEEPEST_LIST = 8
_CHECK_EVERY = 500


@dataclass(slots=True, kw_only=True)
class Block:
    """One block of text. `element` is the innermost block element around it, `frame` the element of the page's frame that it belongs to
    (a menu, the site's header or footer, a dialog, a form to fill in, a list of links), `beside` whether it stands in an `<aside>`,
    `linked` how many of its characters are in links, `size` how many words it has (`length_of`), `marks` the (start, end) of what is set
    apart from the rest (bold, a heading, a term), `speaks` whether it is the cell of a table that names who says the words beside it."""

    text: str
    element: _Element
    frame: _Element | None = None
    beside: bool = False
    linked: int = 0
    size: float = 0.0
    marks: tuple[tuple[int, int], ...] = ()
    speaks: bool = False

    @property
    def is_text(self) -> bool:
        """Return True if there are enough words to take it for text, rather than for a label."""
        return self.size >= _LONG

    @property
    def is_heading(self) -> bool:
        """Return True if this is, or stands in, a heading."""
        return local(self.element) in _HEADINGS

    @property
    def is_link(self) -> bool:
        """Return True if (nearly) all of it is a link, but for a label such as "Read more:"."""
        label = _LINK_LABEL.match(self.text)
        return self.linked * 10 >= (len(self.text) - (label.end() if label else 0)) * 8 > 0


def blocks_of(root: _Element, *, cancel: CancelToken) -> list[Block]:
    """The visible blocks below `root` in order; a `<br>` stays a line break, except in the middle of a sentence."""
    cells = _Cells.of(root)
    blocks = [block for block in _Walk(root, cancel).blocks() if block.element not in cells.left_out]
    if cells.lines:
        blocks = list(_joined(blocks, cells.lines))
    return [replace(block, speaks=block.element in cells.naming) for block in blocks] if cells.naming else blocks


def _joined(blocks: Sequence[Block], lines: set[_Element]) -> Iterator[Block]:
    """The blocks, lines of numbered tables joined to those whose sentence they go on with."""
    held: Block | None = None
    for block in blocks:
        if held is not None and held.element in lines and block.element in lines and continues(held.text, block.text):
            held = replace(held, text=f"{held.text} {block.text}", size=held.size + block.size, linked=held.linked + block.linked)
            continue
        yield from [held] if held is not None else []
        held = block
    yield from [held] if held is not None else []


def first_blocks(root: _Element) -> Iterator[Block]:
    """The visible blocks below `root` one by one, for whoever needs the beginning of a page alone; without the speakers of its tables."""
    return _Walk(root, CancelToken()).blocks()


def paragraph_of(block: Block) -> Paragraph:
    """The block as a paragraph of a document."""
    return Paragraph(block.text, marks=block.marks, speaks=block.speaks)


@dataclass(slots=True)
class _Cells:
    """Cells of tables with the elements in them: those that name who says the words beside them, those that are left out (headers of such
    tables, numbers of lines), and those that hold one line of a text."""

    naming: set[_Element] = field(default_factory=set)
    left_out: set[_Element] = field(default_factory=set)
    lines: set[_Element] = field(default_factory=set)

    @classmethod
    def of(cls, root: _Element) -> _Cells:
        """The cells of all tables below `root` that hold no other table."""
        cells = cls()
        for table in (element for element in root.iter() if local(element) == "table" and element.find(".//table") is None):
            rows = [[cell for cell in row if local(cell) in ("td", "th")] for row in table.iter() if local(row) == "tr"]
            cells._add([row for row in rows if row])
        return cells

    def _add(self, rows: Sequence[Sequence[_Element]]) -> None:
        texts = [[" ".join("".join(map(str, cell.itertext())).split()) for cell in row] for row in rows]
        if numbers_lines(texts):
            for number, line in rows:
                self.left_out.update(number.iter())
                self.lines.update(line.iter())
        elif found := speaker_column(texts):
            for row in rows:
                if found.header and row is rows[0]:
                    self.left_out.update(inner for cell in row for inner in cell.iter())
                elif found.column < len(row):
                    self.naming.update(row[found.column].iter())


_Place = tuple["_Element", "_Element | None"]
"""An open block element, and the element of the page's frame around it."""


@dataclass(slots=True)
class _Walk:
    """A walk through the tree without recursion: pages nest deeply."""

    root: _Element
    cancel: CancelToken
    _parts: list[str] = field(default_factory=list)
    _linked: int = 0
    _begun: _Place | None = None
    _open: list[_Place] = field(default_factory=list)
    _words: int = 0
    _inside: Counter[str] = field(default_factory=Counter)
    """How many elements of each of these names are open: links, lists, articles."""

    def blocks(self) -> Iterator[Block]:
        stack: list[tuple[_Element, bool]] = [(self.root, False)]
        number = 0
        while stack:
            element, left = stack.pop()
            number += 1
            if number % _CHECK_EVERY == 0:
                self.cancel.check()
            name = local(element)
            if not left and _unseen(element, name):
                self._add_tail(element)
                continue
            if name in _BLOCKS:
                yield from self._flush()
            if left:
                self._leave(element, name)
                continue
            self._enter(element, name)
            stack.append((element, True))
            stack.extend((child, False) for child in reversed(element))
        yield from self._flush()

    def _enter(self, element: _Element, name: str) -> None:
        frame = self._open[-1][1] if self._open else None
        if frame is None and self._is_frame(element, name):
            frame = element
        if name in _BLOCKS or not self._open:
            self._open.append((element, frame))
        self._inside[_counted(element, name)] += 1
        if name == "br":
            self._parts.append("\n")
        if _set_apart(element, name):
            self._parts.append(OPEN)
        if element.text:
            self._add("\n".join(unwrapped(element.text)) if name == "pre" else _SPACE.sub(" ", element.text))

    def _leave(self, element: _Element, name: str) -> None:
        self._inside[_counted(element, name)] -= 1
        if self._open and self._open[-1][0] is element:
            self._open.pop()
        if name not in _BLOCKS and _set_apart(element, name):
            self._parts.append(CLOSE)
        self._add_tail(element)

    def _add_tail(self, element: _Element) -> None:
        if element is not self.root and element.tail:
            self._add(_SPACE.sub(" ", element.tail))

    def _add(self, text: str) -> None:
        self._parts.append(text)
        if text.strip():
            self._begun = self._begun or (self._open[-1] if self._open else (self.root, None))
            self._linked += len(text) if self._inside["link"] else 0

    def _is_frame(self, element: _Element, name: str) -> bool:
        if name in _FRAME or (element.get("role") or "") in _FRAME_ROLES:
            return True
        if name == "div" and element.get("title") in ("header", "footer"):
            return True  # LibreOffice writes the page's header and footer so
        if name in ("header", "footer"):  # those within an article belong to it
            return not self._inside["article"]
        if name == "form":
            return not self._inside["form"] and self._asks(element)
        return name in ("ul", "ol") and self._inside["list"] < _DEEPEST_LIST and _link_list(element)

    def _asks(self, form: _Element) -> bool:
        """Return True if a form is one to fill in, rather than the frame that some systems put around the whole page."""
        if not any(local(part) in _FIELDS and part.get("type") not in _UNSEEN_FIELDS for part in form.iter()):
            return False
        words = _word_count(form)
        self._words = self._words or _word_count(self.root)
        return words < _WIDGET_WORDS and words * 2 < self._words

    def _flush(self) -> Iterator[Block]:
        if self._begun is not None:
            element, frame = self._begun
            beside = self._inside["aside"] > 0
            written = _tidy(settled("".join(self._parts)))
            for text, marks in map(without_marks, written.split("\n") if local(element) == "pre" else [written]):
                size = length_of(text)
                yield Block(text=text, marks=marks, element=element, frame=frame, beside=beside, linked=self._linked, size=size)
        self._parts, self._begun, self._linked = [], None, 0


def _set_apart(element: _Element, name: str) -> bool:
    return name in _SET_APART or bool(_SPEAKS.search(element.get("class") or "")) or bool(_BOLD.search(element.get("style") or ""))


def _counted(element: _Element, name: str) -> str:
    return "" if name == "a" and "href" not in element.attrib else _COUNTED.get(name, "")


def _unseen(element: _Element, name: str) -> bool:
    """Return True if readers of the page do not see the element, or see in it a mark that is no text (a footnote's number)."""
    if not name or name in _UNSEEN or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return True
    if (name == "dialog" and "open" not in element.attrib) or element.get("layout") == "nodisplay":
        return True
    if _note_mark(element, name) or _page_break(element) or _FOR_SCREEN_READERS & set((element.get("class") or "").split()):
        return True
    return bool(_HIDDEN.search(element.get("style") or ""))


def _book_type(element: _Element) -> list[str]:
    return (element.get("epub:type") or element.get("{http://www.idpf.org/2007/ops}type") or "").split()


def _page_break(element: _Element) -> bool:
    """The number of a printed page, where one ends in an e-book."""
    return element.get("role") == "doc-pagebreak" or "pagebreak" in _book_type(element)


def _note_mark(element: _Element, name: str) -> bool:
    """The number that refers to a footnote, or leads back from it."""
    if name == "a" and (
        (element.get("role") or "") in ("doc-noteref", "doc-backlink")
        or "noteref" in _book_type(element)
        or set((element.get("class") or "").split()) & _NOTE_CLASSES
    ):
        return True
    within = name == "a" and (element.get("href") or "").startswith("#")
    if name != "sup" and not within:
        return False
    text = "".join(map(str, element.itertext())).strip()
    if within:  # "[1]", "↩"
        return bool(text) and (_BRACKETED.fullmatch(text) is not None or not any(map(str.isalnum, text)))
    return _NOTE.fullmatch(text) is not None and any(local(child) == "a" for child in (*element, element.getparent()) if child is not None)


def _word_count(element: _Element) -> int:
    """About how many words an element shows; at least one, so that it is not counted twice."""
    seen = sum(len(part.text.split()) for part in element.iter() if part.text and local(part) not in _UNSEEN)
    return max(1, seen + sum(len(part.tail.split()) for part in element.iterdescendants() if part.tail))


def _text_length(element: _Element) -> int:
    return sum(len(_SPACE.sub(" ", text)) for text in element.itertext() if isinstance(text, str))


def _link_list(element: _Element) -> bool:
    """A list that is nothing but links: a menu, whatever it is called."""
    links = [link for link in element.iter() if local(link) == "a"]
    return len(links) >= 3 and sum(map(_text_length, links)) * 10 >= _text_length(element) * 8


def _tidy(text: str) -> str:
    text = text.replace("\u00ad", "").replace("\u200b", "")
    lines: list[str] = []
    for line in map(str.strip, _SPACES.sub(" ", text).split("\n")):
        if line and lines and _broken(lines[-1], line):
            lines[-1] += " " + line
        elif line:
            lines.append(line)
    return "\n".join(lines)


def _broken(before: str, after: str) -> bool:
    """Return True if a line break only wraps a sentence: it stops at a word, and goes on in small letters, which it did not begin with."""
    return (before[-1].isalpha() or before[-1] == ",") and after[0].islower() and not before[0].islower()
