"""Drawing as SVG for pages: colours are attributes, so it displays anywhere, and a page's style can replace them by class."""

from __future__ import annotations

from html import escape

from app.charts.drawing import SIZE, Box, Drawing, Ink, Label
from app.domain.control_characters import without_controls

COLOURS: dict[str, str] = {
    Ink.TEXT: "#1b1f24",
    Ink.SOFT: "#57606a",
    Ink.LINE: "#d0d7de",
    Ink.BAR: "#0072b2",
    Ink.FALSE: "#d55e00",
    Ink.MOSTLY_FALSE: "#e8a06a",
    Ink.TRUE: "#009e73",
    Ink.MOSTLY_TRUE: "#6cc5ab",
    Ink.BETWEEN: "#e69f00",
    Ink.UNSETTLED: "#8c959f",
}
DARK_COLOURS: dict[str, str] = {
    Ink.TEXT: "#e6e9ec",
    Ink.SOFT: "#a0a8b0",
    Ink.LINE: "#3a4149",
    Ink.BAR: "#56b4e9",
    Ink.FALSE: "#ff8f4d",
    Ink.MOSTLY_FALSE: "#c9773f",
    Ink.TRUE: "#3cc9a0",
    Ink.MOSTLY_TRUE: "#2f9277",
    Ink.BETWEEN: "#f0b429",
    Ink.UNSETTLED: "#8c959f",
}
_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'


def svg(drawing: Drawing, *, name: str = "chart", standalone: bool = False) -> str:
    """The drawing for a page, in which `name` is unique; `standalone` makes it a file of its own, of boxes without words."""
    boxes = "".join(_box(box) for box in drawing.boxes)
    labels = "".join(_label(label) for label in drawing.labels) if not standalone else ""
    return (
        f'<svg{_NAMESPACE if standalone else ""} viewBox="0 0 {drawing.width:g} {drawing.height:g}" width="{drawing.width:g}" '
        f'height="{drawing.height:g}" role="img" aria-labelledby="{name}-t {name}-d" font-family="sans-serif" font-size="{SIZE:g}">'
        f'<title id="{name}-t">{_text(drawing.title)}</title><desc id="{name}-d">{_text(drawing.description)}</desc>{boxes}{labels}</svg>'
    )


def dark_style() -> str:
    """The style rules that give a page's drawings their colours on a dark ground."""
    return "".join(f"svg .ink-{ink}{{fill:{colour}}}" for ink, colour in DARK_COLOURS.items())


def _box(box: Box) -> str:
    attributes = f'x="{box.x:.2f}" y="{box.y:.2f}" width="{box.width:.2f}" height="{box.height:.2f}"'
    hint = f"<title>{_text(box.hint)}</title>" if box.hint else ""
    return f'<rect class="ink-{box.ink}" {attributes} fill="{COLOURS[box.ink]}">{hint}</rect>'


def _label(label: Label) -> str:
    max_letters = int(label.room / (SIZE * 0.55))
    text = label.text if len(label.text) <= max_letters else f"{label.text[: max(max_letters - 1, 1)]}…"
    full_text = f"<title>{_text(label.text)}</title>" if text != label.text else ""
    attributes = f'x="{label.x:.2f}" y="{label.y:.2f}" text-anchor="{label.align.value}"'
    return f'<text class="ink-{label.ink}" {attributes} fill="{COLOURS[label.ink]}">{_text(text)}{full_text}</text>'


def _text(text: str) -> str:
    return escape(without_controls(text))
