"""A report as pieces for a PDF page: what is laid out, and its role in the document's structure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from html import escape
from typing import Any

from app.charts.bars import BarChart
from app.domain.direction import runs_right_to_left
from app.services.reports import blocks
from app.services.reports.charts import drawn, picture_page
from app.services.reports.clean import clean
from app.services.reports.tables import Table, cell_text
from app.translation import tr

_SCALE = 0.74
_INDENT = 14.0


class Role(StrEnum):
    """Structure type of a piece (ISO 32000-1, 14.8.4)."""

    TITLE = "H1"
    SECTION = "H2"
    HEADING = "H3"
    PARAGRAPH = "P"
    QUOTATION = "BlockQuote"
    ITEM = "LI"
    LINK = "Link"
    FIGURE = "Figure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """HTML that is laid out as one block. `indent` and `before` are points; `text` is a heading's bookmark, `alt` describes a picture,
    `url` is where a link leads."""

    role: Role
    markup: str
    indent: float = 0.0
    before: float = 3.0
    text: str = ""
    alt: str = ""
    url: str = ""


Group = tuple[Piece, ...]
"""Pieces that stay on one page if a page has room for them."""


def groups(report: blocks.Report, archive: Any) -> Iterator[Group]:
    """Yield the report's pieces; pictures are added to MuPDF's `archive`."""
    yield (*_letterhead(report, archive), _heading(Role.TITLE, report.title, before=0.0))
    yield from _groups(report.lead, archive)
    for section in report.sections:
        heading = _heading(Role.SECTION, section.heading, before=18.0)
        first, *others = [*_groups(section.blocks, archive)] or [()]
        yield (heading, *first)
        yield from others


def _letterhead(report: blocks.Report, archive: Any) -> Iterator[Piece]:
    if report.logo is not None:
        archive.add(report.logo.png, "logo.png")
        height = min(48.0, 160.0 * report.logo.height / report.logo.width)
        width = height * report.logo.width / report.logo.height
        alt = tr("Logo of {newsroom}", newsroom=report.newsroom) if report.newsroom else tr("Logo")
        yield Piece(role=Role.FIGURE, markup=f'<p><img src="logo.png" width="{width:.0f}" height="{height:.0f}"></p>', alt=clean(alt))
    if report.newsroom:
        yield _paragraph(report.newsroom, "soft")


def _groups(parts: Iterable[blocks.Block], archive: Any) -> Iterator[Group]:
    """Yield one group for each block; a remark stays with the block that follows it."""
    carried: Group = ()
    for block in parts:
        pieces = (*carried, *_pieces(block, archive))
        carried = pieces if isinstance(block, blocks.Paragraph | blocks.Heading) else ()
        if not carried:
            yield from _split(block, pieces)
    if carried:
        yield carried


def _split(block: blocks.Block, pieces: Group) -> Iterator[Group]:
    """Yield list items and rows of a table one by one: only they may be parted by a page's end."""
    if isinstance(block, blocks.BulletList | blocks.Pairs | blocks.Grid):
        yield from ((piece,) for piece in pieces)
    else:
        yield pieces


def _pieces(block: blocks.Block, archive: Any) -> Iterator[Piece]:
    match block:
        case blocks.Paragraph():
            yield from _paragraphs(block)
        case blocks.Heading(text):
            yield _heading(Role.HEADING, text)
        case blocks.Quotation(text):
            yield replace(_paragraph(text, "quote"), role=Role.QUOTATION)
        case blocks.Tags(text):
            yield _paragraph(tr("Tags: {tags}", tags=text), "soft")
        case blocks.BulletList(lines):
            yield from (Piece(role=Role.ITEM, markup=f"<ul><li>{_text(line)}</li></ul>") for line in lines)
        case blocks.Pairs(rows):
            yield from _pairs(rows)
        case blocks.Grid(table):
            yield from _rows(table)
        case blocks.Figure(chart):
            yield from _figure(chart, archive)
        case blocks.Evidence():
            yield from _evidence(block)
        case blocks.Entry():
            yield from _entry(block, archive)


def _paragraphs(block: blocks.Paragraph) -> Iterator[Piece]:
    kind = block.side.value if block.side is not None else "soft" if block.style in (blocks.Style.SOFT, blocks.Style.PASSAGE) else ""
    if block.text:
        yield _paragraph(block.text, kind)
    if block.url:
        yield _link(block.url)


def _paragraph(text: str, kind: str = "", *, before: float = 3.0) -> Piece:
    style = f' class="{kind}"' if kind else ""
    return Piece(role=Role.PARAGRAPH, markup=f"<p{style}{_direction(text)}>{_text(text)}</p>", before=before)


def _heading(role: Role, text: str, kind: str = "", *, before: float = 12.0) -> Piece:
    style, tag = f' class="{kind}"' if kind else "", role.value.lower()
    return Piece(
        role=role, markup=f"<{tag}{style}{_direction(text)}>{_text(text)}</{tag}>", before=before, text=" ".join(clean(text).split())
    )


def _link(url: str) -> Piece:
    return Piece(role=Role.LINK, markup=f'<p class="soft"><a href="{_text(url)}">{_text(url)}</a></p>', url=clean(url))


def _pairs(rows: Iterable[blocks.Line]) -> Iterator[Piece]:
    for name, value in rows:
        yield Piece(role=Role.PARAGRAPH, markup=f'<p class="method"><b>{_text(name)}:</b> {_text(value)}</p>')


def _rows(table: Table) -> Iterator[Piece]:
    titles = [column.title for column in table.columns]
    for row in table.rows:
        yield from _pairs(zip(titles, map(cell_text, table.columns, row), strict=True))


def _figure(chart: BarChart, archive: Any) -> Iterator[Piece]:
    drawing = drawn(chart)
    picture: Any = picture_page(drawing)
    name = f"{hash(chart)}.png"
    archive.add(picture[0].get_pixmap(dpi=200).tobytes("png"), name)
    size = f'width="{drawing.width * _SCALE:.0f}" height="{drawing.height * _SCALE:.0f}"'
    yield _heading(Role.HEADING, chart.title)
    yield Piece(role=Role.FIGURE, markup=f'<p><img src="{name}" {size}></p>', alt=clean(f"{chart.title}. {chart.summary}"))
    yield _paragraph(chart.summary, "soft")


def _evidence(block: blocks.Evidence) -> Iterator[Piece]:
    rating = f"<b>{_text(block.rating)}</b> · {_text(block.source)}" if block.rating else _text(block.source)
    pieces = [_paragraph(block.label, "who", before=6.0), _paragraph(block.text)]
    if rating:
        pieces.append(Piece(role=Role.PARAGRAPH, markup=f"<p>{rating}</p>"))
    pieces += [piece for remark in block.remarks for piece in _paragraphs(remark)]
    if block.url:
        pieces.append(_link(block.url))
    yield from (replace(piece, indent=_INDENT) for piece in pieces)


def _entry(entry: blocks.Entry, archive: Any) -> Iterator[Piece]:
    if entry.heading:
        yield _heading(Role.HEADING, entry.title, entry.side.value if entry.side is not None else "")
    for block in entry.lines:
        yield from _pieces(block, archive)


def _text(text: str) -> str:
    return escape(clean(text))


def _direction(text: str) -> str:
    """Return the attribute that sets a paragraph right-to-left if its first strong letter is."""
    return ' dir="rtl"' if runs_right_to_left(clean(text)) else ""
