"""Markdown as plain text: marks taken off, links kept as their words, code, pictures and the front matter left out."""

from __future__ import annotations

import re
from collections import Counter

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.emphasis import CLOSE, OPEN, settled, without_marks
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.rows.text import without_comments

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"^title:(.*)$", re.MULTILINE)
_FENCE = re.compile(r"^[ ]{0,3}(```+|~~~+)")
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t](.*)$")
_UNDERLINE = re.compile(r"^[ ]{0,3}(=+|-+)[ \t]*$")
_RULE = re.compile(r"^[ ]{0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_QUOTE = re.compile(r"^[ ]{0,3}(?:>[ ]?)+")
_TABLE_RULE = frozenset(" \t:|-")
_NOTE = re.compile(r"^[ ]{0,3}\[\^[^\]\n]+\]:[ \t]*")
_REFERENCE = re.compile(r"^[ ]{0,3}\[[^\]\n]+\]:[ \t]*\S+.*$")
_BOLD_LABEL = re.compile(r"^[ \t>]*(?:\*\*|__)([^*_:\n]{1,60}?)[ \t]*(?::[ \t]*(?:\*\*|__)|(?:\*\*|__)[ \t]*:)(?=\s|$)", re.MULTILINE)
_INLINE = (
    (re.compile(r"!\[([^\[\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)"), ""),
    (re.compile(r"\[([^\[\]\n]+)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)"), r"\1"),
    (re.compile(r"\[([^\[\]\n]+)\]\[[^\[\]\n]*\]"), r"\1"),
    (re.compile(r"\[\^[^\[\]\n]+\](?!:)"), ""),
    (re.compile(r"<(https?://[^<>\s]+)>"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>\n]*>"), ""),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]+?)(?<=\S)_(?![\w_])"), r"\1"),
    (re.compile(r"\\([\\`*_{}\[\]()#+.!>~|-])"), r"\1"),
)
"""None looks further than to the next mark of its kind, so that a text of nothing but marks takes no longer than another."""
_PAIRED = tuple((re.compile(rf"{mark}(?=\S)"), re.compile(rf"(?<=\S){mark}")) for mark in (r"\*\*", "__", "~~"))
_BACKTICKS = re.compile(r"`+")


def inline_text(text: str) -> str:
    """Lines without emphasis, links and code marks."""
    return "\n".join(map(_inline_line, text.split("\n")))


def _inline_line(line: str) -> str:
    line = _without_backticks(line)
    for opening, closing in _PAIRED:
        line = _without_pairs(line, opening, closing)
    for pattern, replacement in _INLINE:
        line = pattern.sub(replacement, line)
    return line


def _without_pairs(line: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str:
    """The line without the marks of each pair that has something between them."""
    parts, place = [], 0
    while (opened := opening.search(line, place)) and (closed := closing.search(line, opened.end() + 1)):
        parts += [line[place : opened.start()], OPEN, line[opened.end() : closed.start()], CLOSE]
        place = closed.end()
    return "".join((*parts, line[place:]))


def _without_backticks(line: str) -> str:
    """The line without the backticks around code: as many close it as opened it."""
    runs = [run.span() for run in _BACKTICKS.finditer(line)]
    closing: dict[int, int] = {}
    closes = [0] * len(runs)
    for number in range(len(runs) - 1, -1, -1):
        length = runs[number][1] - runs[number][0]
        closes[number] = closing.get(length, -1)
        closing[length] = number
    parts, place, number = [], 0, 0
    while number < len(runs):
        if (last := closes[number]) > 0:
            parts += [line[place : runs[number][0]], line[runs[number][1] : runs[last][0]]]
            place, number = runs[last][1], last
        number += 1
    return "".join((*parts, line[place:]))


def _is_table_rule(line: str) -> bool:
    """Whether a line is the one below a table's head: dashes, and a bar behind one of them."""
    return _TABLE_RULE.issuperset(line) and 0 <= line.find("-") < line.rfind("|")


def _heading(line: str) -> str | None:
    """What a heading says, without the number signs around it; None for any other line."""
    if not (found := _HEADING.match(line)):
        return None
    text = found[1].strip(" \t")
    bare = text.rstrip("#")
    return bare.rstrip(" \t") if not bare or bare[-1] in " \t" else text


def _bold_names(text: str) -> frozenset[str]:
    """What stands in bold before a colon and comes back ("**Smith:**"): how Markdown names who speaks."""
    counts = Counter(" ".join(found[1].split()) for found in _BOLD_LABEL.finditer(text))
    return frozenset(name for name, count in counts.items() if count > 1)


def _unquoted(text: str) -> str:
    """A value of the front matter without the quotation marks around it."""
    text = text[1:] if text[:1] in ("'", '"') else text
    return text[:-1] if text[-1:] in ("'", '"') else text


class _Blocks:
    """Gathers lines into paragraphs."""

    def __init__(self) -> None:
        self.paragraphs: list[Paragraph] = []
        self._lines: list[str] = []
        self._fence = ""

    def line(self, line: str) -> None:
        """Take in one line of the source."""
        fence = _FENCE.match(line)
        if self._fence:
            self._fence = "" if fence and fence[1].startswith(self._fence) else self._fence
        elif fence:
            self.end()
            self._fence = fence[1]
        elif (
            not line.strip()
            or (_REFERENCE.match(line) and not _NOTE.match(line))
            or _is_table_rule(line)
            or (_UNDERLINE.match(line) and self._lines)
            or _RULE.match(line)
        ):
            self.end()
        elif (heading := _heading(line)) is not None:
            self._alone(f"{OPEN}{heading}{CLOSE}")
        elif line.lstrip().startswith("|"):
            for cell in line.strip().strip("|").split("|"):
                self._alone(cell)
        else:
            self._words(line)

    def _words(self, line: str) -> None:
        bare = _QUOTE.sub("", line)
        if _NOTE.match(bare):
            self.end()
            bare = _NOTE.sub("", bare)
        if _ITEM.match(bare):
            self.end()
            bare = _ITEM.sub("", bare)
        if bare.strip():
            self._lines.append(bare.strip() + ("\n" if bare.endswith(("  ", "\\")) else " "))
        else:
            self.end()

    def _alone(self, text: str) -> None:
        self.end()
        self._lines = [text]
        self.end()

    def end(self) -> None:
        """Close the paragraph."""
        if self._lines:
            text, marks = without_marks(settled(inline_text("".join(self._lines)).replace("\\\n", "\n").strip()))
            self.paragraphs.append(Paragraph(text, marks=marks))
        self._lines = []


def read_markdown(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of a Markdown file's text (cleaned before); its title is the front matter's, where there is one."""
    front = _FRONT_MATTER.match(text)
    title = _TITLE.search(front[1]) if front else None
    blocks = _Blocks()
    for line in without_comments(text[front.end() :] if front else text).split("\n"):
        blocks.line(line)
    blocks.end()
    draft = draft_of_paragraphs(blocks.paragraphs, kind="markdown", named=_bold_names(text), cancel=cancel)
    draft.title = _unquoted(title[1].strip()) if title else ""
    return draft
