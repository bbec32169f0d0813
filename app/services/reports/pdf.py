"""A report as PDF, set by MuPDF: bookmarks, links, page numbers, a title, fonts for most scripts of the world inside."""

from __future__ import annotations

import io
import unicodedata
from html import escape
from typing import Any

from app.services.reports.charts import drawn
from app.services.reports.charts.raster import page as chart_page
from app.services.reports.clean import clean
from app.services.reports.content import Check, Item, Report, Section, Tick, no_tick
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


def pdf_bytes(content: Report, tick: Tick = no_tick) -> bytes:
    """The report as the bytes of a PDF file; `tick` hears of every page."""
    pymupdf = silent_mupdf()

    archive = pymupdf.Archive()
    body = _body(content, archive)
    laid, positions = _laid_out(f"<body>{body}</body>", archive, tick)
    document = pymupdf.open("pdf", laid)
    tell_words(document, body)
    _add_links(document, positions)
    _add_bookmarks(document, positions)
    _add_feet(document, content)
    document.set_metadata(
        {"title": content.title, "author": content.newsroom or "Priorcheck", "creator": "Priorcheck", "producer": "MuPDF", "subject": ""}
    )
    document.set_language(language())
    document.subset_fonts()
    written: bytes = document.tobytes(garbage=3, deflate=True, deflate_fonts=True)
    document.close()
    return written


def _laid_out(markup: str, archive: Any, tick: Tick) -> tuple[bytes, list[Any]]:
    pymupdf = silent_mupdf()

    story = pymupdf.Story(markup, user_css=_STYLE, archive=archive)
    stream, positions, number, more = io.BytesIO(), [], 0, True

    def told(place: Any) -> None:  # the layout takes no method of a list
        positions.append(place)

    writer = pymupdf.DocumentWriter(stream)
    while more:
        tick(number, 0)
        number += 1
        device = writer.begin_page(pymupdf.Rect(_PAPER))
        more, _ = story.place(pymupdf.Rect(_ROOM))
        story.element_positions(told, {"page": number})
        story.draw(device)
        writer.end_page()
    writer.close()
    return stream.getvalue(), positions


def _add_links(document: Any, positions: list[Any]) -> None:
    """One link for each line of an address; the layout tells of it piece by piece."""
    pymupdf = silent_mupdf()

    areas: dict[tuple[int, str, float], Any] = {}
    for place in positions:
        if place.open_close & 1 and place.href:
            key, area = (place.page, place.href, round(place.rect[1])), pymupdf.Rect(place.rect)
            areas[key] = areas[key] | area if key in areas else area
    for (page, address, _), area in areas.items():
        document[page - 1].insert_link({"kind": pymupdf.LINK_URI, "from": area, "uri": address})


def _add_bookmarks(document: Any, positions: list[Any]) -> None:
    lines, level = [], 0
    for place in positions:
        if place.open_close & 1 and place.heading in (1, 2, 3) and (place.text or "").strip():
            level = min(place.heading, level + 1)
            lines.append([level, " ".join(place.text.split()), place.page, {"kind": 1, "to": (place.rect[0], max(place.rect[1] - 8, 0))}])
    document.set_toc(lines)


def _add_feet(document: Any, content: Report) -> None:
    """The newsroom and its line, set once and shown on every page; and the page's number."""
    pymupdf = silent_mupdf()

    told = " · ".join(part for part in (content.newsroom, content.footer) if part)
    room = pymupdf.Rect(_ROOM[0], _FOOT - 12, _ROOM[2] - 60, _FOOT + 12)
    with pymupdf.open() as foot:
        line = foot.new_page(width=room.width, height=room.height)
        line.insert_htmlbox(
            line.rect, f'<div style="font-family:sans-serif;font-size:8pt;color:#57606a">{_text(told)}</div>', scale_low=0.5
        )
        for number, sheet in enumerate(document, start=1):
            if told:
                sheet.show_pdf_page(room, foot, 0)
            of = f"{number} / {document.page_count}"
            at = (_ROOM[2] - pymupdf.get_text_length(of, fontname="helv", fontsize=8), _FOOT - 3)
            sheet.insert_text(at, of, fontname="helv", fontsize=8, color=_SOFT)


