"""Numbers, dates, times and durations in the form the window shows them: tabular, unambiguous, the same everywhere."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from datetime import date
from urllib.parse import urlsplit

from app.translation import decimal, tr

STEPS = 5
_NOWHERE = frozenset({"not available", "loaded when it is needed"})


def devices_in_short(devices: Iterable[tuple[str, str]]) -> str:
    """“GPU” or “Processor” for pairs of role and device; both where some models run here and some there.

    The ranker runs nowhere else than on the processor and is no news; nor is a model that is not there or not loaded yet.
    """
    shown_devices = [device for role, device in devices if role not in {"ranker", "language model"} and device not in _NOWHERE]
    on_gpu = [device.startswith("GPU") for device in shown_devices]
    if not shown_devices:
        return ""
    return tr("GPU") if all(on_gpu) else tr("GPU and processor") if any(on_gpu) else tr("Processor")


def day(value: date | None) -> str:
    """An ISO date, or nothing."""
    return value.isoformat() if value else ""


def steps(share: float) -> int:
    """Return a share in five equal steps for a meter; 0 below two per cent."""
    if not share >= 0.02:
        return 0
    return min(STEPS, max(1, math.ceil(min(share, 1.0) * STEPS)))


def verifiability_steps(probability: float) -> int:
    """Verifiability in five steps for tints and bars, each about twice as likely as the one before.

    Few sentences of a debate can be verified at all (125 of 5,054 in Shaar et al. 2022), so equal steps would show nearly
    everything as the lowest.
    """
    return sum(probability >= bound for bound in _BOUNDS)


_BOUNDS = (0.02, 0.06, 0.14, 0.28, 0.55)


def measure(value: float | None) -> str:
    """Format a score with three decimals, or as a dash where it was not computed."""
    return "–" if value is None else decimal(value, 3)


def host(url: str) -> str:
    """The site of a link, or nothing when the address is not one of the web."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return ""
    return (parts.hostname or "").removeprefix("www.") if parts.scheme in ("http", "https") else ""


def size(number: int) -> str:
    """Bytes in the unit a reader would choose."""
    if number < 1000:
        return tr("{number} bytes", number=number)
    value = number / 1000
    for unit in (tr("{number} kB"), tr("{number} MB")):
        if value < 1000:
            return unit.format(number=decimal(value, 1))
        value /= 1000
    return tr("{number} GB", number=decimal(value, 1))


def prose(phrases: Iterable[str]) -> str:
    """Phrases as one sentence: capital first, semicolons between, a full stop at the end."""
    joined = "; ".join(phrase.strip().rstrip(".") for phrase in phrases if phrase.strip())
    return f"{joined[0].upper()}{joined[1:]}." if joined else ""


def one_line(text: str) -> str:
    """Text for a list row: white space folded, control and direction-override characters dropped."""
    folded = " ".join(text.split())
    if folded.isprintable():
        return folded
    return "".join(char for char in folded if unicodedata.category(char) not in ("Cc", "Cs") and char not in _OVERRIDES)


def inert(text: str) -> str:
    """Return outside text without characters that would reorder or hide the text around it; line breaks stay."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(char for char in text if char in "\n\t" or (unicodedata.category(char) not in ("Cc", "Cs") and char not in _OVERRIDES))


def breakable(text: str) -> str:
    """Text whose very long words (addresses, above all) can be broken: with U+200B in them, which is no wider than nothing. Only letters
    that do not join are parted."""
    return _LONG_WORD.sub(lambda match: "\u200b".join(_PIECES.findall(match.group())), text)


def unbroken(text: str) -> str:
    """The text without what `breakable` put into it."""
    return text.replace("\u200b", "")


def tip(text: str) -> str:
    """Text for a tool tip, which Qt would read as markup if it looked like it."""
    return inert(text).replace("<", "‹")


def shortened(text: str, longest: int = 80) -> str:
    """The beginning of a text on one line, for a sentence that quotes it."""
    line = one_line(text)
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


_LONG_WORD = re.compile(r"[!-~\u00a1-\u024f\u0370-\u052f]{33,}")
_PIECES = re.compile(r".{1,16}")
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e")
