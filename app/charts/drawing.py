"""A drawing without any format: rectangles, labels and icons in points, each with a role that painters give a colour."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Ink(StrEnum):
    """Role of a part; painters give it a colour. The colours of the sides are Okabe and Ito's ("Color Universal Design", 2008),
    which colour-blind people can distinguish; each also has a sign and a number beside it.
    """

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


class Align(StrEnum):
    """Side of a label that its position refers to."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A filled rectangle; `ink` is an Ink or another name that the painter knows, `hint` what a reader sees who points at it."""

    x: float
    y: float
    width: float
    height: float
    ink: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One line of text; (x, y) is on its base line, `room` the width that it may take."""

    x: float
    y: float
    text: str
    room: float
    ink: str = Ink.TEXT
    align: Align = Align.START


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon:
    """A picture from `resources/icons` in a square; SVG leaves it out."""

    x: float
    y: float
    size: float
    name: str
    ink: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A drawing of `width` by `height` points; `title` and `description` are its text alternative."""

    width: float
    height: float
    title: str
    description: str
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    icons: tuple[Icon, ...] = ()


SIZE = 11.0
"""Height of the letters in a picture of a report, in points."""
