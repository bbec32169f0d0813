"""What every reader hands over: one text, the spans of it that hold sentences, and where pages and times begin."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import Enum


class Cut(Enum):
    """How a span becomes sentences: by punctuation; by pauses too, where captions have none; or not at all (a table's row)."""

    SENTENCES = "sentences"
    CAPTIONS = "captions"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """`text[start:end]` of a draft: one paragraph, turn or row, said by one speaker."""

    start: int
    end: int
    speaker: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeMark:
    """`text[offset:end]` was said between `time` and `time_end` seconds.

    Without `time_end` only the beginning is known (a time code at a turn): it holds up to the next mark. Without `time` nothing is
    known up to the next mark.
    """

    offset: int
    end: int = 0
    time: float | None
    time_end: float | None = None


@dataclass(slots=True, kw_only=True)
class Draft:
    """A document before it is cut; `date` is when it was said, where the file says so.

    `pages` holds (offset, 1-based page), `times` and `pages` rise with the offset. `line_starts` holds the offset of every line of a text
    file, so that a sentence knows its line though lines were joined. `left_out` counts the words of a web page that are none of its text.
    """

    text: str
    format: str
    spans: list[Span]
    title: str = ""
    language: str = ""
    date: date | None = None
    cut: Cut = Cut.SENTENCES
    line_starts: list[int] = field(default_factory=list)
    pages: list[tuple[int, int]] = field(default_factory=list)
    times: list[TimeMark] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a laid-out document; `page` is 1-based, `turns` holds (offset, page) where it runs on to others.

    `marks` are the (start, end) of what is set in bold, underlined or as a heading; `speaks` says that the paragraph is the cell of a
    table that names who says the words of the next one.
    """

    text: str
    page: int | None = None
    turns: tuple[tuple[int, int], ...] = ()
    marks: tuple[tuple[int, int], ...] = ()
    speaks: bool = False
