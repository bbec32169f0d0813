"""Timed text of broadcasters (.ttml, .dfxp; EBU-TT and IMSC are kinds of it): nested times, agents as speakers.

Source: W3C TTML2, sections 8 (content), 10 (ruby), 12 (timing) and 14.1 (agents); kinder than the standard wherever real files are.
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
_SECONDS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_FRAMES = 30.0
_RUBY = frozenset(["text", "textContainer", "delimiter"])


def looks_timed(text: str) -> bool:
    """Whether a text's root is that of timed text."""
    name, attributes = root_of(text)
    return name == "tt" and bool(_NAMESPACE.search(attributes))


@dataclass(frozen=True, slots=True)
class _Rates:
    """Frames and ticks a second."""

    frames: float
    ticks: float

    def seconds(self, told: str) -> float | None:
        """A time expression (section 12.3.1) in seconds; None for a wall clock's, or none."""
        told = plain_spelling(told).strip()
        if found := _CLOCK.fullmatch(told):
            hours, minutes, seconds, fraction, frames = found.groups()
            return clock_seconds(hours, minutes, seconds, fraction) + (int(frames) / self.frames if frames else 0.0)
        if found := _OFFSET.fullmatch(told):
            unit = _SECONDS.get(found[2] or "s") or 1 / (self.frames if found[2] == "f" else self.ticks)
            return float(found[1].replace(",", ".")) * unit
        return None


def _rates(root: _Element) -> _Rates:
    frames = _number(attribute(root, "frameRate")) or _FRAMES
    above, _, below = attribute(root, "frameRateMultiplier").replace(":", " ").strip().partition(" ")
    if _number(above) and _number(below):
        frames *= _number(above) / _number(below)
    return _Rates(frames, _number(attribute(root, "tickRate")) or 1.0)


def _number(told: str) -> float:
    return float(told) if re.fullmatch(r"\d{1,9}", told.strip()) else 0.0


@dataclass(slots=True)
class _Open:
    """An element that is not closed yet: when it is shown, who speaks in it; in a sequence the next child begins at `following`.

    `known` holds where it or something around it says when it begins.
    """

    begin: float
    end: float | None
    speaker: str
    timed: bool = False
    known: bool = False
    hidden: bool = False
    sequence: bool = False
    following: float = 0.0


class _Reader:
    """One pass over the body. Nothing here calls itself, so that no depth of a file is too much."""

    def __init__(self, root: _Element) -> None:
        self._rates, self._names = _rates(root), _agents(root)
        self._open: list[_Open] = [_Open(0.0, None, "")]
        self._lines: list[CueLine] = []
        self._words: list[Word] = []
        self._said_by = ""
        self._shown = 0.0, 0.0

    def cues(self, body: _Element) -> Iterator[Cue]:
        """A cue for each paragraph that says something."""
        from lxml import etree

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
        start = around.following if around.sequence else around.begin
        begin, end, lasting = (self._rates.seconds(attribute(element, key)) for key in ("begin", "end", "dur"))
        begun = start + (begin or 0.0)
        ends = [start + end] if end is not None else []
        ends += [begun + lasting] if lasting is not None else []
        until = max(begun, min(ends)) if ends else (None if around.sequence else around.end)
        if around.sequence and name != "br":
            around.following = until if until is not None else begun
        return _Open(
            begin=begun,
            end=until,
            speaker=self._names.get(attribute(element, "agent").partition(" ")[0], around.speaker),
            timed=begin is not None or bool(ends),
            known=around.known or around.sequence or begin is not None or bool(ends),
            hidden=around.hidden or attribute(element, "ruby") in _RUBY or name == "metadata" or "#metadata" in str(element.tag),
            sequence=attribute(element, "timeContainer") == "seq",
            following=begun,
        )

    def _add(self, text: str) -> None:
        """Text of the innermost element that is open."""
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
            last = max([begin, *times]) + LAST_SECONDS
            if closed.known or times:
                self._shown = begin, closed.end if closed.end is not None else last
            yield Cue(*self._shown, lines, timed=closed.known or bool(times))


def _agents(root: _Element) -> dict[str, str]:
    """The name of every agent that the head knows, by its id."""
    found: dict[str, str] = {}
    for agent in (element for element in root.iter() if local(element) == "agent"):
        names = [" ".join("".join(child.itertext()).split()) for child in agent if local(child) == "name"]
        if names and names[0]:
            found[attribute(agent, "id")] = names[0]
    return found


def _title(root: _Element) -> str:
    titles = (element.text or "" for head in root if local(head) == "head" for element in head.iter() if local(element) == "title")
    return next((" ".join(title.split()) for title in titles if title.strip()), "")


def read_timed(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of a file of timed text (cleaned before). Raises InputError `document-damaged`."""
    root = parse_text(text)
    bodies = [element for element in root if local(element) == "body"]
    cues = [cue for body in bodies for cue in _Reader(root).cues(body)]
    draft = draft_of_cues(cues, kind="ttml", cancel=cancel)
    draft.title, draft.language = _title(root), attribute(root, "lang")
    return draft
