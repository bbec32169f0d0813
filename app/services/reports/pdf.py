"""A report as PDF, set by MuPDF: bookmarks, links, page numbers, a title, fonts for most scripts of the world inside."""

from __future__ import annotations

import io
from collections.abc import Iterable
from html import escape
from typing import Any

from app.charts.bars import BarChart
from app.domain.direction import runs_right_to_left
from app.services.reports import blocks
from app.services.reports.charts import drawn, picture_page
from app.services.reports.clean import clean
from app.services.reports.mupdf import silent_mupdf
from app.services.reports.pdf_words import tell_words
from app.translation import language, tr

_PAPER = (0.0, 0.0, 595.0, 842.0)
_ROOM = (50.0, 56.0, 545.0, 782.0)
_FOOT = 812.0
_SCALE = 0.74
_SOFT = (0x57 / 255, 0x60 / 255, 0x6A / 255)
_STYLE = """
body{margin:0;font-family:sans-serif;font-size:10pt;line-height:1.35;color:#1b1f24}
h1{font-size:19pt;margin:0 0 6pt 0}h2{font-size:14pt;margin:18pt 0 4pt 0}h3{font-size:10.5pt;margin:12pt 0 2pt 0}
p{margin:0 0 3pt 0}.soft{color:#57606a;font-size:8.5pt}.quote{font-size:11pt;margin:2pt 0 4pt 0}
.false,.mostly-false{color:#a33c00}.true,.mostly-true{color:#00664b}.between{color:#7a5200}.unsettled{color:#57606a}
.check{margin:4pt 0 6pt 14pt}.who{font-size:8.5pt;font-weight:bold;color:#57606a}
.fresh{page-break-before:always;margin-top:0}.method{font-size:8.5pt;margin:0 0 2pt 0}a{color:#0b5cad}li{font-size:8.5pt;color:#57606a}
"""


def pdf_bytes(report: blocks.Report, tick: blocks.Tick = blocks.no_tick) -> bytes:
    """Return the report as the bytes of a PDF file; `tick` is called for every page."""
    pymupdf = silent_mupdf()

    archive = pymupdf.Archive()
    body = _body(report, archive)
    content, positions = _laid_out(f"<body>{body}</body>", archive, tick)
    document = pymupdf.open("pdf", content)
    tell_words(document, body)
    _add_links(document, positions)
    _add_bookmarks(document, positions)
    _add_feet(document, report)
    document.set_metadata(
        {"title": report.title, "author": report.newsroom or "Priorcheck", "creator": "Priorcheck", "producer": "MuPDF", "subject": ""}
    )
    document.set_language(language())
    document.subset_fonts()
    pdf: bytes = document.tobytes(garbage=3, deflate=True, deflate_fonts=True)
    document.close()
    return pdf


def _laid_out(markup: str, archive: Any, tick: blocks.Tick) -> tuple[bytes, list[Any]]:
    pymupdf = silent_mupdf()

    story = pymupdf.Story(markup, user_css=_STYLE, archive=archive)
    stream, positions, number, has_more = io.BytesIO(), [], 0, True

    def note(position: Any) -> None:  # the layout takes no method of a list
        positions.append(position)

    writer = pymupdf.DocumentWriter(stream)
    while has_more:
        tick(number, 0)
        number += 1
        device = writer.begin_page(pymupdf.Rect(_PAPER))
        has_more, _ = story.place(pymupdf.Rect(_ROOM))
        story.element_positions(note, {"page": number})
        story.draw(device)
        writer.end_page()
    writer.close()
    return stream.getvalue(), positions


def _add_links(document: Any, positions: list[Any]) -> None:
    """Add one link for each line of an address; the layout reports it in pieces."""
    pymupdf = silent_mupdf()

    areas: dict[tuple[int, str, float], Any] = {}
    for position in positions:
        if position.open_close & 1 and position.href:
            key, area = (position.page, position.href, round(position.rect[1])), pymupdf.Rect(position.rect)
            areas[key] = areas[key] | area if key in areas else area
    for (page, address, _), area in areas.items():
        document[page - 1].insert_link({"kind": pymupdf.LINK_URI, "from": area, "uri": address})


def _add_bookmarks(document: Any, positions: list[Any]) -> None:
    lines, level = [], 0
    for position in positions:
        if position.open_close & 1 and position.heading in (1, 2, 3) and (position.text or "").strip():
            level = min(position.heading, level + 1)
            lines.append(
                [level, " ".join(position.text.split()), position.page, {"kind": 1, "to": (position.rect[0], max(position.rect[1] - 8, 0))}]
            )
    document.set_toc(lines)


