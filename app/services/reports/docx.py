"""A report as a Word document: headings, tables, links, page numbers, charts as pictures with a text alternative."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from app.charts.bars import BarChart
from app.domain.direction import runs_right_to_left
from app.services.reports import blocks
from app.services.reports.charts import drawn, png
from app.services.reports.clean import clean
from app.services.reports.office import check_clock
from app.services.reports.review_status import Side
from app.services.reports.tables import Table, cell_text
from app.translation import ENGLISH, language, tr

_INK = {
    Side.FALSE: "A33C00",
    Side.MOSTLY_FALSE: "A33C00",
    Side.BETWEEN: "7A5200",
    Side.MOSTLY_TRUE: "00664B",
    Side.TRUE: "00664B",
    Side.UNSETTLED: "57606A",
}
_SMALL_PRINT = "SmallPrint"
_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
_SOFT = "57606A"
_GRID = "TableGrid"


def docx_bytes(report: blocks.Report, tick: blocks.Tick = blocks.no_tick) -> bytes:
    """Return the report as the bytes of a .docx file; `tick` is called for every entry."""
    import docx

    check_clock()
    document = docx.Document()
    _dress(document, report)
    _letterhead(document, report)
    _heading(document, report.title, level=1)
    _blocks(document, report.lead)
    written_count, total = 0, sum(isinstance(block, blocks.Entry) for section in report.sections for block in section.blocks)
    for section in report.sections:
        _heading(document, clean(section.heading), level=2)
        for block in section.blocks:
            if isinstance(block, blocks.Entry):
                tick(written_count, total)
                written_count += 1
            _block(document, block)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _letterhead(document: Any, report: blocks.Report) -> None:
    from docx.shared import Cm

    if report.newsroom:
        _small(document.sections[0].header.paragraphs[0].add_run(report.newsroom))
    if report.logo is not None:
        height = min(1.6, 5.0 * report.logo.height / report.logo.width)
        picture = document.add_picture(io.BytesIO(report.logo.png), height=Cm(height))
        _describe(picture, tr("Logo of {newsroom}", newsroom=report.newsroom) if report.newsroom else tr("Logo"))


def _heading(document: Any, text: str, *, level: int) -> Any:
    heading = document.add_heading(text, level=level)
    _right_to_left(heading, text)
    return heading


def _blocks(document: Any, parts: Iterable[blocks.Block]) -> None:
    """Add blocks to the document; adjacent fact-checks share a table."""
    for is_rated, group in groupby(parts, lambda block: isinstance(block, blocks.Evidence) and bool(block.rating)):
        if is_rated:
            _fact_checks(document, [block for block in group if isinstance(block, blocks.Evidence)])
        else:
            for block in group:
                _block(document, block)


def _block(document: Any, block: blocks.Block) -> None:
    match block:
        case blocks.Paragraph():
            _paragraph(document, block)
        case blocks.Heading(text):
            _heading(document, clean(text), level=3)
        case blocks.Quotation(text):
            _styled_paragraph(document, clean(text), "Quote")
        case blocks.Tags(text):
            _styled_paragraph(document, clean(tr("Tags: {tags}", tags=text)))
        case blocks.BulletList(lines):
            for line in lines:
                document.add_paragraph(clean(line), style="List Bullet")
        case blocks.Pairs(rows):
            _pairs(document, rows)
        case blocks.Grid(table):
            _grid(document, table)
        case blocks.Figure(chart):
            _figure(document, chart)
        case blocks.Evidence():
            _fact_checks(document, [block]) if block.rating else _answer(document, block)
        case blocks.Entry():
            _entry(document, block)


def _paragraph(parent: Any, block: blocks.Paragraph) -> None:
    if block.text:
        small = block.style in (blocks.Style.SOFT, blocks.Style.PASSAGE)
        paragraph = _styled_paragraph(parent, clean(block.text), _SMALL_PRINT if small else "")
        if block.side is not None:
            paragraph.runs[0].bold = True
            _colour(paragraph.runs[0], _INK[block.side])
    if block.url:
        _web_link(parent.add_paragraph(), clean(block.url))


def _entry(document: Any, entry: blocks.Entry) -> None:
    if entry.heading:
        heading = _heading(document, clean(entry.title), level=3)
        if entry.side is not None:
            _colour(heading.runs[0], _INK[entry.side])
    _blocks(document, entry.lines)


def _answer(document: Any, block: blocks.Evidence) -> None:
    quotation = _styled_paragraph(document, clean(f"{block.label} {block.text}"), "Quote")
    if block.decided:
        quotation.runs[0].bold = True
    for paragraph in (blocks.Paragraph(block.source, blocks.Style.SOFT), *block.remarks, blocks.Paragraph("", url=block.url)):
        _paragraph(document, paragraph)


def _fact_checks(document: Any, checks: Sequence[blocks.Evidence]) -> None:
    from docx.shared import Cm

    table = document.add_table(rows=len(checks), cols=2)
    table._tbl.tblStyle_val = _GRID
    for check, row in zip(checks, table.rows, strict=True):
        left_cell, right_cell = row.cells
        left_cell.width, right_cell.width = Cm(4.2), Cm(12.4)
        left_cell.paragraphs[0].add_run(clean(check.rating)).bold = True
        for line in (check.source, check.label):
            _paragraph(left_cell, blocks.Paragraph(line, blocks.Style.SOFT))
        right_cell.paragraphs[0].add_run(clean(check.text))
        _right_to_left(right_cell.paragraphs[0], clean(check.text))
        for paragraph in (*check.remarks, blocks.Paragraph("", url=check.url)):
            _paragraph(right_cell, paragraph)
    _keep_rows(table)
    document.add_paragraph()


def _keep_rows(table: Any) -> None:
    """Keep each row of a table on one page."""
    for row in table.rows:
        _row_property(row, "w:cantSplit")


def _row_property(row: Any, name: str) -> None:
    """Switch on a property of a table's row: `w:cantSplit` keeps it on one page, `w:tblHeader` repeats it on every page."""
    from docx.oxml import OxmlElement

    row._tr.get_or_add_trPr().append(OxmlElement(name))


