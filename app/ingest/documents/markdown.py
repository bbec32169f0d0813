"""Markdown as plain text: marks taken off, links kept as their words, code, pictures and the front matter left out."""

from __future__ import annotations

import re
from collections import Counter

from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.plain import draft_of_paragraphs

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"^title:\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FENCE = re.compile(r"^[ ]{0,3}(```+|~~~+)")
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r"^[ ]{0,3}(=+|-+)[ \t]*$")
_RULE = re.compile(r"^[ ]{0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_QUOTE = re.compile(r"^[ ]{0,3}(?:>[ ]?)+")
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t:|-]*-[ \t:|-]*\|[ \t:|-]*$")
_NOTE = re.compile(r"^[ ]{0,3}\[\^[^\]\n]+\]:[ \t]*")
_REFERENCE = re.compile(r"^[ ]{0,3}\[[^\]\n]+\]:[ \t]*\S+.*$")
_BOLD_LABEL = re.compile(r"^[ \t>]*(?:\*\*|__)([^*_:\n]{1,60}?)[ \t]*(?::[ \t]*(?:\*\*|__)|(?:\*\*|__)[ \t]*:)(?=\s|$)", re.MULTILINE)
_INLINE = (
    (re.compile(r"!\[([^\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)"), ""),
    (re.compile(r"\[([^\]\n]+)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)"), r"\1"),
    (re.compile(r"\[([^\]\n]+)\]\[[^\]\n]*\]"), r"\1"),
    (re.compile(r"\[\^[^\]\n]+\](?!:)"), ""),
    (re.compile(r"<(https?://[^<>\s]+)>"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>\n]*>"), ""),
    (re.compile(r"(`+)(.+?)\1"), r"\2"),
    (re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]+?)(?<=\S)_(?![\w_])"), r"\1"),
    (re.compile(r"~~(.+?)~~"), r"\1"),
    (re.compile(r"\\([\\`*_{}\[\]()#+.!>~|-])"), r"\1"),
)


def inline_text(text: str) -> str:
    """A line's words without emphasis, links and code marks."""
    for pattern, replacement in _INLINE:
        text = pattern.sub(replacement, text)
    return text


def _bold_names(text: str) -> frozenset[str]:
    """What stands in bold before a colon and comes back ("**Smith:**"): how Markdown names who speaks."""
    counts = Counter(" ".join(found[1].split()) for found in _BOLD_LABEL.finditer(text))
    return frozenset(name for name, count in counts.items() if count > 1)


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
            or _TABLE_RULE.match(line)
            or (_UNDERLINE.match(line) and self._lines)
            or _RULE.match(line)
        ):
            self.end()
        elif heading := _HEADING.match(line):
            self._alone(heading[1])
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
            self.paragraphs.append(Paragraph(inline_text("".join(self._lines)).replace("\\\n", "\n").strip()))
        self._lines = []


def read_markdown(text: str) -> Draft:
    """A draft of a Markdown file's text (cleaned before); its title is the front matter's, where there is one."""
    front = _FRONT_MATTER.match(text)
    title = _TITLE.search(front[1]) if front else None
    blocks = _Blocks()
    for line in _COMMENT.sub("", text[front.end() :] if front else text).split("\n"):
        blocks.line(line)
    blocks.end()
    draft = draft_of_paragraphs(blocks.paragraphs, kind="markdown", named=_bold_names(text))
    draft.title = title[1] if title else ""
    return draft
