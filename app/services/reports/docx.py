"""A report as a Word document: headings, tables, links, page numbers, charts as pictures with a text alternative."""

from __future__ import annotations

import io
from typing import Any

from app.services.reports.charts import drawn, png
from app.services.reports.clean import clean
from app.services.reports.content import Check, Item, Report, Tick, no_tick
from app.services.reports.docx_parts import GRID, INK, coloured, dressed, right_to_left, soft, styled, styled_line, two_columns, web_link
from app.services.reports.office import check_clock
from app.services.reports.standing import Side
from app.translation import tr


def docx_bytes(content: Report, tick: Tick = no_tick) -> bytes:
    """The report as the bytes of a .docx file; `tick` hears of every sentence."""
    import docx

    check_clock()
    document = docx.Document()
    dressed(document, title=content.title, author=content.newsroom, footer=content.footer, made=content.made)
    _dress(document, content)
    document.add_heading(clean(content.title), level=1)
    for line in content.intro:
        soft(document, line)
    if content.charts:
        document.add_heading(clean(tr("At a glance")), level=2)
        for chart in content.charts:
            _picture(document, png(drawn(chart)), f"{chart.title}. {chart.summary}", heading=chart.title)
            soft(document, chart.summary)
    done, total = 0, sum(len(section.items) for section in content.sections)
    for section in content.sections:
        document.add_heading(clean(section.heading), level=2)
        if section.remark:
            soft(document, section.remark)
        for item in section.items:
            tick(done, total)
            _item(document, item)
            done += 1
    _methods(document, content)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _dress(document: Any, content: Report) -> None:
    from docx.shared import Cm

    head = document.sections[0].header.paragraphs[0]
    if content.newsroom:
        styled(head.add_run(clean(content.newsroom)))
    if content.logo is not None:
        height = min(1.6, 5.0 * content.logo.height / content.logo.width)
        picture = document.add_picture(io.BytesIO(content.logo.png), height=Cm(height))
        _described(picture, tr("Logo of {newsroom}", newsroom=content.newsroom) if content.newsroom else tr("Logo"))


def _item(document: Any, item: Item) -> None:
    heading = document.add_heading(level=3)
    run = heading.add_run(clean(f"{item.rank}. {item.head}"))
    coloured(run, INK[item.side or Side.UNSETTLED])
    quote = styled_line(document, item.text, "Quote")
    right_to_left(quote, item.text)
    soft(document, item.facts)
    for line in (item.label, *item.notes, tr("Tags: {tags}", tags=item.tags) if item.tags else "", item.lost):
        if line:
            document.add_paragraph(clean(line))
    if item.checks:
        table = document.add_table(rows=len(item.checks), cols=2)
        table._tbl.tblStyle_val = GRID
        for check, row in zip(item.checks, table.rows, strict=True):
            _check(row.cells, check)
        document.add_paragraph()


def _check(cells: Any, check: Check) -> None:
    from docx.shared import Cm

    left, right = cells
    left.width, right.width = Cm(4.2), Cm(12.4)
    left.paragraphs[0].add_run(clean(check.rating)).bold = True
    for line in (check.source, check.label):
        soft(left, line)
    right.paragraphs[0].add_run(clean(check.claim))
    right_to_left(right.paragraphs[0], check.claim)
    for line in (check.why, check.excerpt):
        if line:
            soft(right, line)
    if check.url:
        web_link(right.add_paragraph(), clean(check.url))


def _methods(document: Any, content: Report) -> None:

    document.add_heading(clean(tr("What the numbers mean")), level=2)
    for line in content.reading:
        document.add_paragraph(clean(line), style="List Bullet")
    document.add_heading(clean(tr("How this was made")), level=2)
    two_columns(document, content.methods)


def _picture(document: Any, picture: bytes, words: str, *, heading: str) -> None:
    from docx.shared import Cm

    document.add_heading(clean(heading), level=3)
    _described(document.add_picture(io.BytesIO(picture), width=Cm(16.6)), words)


def _described(picture: Any, words: str) -> None:
    picture._inline.docPr.set("descr", clean(words))