def _pairs(document: Any, rows: Sequence[tuple[str, str]]) -> None:
    from docx.shared import Cm

    table = document.add_table(rows=len(rows), cols=2)
    table._tbl.tblStyle_val = _GRID
    for (name, value), row in zip(rows, table.rows, strict=True):
        left_cell, right_cell = row.cells
        left_cell.width, right_cell.width = Cm(5.6), Cm(11.0)
        left_cell.text, right_cell.text = clean(name), clean(value)
    _keep_rows(table)


def _grid(document: Any, table: Table) -> None:
    grid = document.add_table(rows=1 + len(table.rows), cols=len(table.columns))
    grid._tbl.tblStyle_val = _GRID
    texts = ([cell_text(*pair) for pair in zip(table.columns, row, strict=True)] for row in table.rows)
    for cells, row in zip(([column.title for column in table.columns], *texts), grid.rows, strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = clean(text)
    _row_property(grid.rows[0], "w:tblHeader")
    for cell in grid.rows[0].cells:
        cell.paragraphs[0].runs[0].bold = True
    _keep_rows(grid)


def _figure(document: Any, chart: BarChart) -> None:
    from docx.shared import Cm

    _heading(document, clean(chart.title), level=3)
    picture = document.add_picture(io.BytesIO(png(drawn(chart))), width=Cm(16.6))
    _describe(picture, f"{chart.title}. {chart.summary}")
    _paragraph(document, blocks.Paragraph(chart.summary, blocks.Style.SOFT))


def _describe(picture: Any, text: str) -> None:
    picture._inline.docPr.set("descr", clean(text))


def _dress(document: Any, report: blocks.Report) -> None:
    """Give a new document its properties, page and styles."""
    from docx.enum.style import WD_STYLE_TYPE
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Cm, Pt, RGBColor

    properties = document.core_properties
    properties.title, properties.author, properties.comments = report.title[:255], report.newsroom[:255] or "Priorcheck", ""
    created = _time(report.made)
    if created is not None:
        properties.created = properties.modified = created
    _spoken(document)
    page = document.sections[0]
    page.left_margin = page.right_margin = Cm(2.2)
    page.top_margin = page.bottom_margin = Cm(2.0)
    normal = document.styles["Normal"]
    normal.font.size = Pt(10.5)
    normal.paragraph_format.space_after = Pt(3)
    for level, size in ((1, 18), (2, 14), (3, 11)):
        style = document.styles[f"Heading {level}"]
        style.font.size, style.font.color.rgb = Pt(size), RGBColor.from_string("1B1F24")
        style.paragraph_format.keep_with_next = True
    document.styles["Quote"].paragraph_format.keep_with_next = True
    small = document.styles.add_style(_SMALL_PRINT, WD_STYLE_TYPE.PARAGRAPH)
    small.base_style, small.font.size, small.font.color.rgb = normal, Pt(9), RGBColor.from_string(_SOFT)
    line = page.footer.paragraphs[0]
    line.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    if report.footer:
        _small(line.add_run(f"{report.footer}   ·   "))
    _field(line, "PAGE")
    _small(line.add_run(" / "))
    _field(line, "NUMPAGES")


def _spoken(document: Any) -> None:
    """Set the language for spelling and screen readers; the template of python-docx is in American English."""
    from docx.oxml.ns import qn

    if language() == ENGLISH:
        return
    document.core_properties.language = language()
    for marked in document.styles.element.iter(qn("w:lang")):
        marked.set(qn("w:val"), language())


def _time(created: str) -> datetime | None:
    try:
        return datetime.fromisoformat(created).replace(tzinfo=None)
    except ValueError:
        return None


def _styled_paragraph(parent: Any, text: str, style: str = "") -> Any:
    """Add a paragraph in a style given by its id."""
    paragraph = parent.add_paragraph()
    if style:
        # By its id: python-docx would search all styles for a name every time.
        paragraph._p.style = style
    paragraph.add_run(text)
    _right_to_left(paragraph, text)
    return paragraph


def _small(run: Any) -> None:
    """Small and soft."""
    from docx.shared import Pt

    run.font.size = Pt(9)
    _colour(run, _SOFT)


def _colour(run: Any, colour: str) -> None:
    """In a colour by its hexadecimal name."""
    from docx.shared import RGBColor

    run.font.color.rgb = RGBColor.from_string(colour)


def _right_to_left(paragraph: Any, text: str) -> None:
    """Mark a paragraph as right-to-left if its text is; Word does not detect that itself."""
    from docx.oxml import OxmlElement

    if runs_right_to_left(text):
        paragraph._p.get_or_add_pPr().append(OxmlElement("w:bidi"))
        for run in paragraph.runs:
            run.font.rtl = True


def _field(paragraph: Any, instruction: str) -> None:
    """Add a field whose number Word fills in."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    run = paragraph.add_run()
    for kind in ("begin", "separate", "end"):
        mark = OxmlElement("w:fldChar")
        mark.set(qn("w:fldCharType"), kind)
        run._r.append(mark)
        if kind == "begin":
            text = OxmlElement("w:instrText")
            text.set(qn("xml:space"), "preserve")
            text.text = f" {instruction} "
            run._r.append(text)
    _small(run)


def _web_link(paragraph: Any, url: str) -> None:
    """Add a hyperlink; Word asks before opening it."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), paragraph.part.relate_to(url, _LINK, is_external=True))
    run = paragraph.add_run(url)
    run.font.underline = True
    _small(run)
    _colour(run, "0B5CAD")
    link.append(run._r)
    paragraph._p.append(link)
