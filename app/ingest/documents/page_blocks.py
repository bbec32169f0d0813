"""Split the visible text of a web page into blocks (paragraphs, headings, cells, …) with their elements."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import local
from app.ingest.documents.draft import Paragraph
from app.ingest.documents.emphasis import CLOSE, OPEN, spaces_outside_marks, without_marks
from app.ingest.documents.paragraph_lines import unwrapped
from app.ingest.documents.speaker_tables import continues, is_line_numbered, speaker_column
from app.ingest.documents.word_counts import length_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_INVISIBLE = frozenset(
    "script style noscript template svg math iframe object embed canvas audio video map button select option textarea input datalist "
    "head title meta link rp rt".split()
)
# Elements and roles of the page frame, which surrounds the content.
_FRAME_ELEMENTS = frozenset("nav menu dialog".split())
_FRAME_ROLES = frozenset("navigation banner contentinfo complementary search dialog alertdialog alert menu menubar".split())
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
# Fields that ask for input; a hidden field or a picture does not.
_FIELDS = frozenset("input textarea select button".split())
_UNSEEN_FIELDS = frozenset(["hidden", "image"])
_MIN_TEXT_WORDS = 8
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_FOR_SCREEN_READERS = frozenset("sr-only visually-hidden visuallyhidden screen-reader-text element-invisible u-visually-hidden".split())
_EMPHASISED = frozenset("b strong u h2 h3 h4 h5 h6 dt th".split())
# Class names by which sites mark the name of a speaker.
_SPEAKER_CLASS = re.compile(r"(?:^|[\s_-])(?:speaker|author|name|orador|orateur|redner|sprecher)(?:$|[\s_-])", re.IGNORECASE)
_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)|small-caps|text-transform\s*:\s*uppercase", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n\f]+")
_SPACES = re.compile(r" {2,}")
_LINK_LABEL = re.compile(r"[^:：]{1,30}[:：]\s*")
# The mark of a footnote: "1", "[2]", "a", "†".
_NOTE_MARK = re.compile(r"\[?(?:\d{1,3}|[a-z*†‡])\]?")
_BRACKETED_MARK = re.compile(r"\[(?:\d{1,3}|[a-z])\]")
# Classes that Pandoc, e-books and LibreOffice give to links between text and notes.
_NOTE_CLASSES = frozenset("footnote-ref footnote-back noteref sdfootnoteanc sdfootnotesym".split())
# A form with fields and fewer words than this asks for input (a search, an address); a longer one holds the page's text.
_MAX_FORM_WORDS = 60
_COUNTED_KINDS = {"a": "link", "ul": "list", "ol": "list", "article": "article", "main": "article", "form": "form", "aside": "aside"}
_MAX_LIST_DEPTH = 8
_CHECK_EVERY = 500


@dataclass(slots=True, kw_only=True)
class Block:
    """One block of text.

    `element` is the innermost block element around it. `frame` is the element of the page frame that contains it: a menu, the
    site's header or footer, a dialog, a form to fill in, a list of links. `in_aside` is True inside an `<aside>`. `linked` counts
    the characters in links, `size` the words (`length_of`). `emphasis` holds the (start, end) of bold text, headings and terms.
    `names_speaker` marks a table cell that names the speaker of the words next to it.
    """

    text: str
    element: _Element
    frame: _Element | None = None
    in_aside: bool = False
    linked: int = 0
    size: float = 0.0
    emphasis: tuple[tuple[int, int], ...] = ()
    names_speaker: bool = False

    @property
    def is_text(self) -> bool:
        """Return True if it has enough words to be text rather than a label."""
        return self.size >= _MIN_TEXT_WORDS

    @property
    def is_heading(self) -> bool:
        """Return True if this is a heading or part of one."""
        return local(self.element) in _HEADINGS

    @property
    def is_link(self) -> bool:
        """Return True if nearly all of it is a link, apart from a label such as "Read more:"."""
        label = _LINK_LABEL.match(self.text)
        return self.linked * 10 >= (len(self.text) - (label.end() if label else 0)) * 8 > 0


def blocks_of(root: _Element, *, cancel: CancelToken) -> list[Block]:
    """Return the visible blocks below `root` in order. A `<br>` is a line break, unless it only wraps a sentence."""
    cells = _Cells.of(root)
    blocks = [block for block in _Walk(root, cancel).blocks() if block.element not in cells.left_out]
    if cells.lines:
        blocks = list(_joined(blocks, cells.lines))
    return [replace(block, names_speaker=block.element in cells.naming) for block in blocks] if cells.naming else blocks


def _joined(blocks: Sequence[Block], lines: set[_Element]) -> Iterator[Block]:
    """Yield the blocks, with cells of line-numbered tables joined where a sentence continues."""
    pending: Block | None = None
    for block in blocks:
        if pending is not None and pending.element in lines and block.element in lines and continues(pending.text, block.text):
            pending = replace(
                pending, text=f"{pending.text} {block.text}", size=pending.size + block.size, linked=pending.linked + block.linked
            )
            continue
        yield from [pending] if pending is not None else []
        pending = block
    yield from [pending] if pending is not None else []


def iter_blocks(root: _Element) -> Iterator[Block]:
    """Yield the visible blocks below `root` lazily, for callers that need only the beginning. Speaker tables are not recognised."""
    return _Walk(root, CancelToken()).blocks()


def paragraph_of(block: Block) -> Paragraph:
    """Convert the block to a paragraph of a document."""
    return Paragraph(block.text, emphasis=block.emphasis, names_speaker=block.names_speaker)


@dataclass(slots=True)
class _Cells:
    """Table cells, with the elements in them, that need special treatment.

    `naming` cells name speakers; `left_out` are headers of such tables and line numbers; `lines` hold one line of a text each.
    """

    naming: set[_Element] = field(default_factory=set)
    left_out: set[_Element] = field(default_factory=set)
    lines: set[_Element] = field(default_factory=set)

    @classmethod
    def of(cls, root: _Element) -> _Cells:
        """Classify the cells of all innermost tables below `root`."""
        cells = cls()
        for table in (element for element in root.iter() if local(element) == "table" and element.find(".//table") is None):
            rows = [[cell for cell in row if local(cell) in ("td", "th")] for row in table.iter() if local(row) == "tr"]
            cells._add([row for row in rows if row])
        return cells

    def _add(self, rows: Sequence[Sequence[_Element]]) -> None:
        texts = [[" ".join("".join(map(str, cell.itertext())).split()) for cell in row] for row in rows]
        if is_line_numbered(texts):
            for number, line in rows:
                self.left_out.update(number.iter())
                self.lines.update(line.iter())
        elif speakers := speaker_column(texts):
            for row in rows:
                if speakers.header and row is rows[0]:
                    self.left_out.update(inner for cell in row for inner in cell.iter())
                elif speakers.column < len(row):
                    self.naming.update(row[speakers.column].iter())


# An open block element, and the element of the page frame around it.
_OpenElement = tuple["_Element", "_Element | None"]


@dataclass(slots=True)
class _Walk:
    """Iterative walk through the element tree."""

    root: _Element
    cancel: CancelToken
    _parts: list[str] = field(default_factory=list)
    _linked: int = 0
    _begun: _OpenElement | None = None
    _open: list[_OpenElement] = field(default_factory=list)
    _words: int = 0
    # Number of open elements by kind: links, lists, articles.
    _inside: Counter[str] = field(default_factory=Counter)

    def blocks(self) -> Iterator[Block]:
        # Without recursion, because pages nest deeply. The flag marks the second visit, after the children.
        stack: list[tuple[_Element, bool]] = [(self.root, False)]
        number = 0
        while stack:
            element, leaving = stack.pop()
            number += 1
            if number % _CHECK_EVERY == 0:
                self.cancel.check()
            name = local(element)
            if not leaving and _is_invisible(element, name):
                self._add_tail(element)
                continue
            if name in _BLOCKS:
                yield from self._flush()
            if leaving:
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
        self._inside[_counted_kind(element, name)] += 1
        if name == "br":
            self._parts.append("\n")
        if _is_emphasised(element, name):
            self._parts.append(OPEN)
        if element.text:
            self._add("\n".join(unwrapped(element.text)) if name == "pre" else _SPACE.sub(" ", element.text))

    def _leave(self, element: _Element, name: str) -> None:
        self._inside[_counted_kind(element, name)] -= 1
        if self._open and self._open[-1][0] is element:
            self._open.pop()
        if name not in _BLOCKS and _is_emphasised(element, name):
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
        if name in _FRAME_ELEMENTS or (element.get("role") or "") in _FRAME_ROLES:
            return True
        if name == "div" and element.get("title") in ("header", "footer"):
            # LibreOffice marks the page's header and footer this way.
            return True
        # A header or footer within an article is part of it.
        if name in ("header", "footer"):
            return not self._inside["article"]
        if name == "form":
            return not self._inside["form"] and self._is_input_form(element)
        return name in ("ul", "ol") and self._inside["list"] < _MAX_LIST_DEPTH and _is_link_list(element)

    def _is_input_form(self, form: _Element) -> bool:
        """Return True if a form is to be filled in; some systems put a form around the whole page."""
        if not any(local(part) in _FIELDS and part.get("type") not in _UNSEEN_FIELDS for part in form.iter()):
            return False
        words = _word_count(form)
        # Counted once for the page, not for each of its forms.
        self._words = self._words or _word_count(self.root)
        return words < _MAX_FORM_WORDS and words * 2 < self._words

    def _flush(self) -> Iterator[Block]:
        if self._begun is not None:
            element, frame = self._begun
            in_aside = self._inside["aside"] > 0
            marked_text = _tidy(spaces_outside_marks("".join(self._parts)))
            for text, marks in map(without_marks, marked_text.split("\n") if local(element) == "pre" else [marked_text]):
                size = length_of(text)
                yield Block(text=text, emphasis=marks, element=element, frame=frame, in_aside=in_aside, linked=self._linked, size=size)
        self._parts, self._begun, self._linked = [], None, 0


def _is_emphasised(element: _Element, name: str) -> bool:
    return (
        name in _EMPHASISED
        or bool(_SPEAKER_CLASS.search(element.get("class") or ""))
        or bool(_BOLD_STYLE.search(element.get("style") or ""))
    )


def _counted_kind(element: _Element, name: str) -> str:
    return "" if name == "a" and "href" not in element.attrib else _COUNTED_KINDS.get(name, "")


def _is_invisible(element: _Element, name: str) -> bool:
    """Return True for elements that are invisible, or visible only as a mark that is no text (a footnote's number)."""
    if not name or name in _INVISIBLE or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return True
    if (name == "dialog" and "open" not in element.attrib) or element.get("layout") == "nodisplay":
        return True
    if _is_note_mark(element, name) or _is_page_break(element) or _FOR_SCREEN_READERS & set((element.get("class") or "").split()):
        return True
    return bool(_HIDDEN_STYLE.search(element.get("style") or ""))


def _epub_types(element: _Element) -> list[str]:
    return (element.get("epub:type") or element.get("{http://www.idpf.org/2007/ops}type") or "").split()


def _is_page_break(element: _Element) -> bool:
    """Return True for the printed page number in an e-book."""
    return element.get("role") == "doc-pagebreak" or "pagebreak" in _epub_types(element)


def _is_note_mark(element: _Element, name: str) -> bool:
    """Return True for the mark that refers to a footnote, or leads back from it."""
    if name == "a" and (
        (element.get("role") or "") in ("doc-noteref", "doc-backlink")
        or "noteref" in _epub_types(element)
        or set((element.get("class") or "").split()) & _NOTE_CLASSES
    ):
        return True
    within = name == "a" and (element.get("href") or "").startswith("#")
    if name != "sup" and not within:
        return False
    text = "".join(map(str, element.itertext())).strip()
    if within:  # "[1]", "↩"
        return bool(text) and (_BRACKETED_MARK.fullmatch(text) is not None or not any(map(str.isalnum, text)))
    return _NOTE_MARK.fullmatch(text) is not None and any(
        local(child) == "a" for child in (*element, element.getparent()) if child is not None
    )


def _word_count(element: _Element) -> int:
    """Return the approximate number of visible words of an element, at least one."""
    count = sum(len(part.text.split()) for part in element.iter() if part.text and local(part) not in _INVISIBLE)
    # Never 0, which stands for "not counted yet".
    return max(1, count + sum(len(part.tail.split()) for part in element.iterdescendants() if part.tail))


def _text_length(element: _Element) -> int:
    return sum(len(_SPACE.sub(" ", text)) for text in element.itertext() if isinstance(text, str))


def _is_link_list(element: _Element) -> bool:
    """Return True for a list that consists of links: a menu, whatever its name."""
    links = [link for link in element.iter() if local(link) == "a"]
    # Many sites give their menus no name, so the share of link text decides.
    return len(links) >= 3 and sum(map(_text_length, links)) * 10 >= _text_length(element) * 8


def _tidy(text: str) -> str:
    # Soft hyphens and zero-width spaces only suggest line breaks.
    text = text.replace("\u00ad", "").replace("\u200b", "")
    lines: list[str] = []
    for line in map(str.strip, _SPACES.sub(" ", text).split("\n")):
        if line and lines and _is_wrapped(lines[-1], line):
            lines[-1] += " " + line
        elif line:
            lines.append(line)
    return "\n".join(lines)


def _is_wrapped(before: str, after: str) -> bool:
    """Return True if a line break only wraps a sentence.

    The line ends in a letter or comma, the next one continues in lower case, and the sentence did not start in lower case.
    """
    return (before[-1].isalpha() or before[-1] == ",") and after[0].islower() and not before[0].islower()
