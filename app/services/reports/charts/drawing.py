"""A drawing without any format: bars, lines and labels in points, each with a role that its outputs give a colour."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Ink(StrEnum):
    """What a part is for. The colours of the sides are Okabe and Ito's ("Color Universal Design", 2008), which the colour-blind can tell
    apart; every one of them has its sign and its number written beside it as well."""

    TEXT = "text"
    SOFT = "soft"
    LINE = "line"
    BAR = "bar"
    FALSE = "false"
    MOSTLY_FALSE = "mostly-false"
    TRUE = "true"
    MOSTLY_TRUE = "mostly-true"
    BETWEEN = "between"
    UNSETTLED = "unsettled"


COLOURS = {
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
DARK_COLOURS = {
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


class Align(StrEnum):
    """Which side of a label its place is."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A filled rectangle; `hint` is what a reader sees who points at it."""

    x: float
    y: float
    width: float
    height: float
    ink: Ink
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One line of text; (x, y) is on its base line, `room` the width that it may take."""

    x: float
    y: float
    text: str
    room: float
    ink: Ink = Ink.TEXT
    align: Align = Align.START


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A drawing of `width` by `height` points; `title` and `description` are its text alternative."""

    width: float
    height: float
    title: str
    description: str
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]


SIZE = 11.0
