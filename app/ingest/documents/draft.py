"""Intermediate document that every reader produces: one text, its spans, and the start of each page and time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import Enum


class Cut(Enum):
    """The way a span is cut into sentences.

    By punctuation; by pauses too, where captions have no punctuation; or not at all (a table row).
    """

    SENTENCES = "sentences"
    CAPTIONS = "captions"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """One paragraph, turn or row of a draft, `text[start:end]`, by one speaker."""

    start: int
    end: int
    speaker: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeMark:
    """The text from `offset` to `end` is spoken from `time` to `time_end`, in seconds.

    Without `time_end` only the start is known (a time code at a turn); it holds up to the next mark. Without `time` nothing is
    known up to the next mark.
    """

    offset: int
    end: int = 0
    time: float | None
    time_end: float | None = None


@dataclass(slots=True, kw_only=True)
class Draft:
    """A document before it is cut into sentences; `date` is the day it was spoken or published, if the file gives one.

    `pages` holds (offset, 1-based page). `pages` and `times` are sorted by offset. `line_starts` holds the offset of every line of
    a text file, so that a sentence knows its line after lines were joined. `left_out` counts the words of a web page outside its
    article.
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
    # Sorted by offset.
    times: list[TimeMark] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a laid-out document.

    `page` is 1-based; `page_breaks` holds (offset, page) for each further page that the paragraph reaches. `emphasis` holds the
    (start, end) of text in bold, underlined or in a heading. `names_speaker` marks a table cell that names the speaker of the next
    paragraph.
    """

    text: str
    page: int | None = None
    page_breaks: tuple[tuple[int, int], ...] = ()
    emphasis: tuple[tuple[int, int], ...] = ()
    names_speaker: bool = False
