"""Read timed text of broadcasters (.ttml, .dfxp; EBU-TT and IMSC are variants): nested times, agents as speakers.

Source: W3C TTML2, sections 8 (content), 10 (ruby), 12 (timing) and 14.1 (agents). More lenient than the standard where real files
are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import attribute, local
from app.ingest.documents.cues import LAST_SECONDS, Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.labels import clock_seconds
from app.ingest.documents.timing import plain_spelling
from app.ingest.documents.xml_text import parse_text, root_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_NAMESPACE = re.compile(r"/ns/ttml|/ttaf1")
_CLOCK = re.compile(r"(?:(\d{1,4})\s?:\s?)?(\d{1,2})\s?:\s?(\d{1,2})(?:\s?[.,]\s?(\d{1,9})|[:;](\d{1,3})(?:\.\d+)?)?")
_OFFSET = re.compile(r"(\d{1,15}(?:[.,]\d{1,9})?)\s?(h|ms|m|s|f|t)?")
_UNIT_SECONDS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
# The standard's default rate.
_DEFAULT_FRAME_RATE = 30.0
# Parts of ruby annotations that repeat the base text as it is read.
_RUBY_READING = frozenset(["text", "textContainer", "delimiter"])


def looks_like_timed_text(text: str) -> bool:
    """Return True if the root element is that of timed text."""
    name, attributes = root_of(text)
    return name == "tt" and bool(_NAMESPACE.search(attributes))


@dataclass(frozen=True, slots=True)
class _Rates:
    """Frames and ticks a second."""

    frames: float
    ticks: float

    def seconds(self, text: str) -> float | None:
        """Convert a time expression (section 12.3.1) to seconds; None for wall-clock times and anything else."""
        text = plain_spelling(text).strip()
        if match := _CLOCK.fullmatch(text):
            hours, minutes, seconds, fraction, frames = match.groups()
            return clock_seconds(hours, minutes, seconds, fraction) + (int(frames) / self.frames if frames else 0.0)
        if match := _OFFSET.fullmatch(text):
            unit = _UNIT_SECONDS.get(match[2] or "s") or 1 / (self.frames if match[2] == "f" else self.ticks)
            return float(match[1].replace(",", ".")) * unit
        return None


def _rates(root: _Element) -> _Rates:
    frames = _number(attribute(root, "frameRate")) or _DEFAULT_FRAME_RATE
    above, _, below = attribute(root, "frameRateMultiplier").replace(":", " ").strip().partition(" ")
    if _number(above) and _number(below):
        frames *= _number(above) / _number(below)
    return _Rates(frames, _number(attribute(root, "tickRate")) or 1.0)


def _number(text: str) -> float:
    return float(text) if re.fullmatch(r"\d{1,9}", text.strip()) else 0.0


@dataclass(slots=True)
class _Open:
    """An open element: its times in seconds and its speaker. In a sequence the next child begins at `following`.

    `starts_known` says that the element or one around it has a begin time.
    """

    begin: float
    end: float | None
    speaker: str
    timed: bool = False
    starts_known: bool = False
    hidden: bool = False
    sequence: bool = False
    following: float = 0.0


class _Reader:
    """One iterative pass over the body."""

    def __init__(self, root: _Element) -> None:
        self._rates, self._names = _rates(root), _agents(root)
        self._open: list[_Open] = [_Open(0.0, None, "")]
        self._lines: list[CueLine] = []
        self._words: list[Word] = []
        self._said_by = ""
        self._last_times = 0.0, 0.0

    def cues(self, body: _Element) -> Iterator[Cue]:
        """Yield a cue for each paragraph with text."""
        from lxml import etree

        # Without recursion, so that no depth of a file is too much.
        for event, element in etree.iterwalk(body, events=("start", "end")):
            if event == "start":
                self._enter(element)
                continue
            if local(element) == "p":
                yield from self._paragraph(self._open[-1])
            self._open.pop()
            self._add(element.tail or "")

    def _enter(self, element: _Element) -> None:
        inside, name = self._within(element), local(element)
        if name == "br":
            self._break()
        if name == "p":
            self._lines, self._words = [], []
        self._open.append(inside)
        self._add(element.text or "")

    def _within(self, element: _Element) -> _Open:
        around, name = self._open[-1], local(element)
        # Times are relative to the parent; in a sequence, to the end of the sibling before.
        start = around.following if around.sequence else around.begin
        begin, end, duration = (self._rates.seconds(attribute(element, key)) for key in ("begin", "end", "dur"))
        absolute_begin = start + (begin or 0.0)
        ends = [start + end] if end is not None else []
        ends += [absolute_begin + duration] if duration is not None else []
        absolute_end = max(absolute_begin, min(ends)) if ends else (None if around.sequence else around.end)
        if around.sequence and name != "br":
            around.following = absolute_end if absolute_end is not None else absolute_begin
        return _Open(
            begin=absolute_begin,
            end=absolute_end,
            speaker=self._names.get(attribute(element, "agent").partition(" ")[0], around.speaker),
            timed=begin is not None or bool(ends),
            starts_known=around.starts_known or around.sequence or begin is not None or bool(ends),
            hidden=around.hidden or attribute(element, "ruby") in _RUBY_READING or name == "metadata" or "#metadata" in str(element.tag),
            sequence=attribute(element, "timeContainer") == "seq",
            following=absolute_begin,
        )

    def _add(self, text: str) -> None:
        """Add text of the innermost open element."""
        inside = self._open[-1]
        if not text or inside.hidden:
            return
        if inside.speaker != self._said_by:
            self._break()
            self._said_by = inside.speaker
        self._words.append(Word(re.sub(r"\s+", " ", text), inside.begin if inside.timed else None))

    def _break(self) -> None:
        if any(word.text.strip() for word in self._words):
            self._lines.append(CueLine(tuple(self._words), self._said_by))
        self._words = []

    def _paragraph(self, closed: _Open) -> Iterator[Cue]:
        self._break()
        lines, self._lines = tuple(self._lines), []
        if lines:
            times = [word.time for line in lines for word in line.words if word.time is not None]
            begin = closed.begin if closed.timed or not times else min(times)
            # Without any end, a caption is shown for a few seconds after its last time.
            last = max([begin, *times]) + LAST_SECONDS
            if closed.starts_known or times:
                self._last_times = begin, closed.end if closed.end is not None else last
            yield Cue(*self._last_times, lines, timed=closed.starts_known or bool(times))


def _agents(root: _Element) -> dict[str, str]:
    """Return the names of the agents in the head, by id."""
    names_by_id: dict[str, str] = {}
    for agent in (element for element in root.iter() if local(element) == "agent"):
        names = [" ".join("".join(child.itertext()).split()) for child in agent if local(child) == "name"]
        if names and names[0]:
            names_by_id[attribute(agent, "id")] = names[0]
    return names_by_id


def _title(root: _Element) -> str:
    titles = (element.text or "" for head in root if local(head) == "head" for element in head.iter() if local(element) == "title")
    return next((" ".join(title.split()) for title in titles if title.strip()), "")


def read_timed_text(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of a file of timed text (cleaned before). Raises InputError `document-damaged`."""
    root = parse_text(text)
    bodies = [element for element in root if local(element) == "body"]
    cues = [cue for body in bodies for cue in _Reader(root).cues(body)]
    draft = draft_of_cues(cues, kind="ttml", cancel=cancel)
    draft.title, draft.language = _title(root), attribute(root, "lang")
    return draft
