"""A report as one self-contained HTML page: no script, no outside resource, every text escaped; light, dark, and fit to be printed."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from datetime import date
from html import escape

from app.charts.bars import BarChart
from app.charts.svg import svg
from app.domain.control_characters import without_controls
from app.services.reports import blocks
from app.services.reports.charts import drawn
from app.services.reports.clean import clean, is_web_link
from app.services.reports.page_style import STYLE
from app.services.reports.tables import Cell, Column, Kind, Table, cell_text
from app.translation import language, tr


def html_page(report: blocks.Report) -> str:
    """Return the report as an HTML page for UTF-8. Its content security policy allows the page's own style and embedded pictures,
    and nothing else."""
    figures = (block for section in report.sections for block in section.blocks if isinstance(block, blocks.Figure))
    names = {block: f"c{number}" for number, block in enumerate(figures, start=1)}
    sections = "".join(_section(section, names) for section in report.sections)
    footer = f'<footer class="soft">{escape(report.footer)}</footer>' if report.footer else ""
    main = f'<main><h1 dir="auto">{escape(report.title)}</h1>{_blocks(report.lead, names)}{sections}</main>'
    return without_controls(
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><title>{escape(report.title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">'
        f"<style>{STYLE}</style></head><body>{_letterhead(report)}{main}{footer}</body></html>\n"
    )


def html_bytes(report: blocks.Report) -> bytes:
    """Return the page as bytes; a lone surrogate becomes a question mark."""
    return html_page(report).encode("utf-8", "replace")


def table_html(table: Table) -> str:
    """A table, every text escaped; addresses of the web are links."""
    head = "".join(f"<th>{escape(column.title)}</th>" for column in table.columns)
    rows = "".join(f"<tr>{''.join(map(_cell, table.columns, row))}</tr>" for row in table.rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _hash(inline: str) -> str:
    """An inline element's content as a source of a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode('ascii')}'"


_POLICY = f"default-src 'none'; style-src {_hash(STYLE)}; img-src data:; base-uri 'none'; form-action 'none'"


def _letterhead(report: blocks.Report) -> str:
    if not report.newsroom and report.logo is None:
        return ""
    logo = ""
    if report.logo is not None:
        data = base64.b64encode(report.logo.png).decode("ascii")
        logo = f'<img alt="{escape(report.newsroom or tr("Logo"))}" src="data:image/png;base64,{data}">'
    return f'<header><span dir="auto">{escape(report.newsroom)}</span>{logo}</header>'


def _section(section: blocks.Section, names: dict[blocks.Figure, str]) -> str:
    return f'<section><h2 dir="auto">{escape(section.heading)}</h2>{_blocks(section.blocks, names)}</section>'


def _blocks(parts: Iterable[blocks.Block], names: dict[blocks.Figure, str]) -> str:
    return "".join(_block(block, names) for block in parts)


def _block(block: blocks.Block, names: dict[blocks.Figure, str]) -> str:
    match block:
        case blocks.Paragraph():
            markup = _paragraph(block)
        case blocks.Heading(text):
            markup = f'<h3 dir="auto">{escape(text)}</h3>'
        case blocks.Quotation(text, as_written):
            markup = f'<blockquote{_class("note" if as_written else "")} dir="auto">{escape(text)}</blockquote>'
        case blocks.Tags(text):
            markup = f'<p><span class="tag" dir="auto">{escape(text)}</span></p>'
        case blocks.BulletList(lines):
            markup = f'<ul class="soft">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>'
        case blocks.Pairs(rows):
            cells = (f'<tr><th scope="row">{escape(name)}</th><td dir="auto">{escape(value)}</td></tr>' for name, value in rows)
            markup = f'<table class="methods"><tbody>{"".join(cells)}</tbody></table>'
        case blocks.Grid(table, wide):
            markup = f'<div class="wide">{table_html(table)}</div>' if wide else table_html(table)
        case blocks.Figure(chart):
            markup = _figure(chart, names[block])
        case blocks.Evidence():
            markup = _evidence(block)
        case blocks.Entry():
            markup = f"<article>{_entry_head(block)}{_blocks(block.blocks, names)}</article>"
    return markup


def _paragraph(block: blocks.Paragraph) -> str:
    style = block.style if block.side is None else f"verdict {block.side.value}"
    parts = (escape(block.text), _link(block.url))
    return f'<p{_class(style)} dir="auto">{" · ".join(part for part in parts if part)}</p>'


def _link(url: str) -> str:
    return f'<a href="{escape(url)}" rel="noreferrer noopener">{escape(url)}</a>' if url else ""


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _figure(chart: BarChart, name: str) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in chart.head)
    rows = "".join("<tr>" + "".join(f'<td dir="auto">{escape(cell)}</td>' for cell in row) + "</tr>" for row in chart.table)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    numbers = escape(tr("The numbers as a table"))
    return (
        f'<figure><figcaption>{escape(chart.title)}</figcaption>{svg(drawn(chart), name=name)}<p class="soft">{escape(chart.summary)}</p>'
        f"<details><summary>{numbers}</summary>{table}</details></figure>"
    )


def _evidence(block: blocks.Evidence) -> str:
    parts = []
    if block.rating:
        parts.append(f"<strong><bdi>{escape(block.rating)}</bdi></strong>")
    if block.source:
        parts.append(f'<span class="soft">{"· " if block.rating else ""}<bdi>{escape(block.source)}</bdi></span>')
    rating = f"<p>{' '.join(parts)}</p>" if parts else ""
    link = f"<p>{_link(block.url)}</p>" if block.url else ""
    return (
        f'<div class="match{" decided" if block.decided else ""}">{_paragraph(blocks.Paragraph(block.label, blocks.Style.LABEL))}'
        f'<p dir="auto">{escape(block.text)}</p>{rating}{"".join(map(_paragraph, block.remarks))}{link}</div>'
    )


def _entry_head(entry: blocks.Entry) -> str:
    if not entry.heading:
        return ""
    side = f"verdict {entry.side.value}" if entry.side is not None else ""
    return (
        f'<div class="head"><span class="rank">{entry.number}</span><h3{_class(side)} dir="auto">{escape(entry.heading)}</h3>'
        f'<span class="soft" dir="auto">{escape(entry.facts)}</span></div>'
    )


def _cell(column: Column, cell: Cell) -> str:
    if cell is None:
        return "<td></td>"
    if isinstance(cell, date):
        return f"<td>{cell_text(column, cell)}</td>"
    if isinstance(cell, int | float):
        return f'<td align="right">{cell_text(column, cell)}</td>'
    text = escape(clean(cell))
    if column.kind is Kind.LINK and is_web_link(cell):
        text = f'<a href="{text}" rel="noreferrer">{text}</a>'
    return f'<td dir="auto">{text}</td>'
