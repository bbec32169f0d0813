"""A report as a Word document: headings, tables, links, page numbers, charts as pictures with a text alternative."""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any

from app.services.reports.charts import drawn, png
from app.services.reports.clean import clean
from app.services.reports.content import Check, Item, Report, Tick, no_tick
from app.translation import ENGLISH, language, tr

_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
_INK = {"false": "A33C00", "true": "00664B", "between": "7A5200", "unsettled": "57606A"}
_SOFT = "57606A"
_SMALL = "SmallPrint"
_GRID = "TableGrid"


def docx_bytes(content: Report, tick: Tick = no_tick) -> bytes:
    """The report as the bytes of a .docx file; `tick` hears of every sentence."""
    import docx

    document = docx.Document()
    _properties(document, content)
    _dress(document, content)
    document.add_heading(clean(content.title), level=1)
    for line in content.intro:
        _soft(document, line)
    if content.charts:
        document.add_heading(clean(tr("At a glance")), level=2)
        for chart in content.charts:
            _picture(document, png(drawn(chart)), f"{chart.title}. {chart.summary}", heading=chart.title)
            _soft(document, chart.summary)
    done, total = 0, sum(len(section.items) for section in content.sections)
    for section in content.sections:
        document.add_heading(clean(section.heading), level=2)
        if section.remark:
            _soft(document, section.remark)
        for item in section.items:
            tick(done, total)
            _item(document, item)
            done += 1
    _methods(document, content)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _properties(document: Any, content: Report) -> None:
    from docx.enum.style import WD_STYLE_TYPE
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Cm, Pt, RGBColor

    known = document.core_properties
    known.title, known.author, known.comments = clean(content.title)[:255], clean(content.newsroom)[:255] or "Priorcheck", ""
    made = _time(content.made)
    if made is not None:
        known.created = known.modified = made
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
    small = document.styles.add_style(_SMALL, WD_STYLE_TYPE.PARAGRAPH)
    small.base_style, small.font.size, small.font.color.rgb = normal, Pt(9), RGBColor.from_string(_SOFT)
    line = page.footer.paragraphs[0]
    line.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    if content.footer:
        _styled(line.add_run(clean(f"{content.footer}   ·   ")))
    _field(line, "PAGE")
    _styled(line.add_run(" / "))
    _field(line, "NUMPAGES")


def _spoken(document: Any) -> None:
    """The language that Word checks the spelling by and that a screen reader reads aloud; its template is in American English."""
    from docx.oxml.ns import qn

    if language() == ENGLISH:
        return
    document.core_properties.language = language()
    for marked in document.styles.element.iter(qn("w:lang")):
        marked.set(qn("w:val"), language())


def _time(made: str) -> datetime | None:
    try:
        return datetime.fromisoformat(made).replace(tzinfo=None)
    except ValueError:
        return None


def _dress(document: Any, content: Report) -> None:
    from docx.shared import Cm

    head = document.sections[0].header.paragraphs[0]
    if content.newsroom:
        _styled(head.add_run(clean(content.newsroom)))
    if content.logo is not None:
        height = min(1.6, 5.0 * content.logo.height / content.logo.width)
        picture = document.add_picture(io.BytesIO(content.logo.png), height=Cm(height))
        _described(picture, tr("Logo of {newsroom}", newsroom=content.newsroom) if content.newsroom else tr("Logo"))


def _item(document: Any, item: Item) -> None:
    heading = document.add_heading(level=3)
    run = heading.add_run(clean(f"{item.rank}. {item.head}"))
    _coloured(run, _INK[item.side.value if item.side else "unsettled"])
    quote = _line(document, item.text, "Quote")
    _right_to_left(quote, item.text)
    _soft(document, item.facts)
    for line in (item.label, *item.notes, tr("Tags: {tags}", tags=item.tags) if item.tags else "", item.lost):
        if line:
            document.add_paragraph(clean(line))
    if item.checks:
        table = document.add_table(rows=len(item.checks), cols=2)
        table._tbl.tblStyle_val = _GRID
        for check, row in zip(item.checks, table.rows, strict=True):
            _check(row.cells, check)
        document.add_paragraph()


def _check(cells: Any, check: Check) -> None:
    from docx.shared import Cm

    left, right = cells
    left.width, right.width = Cm(4.2), Cm(12.4)
    left.paragraphs[0].add_run(clean(check.rating)).bold = True
    for line in (f"({check.verdict})", check.source, check.label):
        _soft(left, line)
    right.paragraphs[0].add_run(clean(check.claim))
    _right_to_left(right.paragraphs[0], check.claim)
    for line in (check.why, check.excerpt):
        if line:
            _soft(right, line)
    if check.url:
        _link(right.add_paragraph(), clean(check.url))


def _methods(document: Any, content: Report) -> None:
    from docx.shared import Cm

    document.add_heading(clean(tr("What the numbers mean")), level=2)
    for line in content.reading:
        document.add_paragraph(clean(line), style="List Bullet")
    document.add_heading(clean(tr("How this was made")), level=2)
    table = document.add_table(rows=len(content.methods), cols=2)
    table._tbl.tblStyle_val = _GRID
    for (name, value), row in zip(content.methods, table.rows, strict=True):
        left, right = row.cells
        left.width, right.width = Cm(5.6), Cm(11.0)
        left.text, right.text = clean(name), clean(value)


def _picture(document: Any, picture: bytes, words: str, *, heading: str) -> None:
    from docx.shared import Cm

    document.add_heading(clean(heading), level=3)
    _described(document.add_picture(io.BytesIO(picture), width=Cm(16.6)), words)


def _described(picture: Any, words: str) -> None:
    picture._inline.docPr.set("descr", clean(words))


def _soft(place: Any, text: str) -> None:
    _line(place, text, _SMALL)


def _line(place: Any, text: str, style: str) -> Any:
    """A paragraph in a style by its id: python-docx looks a name up among all styles, every time."""
    made = place.add_paragraph()
    made._p.style = style
    made.add_run(clean(text))
    return made


def _styled(run: Any) -> None:
    from docx.shared import Pt

    run.font.size = Pt(9)
    _coloured(run, _SOFT)


def _coloured(run: Any, colour: str) -> None:
    from docx.shared import RGBColor

    run.font.color.rgb = RGBColor.from_string(colour)


def _right_to_left(paragraph: Any, text: str) -> None:
    """Tell Word that a paragraph reads from the right; it does not find that out by itself."""
    import unicodedata

    from docx.oxml import OxmlElement

    strong = next((kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")), "L")
    if strong != "L":
        paragraph._p.get_or_add_pPr().append(OxmlElement("w:bidi"))
        for run in paragraph.runs:
            run.font.rtl = True


def _field(paragraph: Any, instruction: str) -> None:
    """A number that Word fills in."""
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
    _styled(run)


def _link(paragraph: Any, url: str) -> None:
    """A link to the web, which Word asks about before it opens it."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), paragraph.part.relate_to(url, _LINK, is_external=True))
    run = paragraph.add_run(url)
    run.font.underline = True
    _styled(run)
    _coloured(run, "0B5CAD")
    link.append(run._r)
    paragraph._p.append(link)
