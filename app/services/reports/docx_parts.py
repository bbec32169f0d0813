"""Parts that Word documents of every report are made of: page, styles, lines, links, page numbers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from app.services.reports.clean import clean
from app.services.reports.standing import Side
from app.translation import ENGLISH, language

INK = {
    Side.FALSE: "A33C00",
    Side.MOSTLY_FALSE: "A33C00",
    Side.BETWEEN: "7A5200",
    Side.MOSTLY_TRUE: "00664B",
    Side.TRUE: "00664B",
    Side.UNSETTLED: "57606A",
}
SMALL = "SmallPrint"
_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
_SOFT = "57606A"
GRID = "TableGrid"


def dressed(document: Any, *, title: str, author: str, footer: str, made: str) -> None:
    """Give a new document its properties, page and styles; `made` is an ISO time, the footer stands before the page's number."""
    from docx.enum.style import WD_STYLE_TYPE
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Cm, Pt, RGBColor

    known = document.core_properties
    known.title, known.author, known.comments = clean(title)[:255], clean(author)[:255] or "Priorcheck", ""
    when = _time(made)
    if when is not None:
        known.created = known.modified = when
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
    small = document.styles.add_style(SMALL, WD_STYLE_TYPE.PARAGRAPH)
    small.base_style, small.font.size, small.font.color.rgb = normal, Pt(9), RGBColor.from_string(_SOFT)
    line = page.footer.paragraphs[0]
    line.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    if footer:
        styled(line.add_run(clean(f"{footer}   ·   ")))
    _field(line, "PAGE")
    styled(line.add_run(" / "))
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


def two_columns(document: Any, lines: Iterable[tuple[str, str]]) -> None:
    """A table of labels and values."""
    from docx.shared import Cm

    rows = list(lines)
    table = document.add_table(rows=len(rows), cols=2)
    table._tbl.tblStyle_val = GRID
    for (name, value), row in zip(rows, table.rows, strict=True):
        left, right = row.cells
        left.width, right.width = Cm(5.6), Cm(11.0)
        left.text, right.text = clean(name), clean(value)


def soft(place: Any, text: str) -> None:
    """A paragraph in small print."""
    styled_line(place, text, SMALL)


def styled_line(place: Any, text: str, style: str) -> Any:
    """A paragraph in a style by its id: python-docx looks a name up among all styles, every time."""
    made = place.add_paragraph()
    made._p.style = style
    made.add_run(clean(text))
    return made


def styled(run: Any) -> None:
    """Small and soft."""
    from docx.shared import Pt

    run.font.size = Pt(9)
    coloured(run, _SOFT)


def coloured(run: Any, colour: str) -> None:
    """In a colour by its hexadecimal name."""
    from docx.shared import RGBColor

    run.font.color.rgb = RGBColor.from_string(colour)


def right_to_left(paragraph: Any, text: str) -> None:
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
    styled(run)


def web_link(paragraph: Any, url: str) -> None:
    """A link to the web, which Word asks about before it opens it."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), paragraph.part.relate_to(url, _LINK, is_external=True))
    run = paragraph.add_run(url)
    run.font.underline = True
    styled(run)
    coloured(run, "0B5CAD")
    link.append(run._r)
    paragraph._p.append(link)
