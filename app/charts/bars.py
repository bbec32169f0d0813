"""Bar charts: their numbers, and the positions of bars, names and numbers in a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.charts.drawing import Align, Box, Drawing, Icon, Ink, Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar; `values` is one number, or one for each of the chart's `inks`. `number` is written beside it, `hint` says more."""

    name: str
    values: tuple[float, ...]
    number: str = ""
    hint: str = ""
    ink: str = Ink.BAR
    icon: str = ""

    @property
    def total(self) -> float:
        """The sum of the values."""
        return sum(self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart:
    """Bars in rows, or in columns with a `scale` of (value, words), highest last.

    `summary` is the text alternative. `head` and `table` hold the numbers as text. `inks` are the parts of bars with several values, of
    which `legend` says (ink, words).
    """

    title: str
    summary: str
    bars: tuple[Bar, ...]
    columns: bool = False
    scale: tuple[tuple[float, str], ...] = ()
    head: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    inks: tuple[str, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLayout:
    """Measures in points: the whole `width`, height of a row and of its bar, the base line of its text, room for names (with icons before
    them) and for numbers, the gap between these and the bars, room for an icon. With `edges` names begin at the left edge and numbers end
    at the right one; without, both stand beside their bar."""

    width: float
    row: float
    thick: float
    base: float
    names: float
    numbers: float
    gap: float
    icon: float = 0.0
    edges: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnLayout:
    """Measures in points: the whole `width`, `axis` left of the columns, the top and height of the columns, the base line of names below
    them, room for a name. Columns are at most `widest` wide, spaced as if there were at least `least`. With `edges` the scale is written
    above its lines and the last column has a name; without, it is written left of them and the first one has."""

    width: float
    axis: float
    top: float
    height: float
    below: float
    name: float
    widest: float
    least: int = 1
    edges: bool = False


def row_drawing(chart: BarChart, layout: RowLayout) -> Drawing:
    """One row a bar: icon and name before it, its number behind it; above them a legend, where the chart has one."""
    boxes, labels = _legend(chart)
    icons: list[Icon] = []
    top = layout.row if chart.legend else 0.0
    start = layout.names + layout.gap
    scale = (layout.width - start - layout.numbers) / max((bar.total for bar in chart.bars), default=1.0)
    for index, bar in enumerate(chart.bars):
        y = top + index * layout.row
        base = y + layout.base
        parts = _parts(chart, bar, layout, (start, y + (layout.row - layout.thick) / 2), scale)
        boxes += parts
        end = start + bar.total * scale
        room = layout.names - (layout.icon if bar.icon else 0.0)
        if bar.icon:
            size = layout.icon - 6
            icons.append(Icon(x=0.0, y=y + (layout.row - size) / 2, size=size, name=bar.icon, ink=bar.ink))
        if layout.edges:
            labels.append(Label(x=layout.names - room, y=base, text=bar.name, room=room))
            labels.append(Label(x=layout.width, y=base, text=bar.number, room=layout.numbers, ink=Ink.SOFT, align=Align.END))
        else:
            labels.append(Label(x=layout.names, y=base, text=bar.name, room=room, align=Align.END))
            labels.append(Label(x=end + 8, y=base, text=bar.number, room=layout.width - end - 8, ink=Ink.SOFT))
    return _drawing(chart, (layout.width, top + len(chart.bars) * layout.row), boxes, labels, icons)


def column_drawing(chart: BarChart, layout: ColumnLayout) -> Drawing:
    """Columns over a base line: the scale with its lines, a name below as many of them as there is room for."""
    base, largest = layout.top + layout.height, chart.scale[-1][0]
    boxes = [Box(x=layout.axis, y=base, width=layout.width - layout.axis, height=1, ink=Ink.LINE)]
    labels: list[Label] = []
    for value, text in chart.scale:
        y = base - value / largest * layout.height
        boxes.append(Box(x=layout.axis, y=y, width=layout.width - layout.axis, height=0.5, ink=Ink.LINE))
        labels.append(_scale_label(text, y, layout))
    step = (layout.width - layout.axis) / max(len(chart.bars), layout.least)
    thick = max(min(step - 2, layout.widest), 2.0 if step >= 4 else 1.0)
    label_step = max(1, -(-int(layout.name) // max(int(step), 1)))
    for index, bar in enumerate(chart.bars):
        middle = layout.axis + (index + 0.5) * step
        height = bar.total / largest * layout.height
        boxes.append(Box(x=middle - thick / 2, y=base - height, width=thick, height=height, ink=bar.ink, hint=bar.hint))
        if _is_named(index, len(chart.bars), label_step, middle, layout):
            x = max(middle, layout.axis)
            labels.append(Label(x=x, y=base + layout.below, text=bar.name, room=layout.name, ink=Ink.SOFT, align=Align.MIDDLE))
        if bar.number:
            labels.append(Label(x=middle, y=base - height - 4, text=bar.number, room=step, align=Align.MIDDLE))
    return _drawing(chart, (layout.width, base + 28), boxes, labels)


def _drawing(
    chart: BarChart, size: tuple[float, float], boxes: Sequence[Box], labels: Sequence[Label], icons: Sequence[Icon] = ()
) -> Drawing:
    return Drawing(
        width=size[0],
        height=size[1],
        title=chart.title,
        description=chart.summary,
        boxes=tuple(boxes),
        labels=tuple(labels),
        icons=tuple(icons),
    )


def _parts(chart: BarChart, bar: Bar, layout: RowLayout, corner: tuple[float, float], scale: float) -> list[Box]:
    x, y = corner
    boxes = []
    for ink, value in zip(chart.inks or (bar.ink,), bar.values, strict=True):
        if value:
            width = max(value * scale - 1, 1)  # neighbours stand apart
            boxes.append(Box(x=x, y=y, width=width, height=layout.thick, ink=ink, hint=bar.hint))
            x += value * scale
    return boxes


def _legend(chart: BarChart) -> tuple[list[Box], list[Label]]:
    boxes, labels = [], []
    for index, (ink, text) in enumerate(chart.legend):
        boxes.append(Box(x=index * 104.0, y=6, width=10, height=10, ink=ink))
        labels.append(Label(x=index * 104.0 + 16, y=15, text=text, room=90, ink=Ink.SOFT))
    return boxes, labels


def _scale_label(text: str, y: float, layout: ColumnLayout) -> Label:
    if layout.edges:
        return Label(x=layout.axis, y=y - 4, text=text, room=layout.width, ink=Ink.SOFT)
    return Label(x=layout.axis - 6, y=y + 4, text=text, room=layout.axis - 6, ink=Ink.SOFT, align=Align.END)


def _is_named(index: int, count: int, label_step: int, middle: float, layout: ColumnLayout) -> bool:
    if layout.edges:
        return (count - 1 - index) % label_step == 0
    return index % label_step == 0 and middle + layout.name / 2 <= layout.width