def _add_feet(document: Any, report: blocks.Report) -> None:
    """Add the newsroom with its footer, set once and shown on every page, and the page number."""
    pymupdf = silent_mupdf()

    text = " · ".join(part for part in (report.newsroom, report.footer) if part)
    room = pymupdf.Rect(_ROOM[0], _FOOT - 12, _ROOM[2] - 60, _FOOT + 12)
    with pymupdf.open() as foot:
        line = foot.new_page(width=room.width, height=room.height)
        line.insert_htmlbox(
            line.rect, f'<div style="font-family:sans-serif;font-size:8pt;color:#57606a">{_text(text)}</div>', scale_low=0.5
        )
        for number, sheet in enumerate(document, start=1):
            if text:
                sheet.show_pdf_page(room, foot, 0)
            page_number = f"{number} / {document.page_count}"
            at = (_ROOM[2] - pymupdf.get_text_length(page_number, fontname="helv", fontsize=8), _FOOT - 3)
            sheet.insert_text(at, page_number, fontname="helv", fontsize=8, color=_SOFT)


def _body(report: blocks.Report, archive: Any) -> str:
    parts = [_letterhead(report, archive), f"<h1{_direction(report.title)}>{escape(report.title)}</h1>", _blocks(report.lead, archive)]
    before: tuple[blocks.Block, ...] = ()
    for section in report.sections:
        page_break = ' class="fresh"' if any(isinstance(block, blocks.Figure) for block in before) else ""  # begins a new page
        parts.append(f"<h2{page_break}>{_text(section.heading)}</h2>{_blocks(section.blocks, archive)}")
        before = section.blocks
    return "".join(parts)


def _letterhead(report: blocks.Report, archive: Any) -> str:
    logo = ""
    if report.logo is not None:
        archive.add(report.logo.png, "logo.png")
        height = min(48.0, 160.0 * report.logo.height / report.logo.width)
        width = height * report.logo.width / report.logo.height
        logo = f'<p><img src="logo.png" width="{width:.0f}" height="{height:.0f}"></p>'
    return logo + (f'<p class="soft">{escape(report.newsroom)}</p>' if report.newsroom else "")


def _blocks(parts: Iterable[blocks.Block], archive: Any) -> str:
    return "".join(_block(block, archive) for block in parts)


def _block(block: blocks.Block, archive: Any) -> str:
    match block:
        case blocks.Paragraph():
            markup = _paragraph(block)
        case blocks.Heading(text):
            markup = f"<h3{_direction(text)}>{_text(text)}</h3>"
        case blocks.Quotation(text):
            markup = f'<p class="quote"{_direction(text)}>{_text(text)}</p>'
        case blocks.Tags(text):
            markup = f'<p class="soft">{_text(tr("Tags: {tags}", tags=text))}</p>'
        case blocks.BulletList(lines):
            markup = f"<ul>{''.join(f'<li>{_text(line)}</li>' for line in lines)}</ul>"
        case blocks.Pairs(rows):
            markup = "".join(f'<p class="method"><b>{_text(name)}:</b> {_text(value)}</p>' for name, value in rows)
        case blocks.Grid(table):  # MuPDF's layout has no tables
            titles = [column.title for column in table.columns]
            markup = "".join(_block(blocks.Pairs(tuple(zip(titles, map(str, row), strict=True))), archive) for row in table.rows)
        case blocks.Figure(chart):
            markup = _figure(chart, archive)
        case blocks.Evidence():
            markup = _evidence(block)
        case blocks.Entry():
            side = f' class="{block.side.value}"' if block.side is not None else ""
            heading = f"<h3{side}>{_text(block.title)}</h3>" if block.heading else ""
            markup = heading + _blocks(block.lines, archive)
    return markup


def _paragraph(block: blocks.Paragraph) -> str:
    is_soft = block.style in (blocks.Style.SOFT, blocks.Style.PASSAGE)
    kind = ' class="soft"' if is_soft else f' class="{block.side.value}"' if block.side is not None else ""
    link = f'<a href="{escape(clean(block.url))}">{_text(block.url)}</a>' if block.url else ""
    return f"<p{kind}{_direction(block.text)}>{' · '.join(part for part in (_text(block.text), link) if part)}</p>"


def _evidence(block: blocks.Evidence) -> str:
    rating = f"<b>{_text(block.rating)}</b> · {_text(block.source)}" if block.rating else _text(block.source)
    link = _paragraph(blocks.Paragraph("", blocks.Style.SOFT, url=block.url)) if block.url else ""
    return (
        f'<div class="check"><p class="who">{_text(block.label)}</p><p{_direction(block.text)}>{_text(block.text)}</p>'
        f"<p>{rating}</p>{''.join(map(_paragraph, block.remarks))}{link}</div>"
    )


def _figure(chart: BarChart, archive: Any) -> str:
    drawing = drawn(chart)
    picture: Any = picture_page(drawing)
    name = f"{hash(chart)}.png"
    archive.add(picture[0].get_pixmap(dpi=200).tobytes("png"), name)
    size = f'width="{drawing.width * _SCALE:.0f}" height="{drawing.height * _SCALE:.0f}"'
    return f'<h3>{_text(chart.title)}</h3><p><img src="{name}" {size}></p><p class="soft">{_text(chart.summary)}</p>'


def _text(text: str) -> str:
    return escape(clean(text))


def _direction(text: str) -> str:
    """Return the attribute that sets a paragraph right-to-left if its first strong letter is."""
    return ' dir="rtl"' if runs_right_to_left(clean(text)) else ""
