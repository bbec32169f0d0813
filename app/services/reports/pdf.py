"""A report as PDF, set by MuPDF: tagged, with bookmarks, links, page numbers, a title, and all fonts inside."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from app.services.reports import blocks
from app.services.reports.clean import clean
from app.services.reports.mupdf import silent_mupdf
from app.services.reports.pdf_layout import BOTTOM, LEFT, PAPER, RIGHT, Placement, lay_out
from app.services.reports.pdf_pieces import Role, groups
from app.services.reports.pdf_tags import as_artifact, pdf_text, tag_pages
from app.services.reports.pdf_words import tell_words
from app.translation import language

_FOOT = (LEFT, BOTTOM + 18.0, RIGHT, BOTTOM + 42.0)
_LEVELS = {Role.TITLE: 1, Role.SECTION: 2, Role.HEADING: 3}
_XMP = (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">'
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>'
    "<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>"
    "<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>{conformance}"
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
)


def pdf_bytes(report: blocks.Report, tick: blocks.Tick = blocks.no_tick) -> bytes:
    """Return the report as the bytes of a PDF file; `tick` is called for every page."""
    pymupdf = silent_mupdf()

    archive = pymupdf.Archive()
    pieces = list(groups(report, archive))
    content, placements = lay_out(pieces, archive, tick)
    document = pymupdf.open("pdf", content)
    tell_words(document, "".join(piece.markup for group in pieces for piece in group))
    _add_links(document, placements)
    is_tagged = tag_pages(document, placements)
    _add_bookmarks(document, placements)
    _add_feet(document, report)
    _describe(document, report, is_tagged=is_tagged)
    document.subset_fonts()
    pdf: bytes = document.tobytes(garbage=3, deflate=True, deflate_fonts=True, use_objstms=1)
    document.close()
    return pdf


def _add_links(document: Any, placements: Iterable[Placement]) -> None:
    """Add one link for each line of an address."""
    pymupdf = silent_mupdf()

    for placement in placements:
        page, url = document[placement.page], placement.piece.url
        for area in placement.links:
            page.insert_link({"kind": pymupdf.LINK_URI, "from": pymupdf.Rect(area), "uri": url})
            xref = page.annot_xrefs()[-1][0]
            document.xref_set_key(xref, "Contents", pdf_text(url))


def _add_bookmarks(document: Any, placements: Iterable[Placement]) -> None:
    lines, level = [], 0
    for placement in placements:
        wanted = _LEVELS.get(placement.piece.role)
        if wanted is not None and placement.piece.text:
            level = min(wanted, level + 1)
            position = {"kind": 1, "to": (placement.area[0], max(placement.area[1] - 8, 0))}
            lines.append([level, placement.piece.text, placement.page + 1, position])
    document.set_toc(lines)


def _add_feet(document: Any, report: blocks.Report) -> None:
    """Add the newsroom with its footer, and the page number, to every page."""
    pymupdf = silent_mupdf()

    text = " · ".join(part for part in (report.newsroom, report.footer) if part)
    with pymupdf.open("pdf", _feet(text, document.page_count)) as feet:
        for number in range(document.page_count):
            document[number].show_pdf_page(pymupdf.Rect(PAPER), feet, number)
            as_artifact(document, number)


def _feet(text: str, pages: int) -> bytes:
    """Return one page with nothing but its foot for each page of the report."""
    pymupdf = silent_mupdf()

    with pymupdf.open() as feet:
        for number in range(1, pages + 1):
            page = feet.new_page(width=PAPER[2], height=PAPER[3])
            page.insert_htmlbox(pymupdf.Rect(_FOOT), _foot(text, number, pages), scale_low=0.5)
        content: bytes = feet.tobytes()
    return content


def _foot(text: str, number: int, pages: int) -> str:
    style = "font-family:sans-serif;font-size:8pt;color:#57606a"
    return (
        f'<table style="{style};width:100%"><tr><td style="{style}">{escape(clean(text))}</td>'
        f'<td style="{style};text-align:right">{number} / {pages}</td></tr></table>'
    )


def _describe(document: Any, report: blocks.Report, *, is_tagged: bool) -> None:
    """Add title, author and language, for the reader's title bar, catalogues and screen readers."""
    author = report.newsroom or "Priorcheck"
    document.set_metadata({"title": report.title, "author": author, "creator": "Priorcheck", "producer": "MuPDF", "subject": ""})
    document.set_language(language())
    document.xref_set_key(document.pdf_catalog(), "ViewerPreferences", "<</DisplayDocTitle true>>")
    conformance = "<pdfuaid:part>1</pdfuaid:part>" if is_tagged else ""
    xmp = _XMP.format(title=escape(clean(report.title)), author=escape(clean(author)), language=language(), conformance=conformance)
    document.set_xml_metadata(xmp)
