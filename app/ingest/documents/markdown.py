"""Read Markdown as plain text: markup removed, links kept as their words; code, pictures and front matter left out."""

from __future__ import annotations

import re
from collections import Counter

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.emphasis import CLOSE, OPEN, spaces_outside_marks, without_marks
from app.ingest.documents.plain_text import draft_of_paragraphs
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
# A name in bold before a colon: "**Smith:**" or "**Smith**:".
_BOLD_LABEL = re.compile(r"^[ \t>]*(?:\*\*|__)([^*_:\n]{1,60}?)[ \t]*(?::[ \t]*(?:\*\*|__)|(?:\*\*|__)[ \t]*:)(?=\s|$)", re.MULTILINE)
# No pattern looks further than the next mark of its kind, so that a text of nothing but marks takes linear time.
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
# Pairs are matched by position rather than by one pattern, which would take quadratic time.
_PAIRED = tuple((re.compile(rf"{mark}(?=\S)"), re.compile(rf"(?<=\S){mark}")) for mark in (r"\*\*", "__", "~~"))
_BACKTICKS = re.compile(r"`+")


def inline_text(text: str) -> str:
    """Remove emphasis, links and code marks from lines."""
    return "\n".join(map(_inline_line, text.split("\n")))


def _inline_line(line: str) -> str:
    line = _without_backticks(line)
    for opening, closing in _PAIRED:
        line = _without_pairs(line, opening, closing)
    for pattern, replacement in _INLINE:
        line = pattern.sub(replacement, line)
    return line


def _without_pairs(line: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str:
    """Replace pairs of emphasis marks that enclose text by emphasis markers."""
    parts, position = [], 0
    while (opened := opening.search(line, position)) and (closed := closing.search(line, opened.end() + 1)):
        parts += [line[position : opened.start()], OPEN, line[opened.end() : closed.start()], CLOSE]
        position = closed.end()
    return "".join((*parts, line[position:]))


def _without_backticks(line: str) -> str:
    """Remove the backticks around code; a closing run is as long as its opening run."""
    runs = [run.span() for run in _BACKTICKS.finditer(line)]
    closing: dict[int, int] = {}
    # From the end, so that each run finds the next run of its length in linear time.
    closes = [0] * len(runs)
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        closes[index] = closing.get(length, -1)
        closing[length] = index
    parts, position, index = [], 0, 0
    while index < len(runs):
        if (last := closes[index]) > 0:
            parts += [line[position : runs[index][0]], line[runs[index][1] : runs[last][0]]]
            position, index = runs[last][1], last
        index += 1
    return "".join((*parts, line[position:]))


def _is_table_rule(line: str) -> bool:
    """Return True for the line below a table's header: dashes, and a bar after one of them."""
    return _TABLE_RULE.issuperset(line) and 0 <= line.find("-") < line.rfind("|")


def _heading(line: str) -> str | None:
    """Return the text of a heading without its number signs, None for any other line."""
    if not (match := _HEADING.match(line)):
        return None
    text = match[1].strip(" \t")
    stripped = text.rstrip("#")
    return stripped.rstrip(" \t") if not stripped or stripped[-1] in " \t" else text


def _bold_names(text: str) -> frozenset[str]:
    """Return the recurring bold texts before a colon ("**Smith:**"), which is how Markdown transcripts name speakers."""
    counts = Counter(" ".join(match[1].split()) for match in _BOLD_LABEL.finditer(text))
    return frozenset(name for name, count in counts.items() if count > 1)


def _unquoted(text: str) -> str:
    """Remove the quotation marks around a front matter value."""
    text = text[1:] if text[:1] in ("'", '"') else text
    return text[:-1] if text[-1:] in ("'", '"') else text


class _Blocks:
    """Collects lines into paragraphs."""

    def __init__(self) -> None:
        self.paragraphs: list[Paragraph] = []
        self._lines: list[str] = []
        self._fence = ""

    def line(self, line: str) -> None:
        """Add one line of the source."""
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
        words = _QUOTE.sub("", line)
        if _NOTE.match(words):
            self.end()
            words = _NOTE.sub("", words)
        if _ITEM.match(words):
            self.end()
            words = _ITEM.sub("", words)
        if words.strip():
            self._lines.append(words.strip() + ("\n" if words.endswith(("  ", "\\")) else " "))
        else:
            self.end()

    def _alone(self, text: str) -> None:
        self.end()
        self._lines = [text]
        self.end()

    def end(self) -> None:
        """Close the paragraph."""
        if self._lines:
            text, marks = without_marks(spaces_outside_marks(inline_text("".join(self._lines)).replace("\\\n", "\n").strip()))
            self.paragraphs.append(Paragraph(text, emphasis=marks))
        self._lines = []


def read_markdown(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of a Markdown file's text (cleaned before). The title comes from the front matter, if any."""
    front = _FRONT_MATTER.match(text)
    title = _TITLE.search(front[1]) if front else None
    blocks = _Blocks()
    for line in without_comments(text[front.end() :] if front else text).split("\n"):
        blocks.line(line)
    blocks.end()
    draft = draft_of_paragraphs(blocks.paragraphs, kind="markdown", named=_bold_names(text), cancel=cancel)
    draft.title = _unquoted(title[1].strip()) if title else ""
    return draft
