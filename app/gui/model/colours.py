"""Colours as plain hex values: two schemes, tones that the colour-blind can tell apart, and how contrast is measured.

The tones are Okabe and Ito's eight ("Color Universal Design", 2008), moved in lightness alone until text in them reads
on every ground they are put on. Contrast is WCAG 2.2's relative-luminance ratio (success criterion 1.4.3).
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from enum import StrEnum

READABLE = 4.5


class Tone(StrEnum):
    """Meaning of a colour, independent of the colour itself."""

    GREEN = "green"
    VERMILLION = "vermillion"
    ORANGE = "orange"
    PURPLE = "purple"
    BLUE = "blue"
    GREY = "grey"


_OKABE_ITO = {
    Tone.GREEN: "#009e73",
    Tone.VERMILLION: "#d55e00",
    Tone.ORANGE: "#e69f00",
    Tone.PURPLE: "#cc79a7",
    Tone.BLUE: "#0072b2",
    Tone.GREY: "#7f858d",
}

_HUES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#7f858d")


def luminance(colour: str) -> float:
    """Relative luminance of a `#rrggbb` colour, 0 (black) to 1 (white)."""
    channels = [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in _channels(colour)]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mix(first: str, second: str, share: float) -> str:
    """`share` of the first colour laid over the second."""
    return _hex(*(a * share + b * (1 - share) for a, b in zip(_channels(first), _channels(second), strict=True)))


def readable(colour: str, *grounds: str) -> str:
    """The nearest lightness of this hue whose contrast with every ground is at least 4.5 to 1."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*_channels(colour))
    step = -0.01 if luminance(grounds[0]) > 0.4 else 0.01
    while 0.0 < lightness < 1.0 and any(contrast(colour, ground) < READABLE + 0.1 for ground in grounds):
        lightness += step
        colour = _hex(*colorsys.hls_to_rgb(hue, min(1.0, max(0.0, lightness)), saturation))
    return colour


def _channels(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def _hex(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in (red, green, blue))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """Every colour of the window. `tints` are the five steps of verifiability, weakest first, as grounds for text; `bars` the same five
    as solid marks; `chosen` is the ground of the chosen sentence, `differing` that of words that differ between two texts, `hit` that of
    words that were searched for; `tones` the readable text colours; `hues` mark kinds that have no meaning of their own, such as
    languages."""

    dark: bool
    window: str
    surface: str
    sunken: str
    text: str
    muted: str
    hairline: str
    accent: str
    accent_text: str
    selection: str
    chosen: str
    differing: str
    hit: str
    hover: str
    tints: tuple[str, ...]
    bars: tuple[str, ...]
    tones: dict[Tone, str]
    hues: tuple[str, ...]


def _scheme(*, dark: bool, window: str, surface: str, sunken: str, text: str, hairline: str, accent: str, tint: str) -> Scheme:
    selection = mix(accent, surface, 0.18 if dark else 0.14)
    strengths = (0.07, 0.12, 0.18, 0.25, 0.32) if dark else (0.07, 0.12, 0.18, 0.25, 0.33)
    grounds = (surface, window, sunken, selection)
    return Scheme(
        dark=dark,
        window=window,
        surface=surface,
        sunken=sunken,
        text=text,
        muted=readable(mix(text, surface, 0.58), *grounds),
        hairline=hairline,
        accent=readable(accent, *grounds),
        accent_text=surface if dark else "#ffffff",
        selection=selection,
        chosen=mix("#e69f00", surface, 0.30 if dark else 0.28),
        differing=mix("#d55e00", surface, 0.30 if dark else 0.18),
        hit=mix("#f0e442", surface, 0.35 if dark else 0.85),
        hover=mix(text, surface, 0.05),
        tints=tuple(mix(tint, surface, strength) for strength in strengths),
        bars=tuple(mix(tint, surface, strength) for strength in (0.45, 0.58, 0.72, 0.86, 1.0)),
        tones={tone: readable(colour, *grounds) for tone, colour in _OKABE_ITO.items()},
        hues=tuple(readable(colour, surface) for colour in _HUES),
    )


LIGHT = _scheme(
    dark=False, window="#f6f6f4", surface="#ffffff", sunken="#efefec", text="#1d2126", hairline="#deded9", accent="#1f5fae", tint="#3f86c6"
)
DARK = _scheme(
    dark=True, window="#191b1f", surface="#1f2227", sunken="#15171a", text="#e4e6e9", hairline="#343940", accent="#7fb3f0", tint="#5aa2e6"
)
