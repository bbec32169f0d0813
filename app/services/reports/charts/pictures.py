"""Drawings of the charts, and their conversion to pictures for documents.

The text engine of MuPDF sets the labels: unlike its SVG reader it joins Arabic and Devanagari letters, and it has a font for most
scripts.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape

from app.charts.bars import BarChart, ColumnLayout, RowLayout, column_drawing, row_drawing
from app.charts.drawing import SIZE, Align, Drawing, Label
from app.charts.svg import COLOURS, svg
from app.services.reports.mupdf import silent_mupdf

_DPI = 200
_WIDTH = 640.0
_COLUMNS = ColumnLayout(width=_WIDTH, axis=36.0, top=14.0, height=104.0, below=18.0, name=64.0, widest=40.0, least=8)
_ROWS = RowLayout(width=_WIDTH, row=24.0, thick=14.0, base=16.0, names=170.0, numbers=48.0, gap=10.0)


def drawn(chart: BarChart) -> Drawing:
    """The chart as reports show it."""
    if chart.columns:
        return column_drawing(chart, _COLUMNS)
    return row_drawing(chart, replace(_ROWS, numbers=150.0) if chart.inks else _ROWS)


def picture_page(drawing: Drawing) -> object:
    """The drawing as a PDF document of one page, as PyMuPDF has it."""
    pymupdf = silent_mupdf()

    document = pymupdf.open()
    sheet = document.new_page(width=drawing.width, height=drawing.height)
    with (
        pymupdf.open("svg", svg(drawing, standalone=True).encode("utf-8", "replace")) as boxes,
        pymupdf.open("pdf", boxes.convert_to_pdf()) as drawn,
    ):
        sheet.show_pdf_page(sheet.rect, drawn, 0)
    for label in drawing.labels:
        sheet.insert_htmlbox(_room(label), _markup(label), scale_low=0.4)
    return document


def png(drawing: Drawing) -> bytes:
    """The drawing as PNG."""
    document = picture_page(drawing)
    picture: bytes = document[0].get_pixmap(dpi=_DPI).tobytes("png")  # type: ignore[index]
    document.close()  # type: ignore[attr-defined]
    return picture


def _room(label: Label) -> tuple[float, float, float, float]:
    left_edge = {Align.START: label.x, Align.MIDDLE: label.x - label.room / 2, Align.END: label.x - label.room}[label.align]
    return (left_edge, label.y - SIZE * 1.15, left_edge + label.room, label.y + SIZE * 0.55)


def _markup(label: Label) -> str:
    side = {Align.START: "left", Align.MIDDLE: "center", Align.END: "right"}[label.align]
    style = f"font-family:sans-serif;font-size:{SIZE}px;line-height:1.2;text-align:{side};color:{COLOURS[label.ink]};white-space:nowrap"
    return f'<div style="{style}">{escape(label.text)}</div>'
