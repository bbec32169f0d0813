"""Cut a draft into sentences with exact code-point offsets, speaker, line, page and time."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from app.domain.document import Sentence
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.ingest.documents.draft import Cut, Draft, Span
from app.ingest.documents.full_stops import WritingHabits
from app.ingest.documents.note_marks import footnote_marks
from app.ingest.documents.sentence_ends import sentence_ends
from app.ingest.documents.stage_directions import blank_stage_directions
from app.ingest.documents.unpunctuated import LengthLimits, is_unspaced, segment_unpunctuated, tokens, weight
from app.translation import tr

_CHECK_EVERY = 64
_ACCENT = re.compile("[\u0300-\u036f]")
_LETTER = re.compile(r"[^\u0300-\u036f]?[\u0300-\u036f]*")


class Timeline:
    """Times of a draft's text in seconds, interpolated by characters within a mark."""

    def __init__(self, draft: Draft) -> None:
        self._marks = draft.times
        self._offsets = [mark.offset for mark in draft.times]

    def at(self, offset: int) -> float | None:
        """Return the seconds at which the character at `offset` is spoken; None before the first mark."""
        index = bisect_right(self._offsets, offset) - 1
        if index < 0:
            return None
        mark = self._marks[index]
        if mark.time is None or mark.time_end is None:
            return mark.time
        share = (offset - mark.offset) / max(1, mark.end - mark.offset)
        return round(mark.time + (mark.time_end - mark.time) * min(1.0, share), 3)

    def until(self, end: int) -> float | None:
        """Return the seconds at which the text before `end` is over; None if only starts are known."""
        index = bisect_right(self._offsets, end - 1) - 1
        mark = self._marks[index] if index >= 0 else None
        if mark is None or mark.time_end is None:
            return None
        return round(mark.time_end, 3) if end >= mark.end else self.at(end)


def _pieces(language: str, shadow: str, habits: WritingHabits) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each sentence, spaces included."""
    start = 0
    for end in sentence_ends(shadow, language, habits):
        yield start, end
        start = end


def _trim(shadow: str, start: int, end: int) -> tuple[int, int]:
    piece = shadow[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _has_letters(shadow: str, start: int, end: int) -> bool:
    return any(character.isalnum() for character in shadow[start:end])


def _merged(shadow: str, pieces: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return trimmed pieces. One without a letter or digit (a lone quotation mark, "...") joins the sentence before it."""
    merged: list[tuple[int, int]] = []
    pending: int | None = None
    for piece in pieces:
        start, end = _trim(shadow, *piece)
        if start >= end:
            continue
        if _has_letters(shadow, start, end):
            merged.append((start if pending is None else pending, end))
            pending = None
        elif merged:
            merged[-1] = (merged[-1][0], end)
        elif pending is None:
            pending = start
    return merged


def _composed(shadow: str) -> tuple[str, Sequence[int]]:
    """Compose letters and accents (NFC); also return the original offset of each character."""
    # Abbreviations are listed with composed letters.
    if shadow.isascii() or not _ACCENT.search(shadow):
        return shadow, range(len(shadow) + 1)
    characters: list[str] = []
    offsets: list[int] = []
    for match in _LETTER.finditer(shadow):
        composed = unicodedata.normalize("NFC", match[0])
        characters.append(composed)
        offsets.extend([match.start()] * len(composed))
    return "".join(characters), [*offsets, len(shadow)]


class _Cutter:
    """Cuts the spans of a draft; `language` is an ISO 639-1 code."""

    def __init__(self, draft: Draft, language: str, timeline: Timeline, cancel: CancelToken) -> None:
        self._draft, self._language, self._timeline, self._cancel = draft, language, timeline, cancel
        self._pacing = LengthLimits.of_captions(draft.text) if draft.cut is Cut.CAPTIONS else LengthLimits.of_prose(draft.text)
        self._habits = WritingHabits(draft.text, language)
        self._unspaced = is_unspaced(draft.text)
        self._notes = footnote_marks(draft.text)
        self._breaks = [mark.offset for mark in draft.times]

    def pieces(self, span: Span) -> list[tuple[int, int]]:
        """Return (start, end) of the sentences of a span, relative to its start."""
        raw = self._draft.text[span.start : span.end]
        if self._draft.cut is Cut.WHOLE:
            return [_trim(raw, 0, len(raw))] if raw.strip() else []
        # Stage directions and note marks become blanks in a shadow of the same length; sentences are cut there.
        shadow = blank_stage_directions(raw, captions=self._draft.cut is Cut.CAPTIONS).replace("\n", " ")
        shadow = self._without_marks(shadow, span)
        shadow, offsets = _composed(shadow)
        units: list[tuple[int, int]] = []
        for start, end in _merged(shadow, _pieces(self._language, shadow, self._habits)):
            self._cancel.check()
            units.extend(self._units(shadow, start, end, span.start, offsets))
        return [(offsets[start], offsets[end]) for start, end in units]

    def _without_marks(self, shadow: str, span: Span) -> str:
        """Replace footnote marks in the text of a span by blanks."""
        first, last = (bisect_left(self._notes, (offset, 0)) for offset in (span.start, span.end))
        for start, end in self._notes[first:last]:
            shadow = shadow[: start - span.start] + " " * (end - start) + shadow[end - span.start :]
        return shadow

    def _units(self, shadow: str, start: int, end: int, begin: int, offsets: Sequence[int]) -> list[tuple[int, int]]:
        """Return the sentence, or the units of one that is too long."""
        runs = shadow[start:end].split()
        if (sum(map(weight, runs)) if self._unspaced else len(runs)) <= self._pacing.sentence:
            return [(start, end)]
        # In scripts without spaces, a unit may also end where a caption begins.
        breaks = [bisect_right(offsets, mark - begin) - 1 for mark in self._marks(begin + offsets[start], begin + offsets[end])]
        words = tokens(shadow, start, end, breaks)
        times = [self._timeline.at(begin + offsets[word.start]) for word in words]
        return segment_unpunctuated(shadow, words, times, self._pacing, language=self._language, cancel=self._cancel)

    def _marks(self, low: int, high: int) -> Sequence[int]:
        return self._breaks[bisect_right(self._breaks, low) : bisect_right(self._breaks, high - 1)]


def _page(draft: Draft, offsets: list[int], start: int) -> int | None:
    index = bisect_right(offsets, start) - 1
    return draft.pages[index][1] if index >= 0 else None


def cut_sentences(draft: Draft, language: str, *, cancel: CancelToken, progress: Progress = no_progress) -> tuple[Sentence, ...]:
    """Return the draft's sentences in order: `draft.text[start:end] == text`, none empty, none overlapping, indexes from 0.

    `language` is a BCP-47 code, "" for unknown (cut by the English rules, which suit most scripts). Every letter and digit of a
    span is in a sentence, except stage directions and footnote marks.
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
