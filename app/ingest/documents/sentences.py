"""Cutting a draft into sentences: exact code-point offsets, speaker, line, page and time for each."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from app.domain.document import Sentence
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.ingest.documents.draft import Cut, Draft, Span
from app.ingest.documents.ends import sentence_ends
from app.ingest.documents.full_stops import Habits
from app.ingest.documents.note_marks import glued_marks
from app.ingest.documents.stage import blank_directions
from app.ingest.documents.units import Pacing, cut_units, is_unspaced, tokens, weight
from app.translation import tr

_CHECK_EVERY = 64
_ACCENT = re.compile("[\u0300-\u036f]")
_LETTER = re.compile(r"[^\u0300-\u036f]?[\u0300-\u036f]*")


class Timeline:
    """The times of a draft's text, interpolated within a mark by characters."""

    def __init__(self, draft: Draft) -> None:
        self._marks = draft.times
        self._offsets = [mark.offset for mark in draft.times]

    def at(self, offset: int) -> float | None:
        """Seconds at which the character at `offset` is said; None before the first mark."""
        place = bisect_right(self._offsets, offset) - 1
        if place < 0:
            return None
        mark = self._marks[place]
        if mark.time is None or mark.time_end is None:
            return mark.time
        share = (offset - mark.offset) / max(1, mark.end - mark.offset)
        return round(mark.time + (mark.time_end - mark.time) * min(1.0, share), 3)

    def until(self, end: int) -> float | None:
        """Seconds at which the text before `end` is over; None where only beginnings are known."""
        place = bisect_right(self._offsets, end - 1) - 1
        mark = self._marks[place] if place >= 0 else None
        if mark is None or mark.time_end is None:
            return None
        return round(mark.time_end, 3) if end >= mark.end else self.at(end)


def _pieces(language: str, shadow: str, habits: Habits) -> Iterator[tuple[int, int]]:
    """(start, end) of each sentence, spaces included."""
    start = 0
    for end in sentence_ends(shadow, language, habits):
        yield start, end
        start = end


def _trim(shadow: str, start: int, end: int) -> tuple[int, int]:
    piece = shadow[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _speakable(shadow: str, start: int, end: int) -> bool:
    return any(character.isalnum() for character in shadow[start:end])


def _merged(shadow: str, pieces: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """Trimmed pieces; one without a letter or digit (a lone quotation mark, "...") joins the sentence before it."""
    kept: list[tuple[int, int]] = []
    pending: int | None = None
    for piece in pieces:
        start, end = _trim(shadow, *piece)
        if start >= end:
            continue
        if _speakable(shadow, start, end):
            kept.append((start if pending is None else pending, end))
            pending = None
        elif kept:
            kept[-1] = (kept[-1][0], end)
        elif pending is None:
            pending = start
    return kept


def _composed(shadow: str) -> tuple[str, Sequence[int]]:
    """The text with accents on their letters (NFC), which abbreviations are known by, and where each character began."""
    if shadow.isascii() or not _ACCENT.search(shadow):
        return shadow, range(len(shadow) + 1)
    characters: list[str] = []
    places: list[int] = []
    for found in _LETTER.finditer(shadow):
        whole = unicodedata.normalize("NFC", found[0])
        characters.append(whole)
        places.extend([found.start()] * len(whole))
    return "".join(characters), [*places, len(shadow)]


class _Cutter:
    """Cuts the spans of a draft; `language` is an ISO 639-1 code."""

    def __init__(self, draft: Draft, language: str, timeline: Timeline, cancel: CancelToken) -> None:
        self._draft, self._language, self._timeline, self._cancel = draft, language, timeline, cancel
        self._pacing = Pacing.of_captions(draft.text) if draft.cut is Cut.CAPTIONS else Pacing.of_prose(draft.text)
        self._habits = Habits(draft.text, language)
        self._unspaced = is_unspaced(draft.text)
        self._notes = glued_marks(draft.text)
        self._breaks = [mark.offset for mark in draft.times]

    def pieces(self, span: Span) -> list[tuple[int, int]]:
        """(start, end) of the sentences of a span, counted from its beginning."""
        raw = self._draft.text[span.start : span.end]
        if self._draft.cut is Cut.WHOLE:
            return [_trim(raw, 0, len(raw))] if raw.strip() else []
        shadow = blank_directions(raw, captions=self._draft.cut is Cut.CAPTIONS).replace("\n", " ")
        shadow = self._without_marks(shadow, span)
        shadow, places = _composed(shadow)
        kept: list[tuple[int, int]] = []
        for start, end in _merged(shadow, _pieces(self._language, shadow, self._habits)):
            self._cancel.check()
            kept.extend(self._units(shadow, start, end, span.start, places))
        return [(places[start], places[end]) for start, end in kept]

    def _without_marks(self, shadow: str, span: Span) -> str:
        """The text of a span with blanks for the marks of footnotes."""
        first, last = (bisect_left(self._notes, (offset, 0)) for offset in (span.start, span.end))
        for start, end in self._notes[first:last]:
            shadow = shadow[: start - span.start] + " " * (end - start) + shadow[end - span.start :]
        return shadow

    def _units(self, shadow: str, start: int, end: int, begin: int, places: Sequence[int]) -> list[tuple[int, int]]:
        """The sentence itself, or the units of one that is too long to be one."""
        runs = shadow[start:end].split()
        if (sum(map(weight, runs)) if self._unspaced else len(runs)) <= self._pacing.allowed:
            return [(start, end)]
        breaks = [bisect_right(places, mark - begin) - 1 for mark in self._marks(begin + places[start], begin + places[end])]
        words = tokens(shadow, start, end, breaks)
        times = [self._timeline.at(begin + places[word.start]) for word in words]
        return cut_units(shadow, words, times, self._pacing, language=self._language, cancel=self._cancel)

    def _marks(self, low: int, high: int) -> Sequence[int]:
        return self._breaks[bisect_right(self._breaks, low) : bisect_right(self._breaks, high - 1)]


def _page(draft: Draft, offsets: list[int], start: int) -> int | None:
    place = bisect_right(offsets, start) - 1
    return draft.pages[place][1] if place >= 0 else None


def cut_sentences(draft: Draft, language: str, *, cancel: CancelToken, progress: Progress = no_progress) -> tuple[Sentence, ...]:
    """The draft's sentences in order: `draft.text[start:end] == text`, none empty, none overlapping, indexes from 0.

    `language` is a BCP-47 code, "" for unknown (cut by the English rules, which serve most scripts). Every letter and
    digit of a span is in a sentence, but for stage directions and marks of footnotes.
    """
    language = language.partition("-")[0].lower() or "en"
    timeline = Timeline(draft)
    page_offsets = [offset for offset, _ in draft.pages]
    cutter = _Cutter(draft, language, timeline, cancel)
    sentences: list[Sentence] = []
    for number, span in enumerate(draft.spans):
        if number % _CHECK_EVERY == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Cutting it into sentences"), number, len(draft.spans)))
        for start, end in cutter.pieces(span):
            begin, stop = span.start + start, span.start + end
            sentences.append(
                Sentence(
                    index=len(sentences),
                    text=draft.text[begin:stop],
                    start=begin,
                    end=stop,
                    speaker=span.speaker,
                    line=bisect_right(draft.line_starts, begin) if draft.line_starts else span.line,
                    page=_page(draft, page_offsets, begin),
                    time=timeline.at(begin),
                    time_end=timeline.until(stop),
                )
            )
    return tuple(sentences)
