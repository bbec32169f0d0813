"""From a chart's numbers to its drawing."""

from __future__ import annotations

from app.services.reports.charts.drawing import Align, Box, Drawing, Ink, Label
from app.services.reports.charts.numbers import SIDES, Bar, Chart, ChartKind, sides_words
from app.services.reports.standing import Side
from app.services.reports.wording import SIDE_MARKS, SIDE_WORDS
from app.translation import percent, tr

WIDTH = 640.0
_LEFT, _AXIS = 180.0, 36.0
_ROW, _THICK = 24.0, 14.0
_PLOT = 104.0
_INKS = {
    Side.FALSE: Ink.FALSE,
    Side.MOSTLY_FALSE: Ink.MOSTLY_FALSE,
    Side.BETWEEN: Ink.BETWEEN,
    Side.MOSTLY_TRUE: Ink.MOSTLY_TRUE,
    Side.TRUE: Ink.TRUE,
    Side.UNSETTLED: Ink.UNSETTLED,
}


def drawn(chart: Chart) -> Drawing:
    """The chart as a drawing."""
    boxes, labels, height = (_rows if chart.kind in (ChartKind.ROWS, ChartKind.SIDES) else _columns)(chart)
    return Drawing(width=WIDTH, height=height, title=chart.title, description=chart.summary, boxes=tuple(boxes), labels=tuple(labels))


def _rows(chart: Chart) -> tuple[list[Box], list[Label], float]:
    """One row a bar, its name before it and its numbers behind it."""
    boxes, labels = [], []
    top = 0.0
    if chart.kind is ChartKind.SIDES:
        legend_boxes, legend_labels = _legend(chart)
        boxes += legend_boxes
        labels += legend_labels
        top = _ROW
    numbers = 150.0 if chart.kind is ChartKind.SIDES else 48.0
    most = max(bar.total for bar in chart.bars)
    scale = (WIDTH - _LEFT - numbers) / most
    for place, bar in enumerate(chart.bars):
        y = top + place * _ROW
        base = y + _ROW / 2 + 4
        labels.append(Label(x=_LEFT - 10, y=base, text=bar.label, room=_LEFT - 10, align=Align.END))
        parts, x = _parts(bar, chart, y, scale)
        boxes += parts
        labels.append(Label(x=x + 8, y=base, text=_number(bar, chart), room=WIDTH - x - 8, ink=Ink.SOFT))
    return boxes, labels, top + len(chart.bars) * _ROW


def _parts(bar: Bar, chart: Chart, y: float, scale: float) -> tuple[list[Box], float]:
    x, parts = _LEFT, []
    for place, value in enumerate(bar.values):
        if not value:
            continue
        sided = chart.kind is ChartKind.SIDES
        ink = _INKS[SIDES[place]] if sided else Ink.BAR
        hint = f"{bar.label}: {sides_words(bar.values)}" if sided else f"{bar.label}: {value:g}"
        width = value * scale
        parts.append(Box(x=x, y=y + (_ROW - _THICK) / 2, width=max(width - 1, 1), height=_THICK, ink=ink, hint=hint))
        x += width
    return parts, x


def _number(bar: Bar, chart: Chart) -> str:
    if chart.kind is not ChartKind.SIDES:
        return f"{bar.values[0]:g}"
    return "  ".join(f"{SIDE_MARKS[side]} {value:g}" for side, value in zip(SIDES, bar.values, strict=True) if value)


def _legend(chart: Chart) -> tuple[list[Box], list[Label]]:
    boxes, labels, x = [], [], 0.0
    for place, side in enumerate(SIDES):
        if any(bar.values[place] for bar in chart.bars):
            boxes.append(Box(x=x, y=6, width=10, height=10, ink=_INKS[side]))
            labels.append(Label(x=x + 16, y=15, text=f"{SIDE_MARKS[side]} {tr(SIDE_WORDS[side])}", room=90, ink=Ink.SOFT))
            x += 104
    return boxes, labels


def _columns(chart: Chart) -> tuple[list[Box], list[Label], float]:
    """Columns over a base line; a scale at the left, a label under as many of them as there is room for."""
    shares = chart.kind is ChartKind.SHARES
    most = 1.0 if shares else max(bar.total for bar in chart.bars)
    base = 14.0 + _PLOT
    boxes = [Box(x=_AXIS, y=base, width=WIDTH - _AXIS, height=1, ink=Ink.LINE)]
    labels = []
    for part in (0.5, 1.0) if shares else (1.0,):
        y = base - part * _PLOT
        boxes.append(Box(x=_AXIS, y=y, width=WIDTH - _AXIS, height=0.5, ink=Ink.LINE))
        told = f"{part:.0%}" if shares else f"{most * part:g}"
        labels.append(Label(x=_AXIS - 6, y=y + 4, text=told, room=_AXIS - 6, ink=Ink.SOFT, align=Align.END))
    step = (WIDTH - _AXIS) / max(len(chart.bars), 8)
    thick = max(min(step - 2, 40.0), 2.0)
    room = 64.0
    every = max(1, -(-int(room) // max(int(step), 1)))
    for place, bar in enumerate(chart.bars):
        middle = _AXIS + (place + 0.5) * step
        boxes.append(_column(bar, middle, thick, base, bar.total / most * _PLOT, shares=shares))
        if place % every == 0 and middle + room / 2 <= WIDTH:
            labels.append(Label(x=max(middle, _AXIS), y=base + 18, text=bar.label, room=room, ink=Ink.SOFT, align=Align.MIDDLE))
        if not shares and bar.total:
            over = base - bar.total / most * _PLOT - 4
            labels.append(Label(x=middle, y=over, text=f"{bar.total:g}", room=step, ink=Ink.TEXT, align=Align.MIDDLE))
    return boxes, labels, base + 28


def _column(bar: Bar, middle: float, thick: float, base: float, height: float, *, shares: bool) -> Box:
    told = f"{bar.label}: {bar.total:g}"
    if shares:
        told = tr("{place} (sentences {numbers}): {share}", place=bar.label, numbers=bar.hint, share=percent(bar.values[0]))
    return Box(x=middle - thick / 2, y=base - height, width=thick, height=height, ink=Ink.BAR, hint=told)
