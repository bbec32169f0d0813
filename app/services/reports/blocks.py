"""Block model of readable reports, independent of the format. `html`, `docx` and `pdf` render every block."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.charts.bars import BarChart
from app.services.reports.logo import Logo
from app.services.reports.review_status import Side
from app.services.reports.tables import Table
from app.translation import tr

Line = tuple[str, str]
"""A label and its value."""

Tick = Callable[[int, int], None]
"""Hears how many parts are done, and of how many (0: unknown); may raise Cancelled."""


def no_tick(done: int, total: int) -> None:
    """Ignore the progress."""


class Style(StrEnum):
    """Look of a paragraph: LABEL names reviewers and their decisions, NOTE keeps its line breaks."""

    PLAIN = ""
    SOFT = "soft"
    LABEL = "who"
    NOTE = "note"
    PASSAGE = "soft note"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text with a link to the web behind it; `side` makes it a verdict, in its side's colour."""

    text: str
    style: Style = Style.PLAIN
    url: str = ""
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Quotation:
    """Quoted speech or text; `as_written` keeps its line breaks."""

    text: str
    as_written: bool = False


@dataclass(frozen=True, slots=True)
class Tags:
    """Tags that a reviewer gave, in one line."""

    text: str


@dataclass(frozen=True, slots=True)
class BulletList:
    """Sentences in small print."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Labels with their values, one pair a row."""

    rows: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of typed cells with its header; a wide one is scrolled on a page."""

    table: Table
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with its title, its summary and its numbers."""

    chart: BarChart


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Fact-check next to a sentence, or an answer to a question; `decided` if somebody decided on it, or if the verdict rests on
    it."""

    label: str
    text: str
    rating: str = ""
    source: str = ""
    remarks: tuple[Paragraph, ...] = ()
    url: str = ""
    decided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Numbered item of a section with its blocks; `facts` give its position and probabilities."""

    heading: str = ""
    number: int | None = None
    side: Side | None = None
    facts: str = ""
    blocks: tuple[Block, ...]

    @property
    def title(self) -> str:
        """The heading with its number in front."""
        return self.heading if self.number is None else f"{self.number}. {self.heading}"

    @property
    def lines(self) -> tuple[Block, ...]:
        """All blocks one below the other: the facts follow the quotation that opens the entry."""
        start = 1 if self.blocks and isinstance(self.blocks[0], Quotation) else 0
        facts = (Paragraph(self.facts, Style.SOFT),) if self.facts else ()
        return (*self.blocks[:start], *facts, *self.blocks[start:])


Block = Paragraph | Heading | Quotation | Tags | BulletList | Pairs | Grid | Figure | Evidence | Entry


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under one heading."""

    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Report in the language of its reader; `made` is an ISO time, `remarks` tell the user what had to be left out."""

    title: str
    made: str
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]
    newsroom: str = ""
    footer: str = ""
    logo: Logo | None = None
    remarks: tuple[str, ...] = ()


def soft(*lines: str) -> tuple[Paragraph, ...]:
    """Paragraphs in small print; empty lines are left out."""
    return tuple(Paragraph(line, Style.SOFT) for line in lines if line)


def reading_section(heading: str, lines: Iterable[str]) -> Section:
    """Return the section that explains how to read the report, with `lines` translated."""
    return Section(heading, (BulletList(tuple(map(tr, lines))),))


def methods_section(lines: Iterable[Line]) -> Section:
    """Return the section that explains how the result was made."""
    return Section(tr("How this was made"), (Pairs(tuple(lines)),))