def _body(content: Report, archive: Any) -> str:
    parts = [_dress(content, archive), f"<h1{_turned(content.title)}>{_text(content.title)}</h1>"]
    parts += [f'<p class="soft">{_text(line)}</p>' for line in content.intro]
    if content.charts:
        parts.append(f"<h2>{_text(tr('At a glance'))}</h2>")
        for number, chart in enumerate(content.charts):
            drawing = drawn(chart)
            picture: Any = chart_page(drawing)
            archive.add(picture[0].get_pixmap(dpi=200).tobytes("png"), f"chart{number}.png")
            size = f'width="{drawing.width * _SCALE:.0f}" height="{drawing.height * _SCALE:.0f}"'
            parts.append(
                f'<h3>{_text(chart.title)}</h3><p><img src="chart{number}.png" {size}></p><p class="soft">{_text(chart.summary)}</p>'
            )
    parts += [_section(section, fresh=bool(content.charts) and not number) for number, section in enumerate(content.sections)]
    parts.append(_methods(content))
    return "".join(parts)


def _dress(content: Report, archive: Any) -> str:
    logo = ""
    if content.logo is not None:
        archive.add(content.logo.png, "logo.png")
        height = min(48.0, 160.0 * content.logo.height / content.logo.width)
        width = height * content.logo.width / content.logo.height
        logo = f'<p><img src="logo.png" width="{width:.0f}" height="{height:.0f}"></p>'
    return logo + (f'<p class="soft">{_text(content.newsroom)}</p>' if content.newsroom else "")


def _section(section: Section, *, fresh: bool) -> str:
    """`fresh` begins a new page."""
    remark = f'<p class="soft">{_text(section.remark)}</p>' if section.remark else ""
    kind = ' class="fresh"' if fresh else ""
    return f"<h2{kind}>{_text(section.heading)}</h2>{remark}{''.join(map(_item, section.items))}"


def _item(item: Item) -> str:
    side = item.side.value if item.side else "unsettled"
    decided = "".join(f"<p{_turned(line)}>{_text(line)}</p>" for line in (item.label, *item.notes, item.lost) if line)
    tags = f'<p class="soft">{_text(tr("Tags: {tags}", tags=item.tags))}</p>' if item.tags else ""
    return (
        f'<h3 class="{side}">{item.rank}. {_text(item.head)}</h3><p class="quote"{_turned(item.text)}>{_text(item.text)}</p>'
        f'<p class="soft">{_text(item.facts)}</p>{decided}{tags}{"".join(map(_check, item.checks))}'
    )


def _check(check: Check) -> str:
    excerpt = f'<p class="soft"{_turned(check.excerpt)}>{_text(check.excerpt)}</p>' if check.excerpt else ""
    link = f'<p class="soft"><a href="{escape(check.url)}">{_text(check.url)}</a></p>' if check.url else ""
    return (
        f'<div class="check"><p class="who">{_text(check.label)}</p><p{_turned(check.claim)}>{_text(check.claim)}</p>'
        f"<p><b>{_text(check.rating)}</b> · {_text(check.source)}</p>"
        f'<p class="soft">{_text(check.why)}</p>{excerpt}{link}</div>'
    )


def _methods(content: Report) -> str:
    reading = "".join(f"<li>{_text(line)}</li>" for line in content.reading)
    lines = "".join(f'<p class="method"><b>{_text(name)}:</b> {_text(value)}</p>' for name, value in content.methods)
    meaning, made = _text(tr("What the numbers mean")), _text(tr("How this was made"))
    return f"<h2>{meaning}</h2><ul>{reading}</ul><h2>{made}</h2>{lines}"


def _text(text: str) -> str:
    return escape(clean(text))


def _turned(text: str) -> str:
    """The attribute that lets a paragraph run from right to left where its first strong letter does."""
    strong = next((kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")), "L")
    return ' dir="rtl"' if strong != "L" else ""
