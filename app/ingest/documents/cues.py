"""Turn caption cues into a draft: remove repeats of roll-up captions, assign speakers, join lines, keep times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Cut, Draft, Span, TimeMark
from app.ingest.documents.label_candidates import Line
from app.ingest.documents.label_scorer import labels_of
from app.translation import tr

_LONG_PAUSE = 3.0
# Recognisers give this name to a speaker whom they do not know.
_UNKNOWN_SPEAKER = "unknown"
# Seconds for which a caption without an end time is shown if no other follows.
LAST_SECONDS = 5.0
_WIDE_END = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]$")
_WIDE_START = re.compile(r"^[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]")
_CHANGE_WITHIN = re.compile(r"(?<!\s)\s+(?=>>)")
_SPEAKER_CHANGE = re.compile(r"(?:>>+|»|[-–—‐](?=\s|[^\W\d_]))\s*")


@dataclass(frozen=True, slots=True)
class Word:
    """Text without a time code inside; `time` is its start in seconds, if the captions give one."""

    text: str
    time: float | None = None


@dataclass(frozen=True, slots=True)
class CueLine:
    """One line of a cue. `speaker` is the marked-up voice (`<v Name>`), "" if none. `apart` separates it from its neighbours."""

    words: tuple[Word, ...]
    speaker: str = ""
    apart: bool = False

    @property
    def text(self) -> str:
        """The line as displayed."""
        return " ".join("".join(word.text for word in self.words).split())


@dataclass(frozen=True, slots=True)
class Cue:
    """Lines on the screen from `start` to `end`, in seconds. Without `timed`, the times only give its position among the cues."""

    start: float
    end: float
    lines: tuple[CueLine, ...]
    timed: bool = True


def _non_blank_words(words: Sequence[Word]) -> list[Word]:
    """Return the words that have text; a space between two tags is appended to the word before it."""
    merged: list[Word] = []
    for word in words:
        if word.text.strip():
            merged.append(word)
        elif word.text and merged:
            merged[-1] = replace(merged[-1], text=merged[-1].text + " ")
    return merged


@dataclass(slots=True)
class _Piece:
    """One line of a cue with its words, times in seconds and speaker."""

    words: list[Word]
    start: float
    end: float
    speaker: str
    new_turn: bool = False
    timed: bool = True
    # The first of several lines of its cue.
    first_of_several: bool = False
    # The only line of its cue.
    only_line: bool = False


def _overlap(before: Sequence[str], after: Sequence[str]) -> int:
    """Return how many of the last lines of `before` are also the first lines of `after`."""
    for count in range(min(len(before), len(after)), 0, -1):
        if list(before[-count:]) == list(after[:count]):
            return count
    return 0


def _rolls_up(cues: Sequence[Cue]) -> bool:
    """Return True if the captions roll up: cues keep repeating lines of the cue just before them."""
    # Only a cue that follows at once can repeat lines of the one before it.
    pairs = [(before, after) for before, after in pairwise(cues) if after.start - before.end < 0.5]
    repeats = sum(_overlap(_texts(before), _texts(after)) > 0 or _grows(before, after) for before, after in pairs)
    return repeats >= 3 and repeats * 5 >= len(pairs)


def _texts(cue: Cue) -> list[str]:
    return [line.text for line in cue.lines]


def _grows(before: Cue, after: Cue) -> bool:
    earlier, later = " ".join(_texts(before)), " ".join(_texts(after))
    return bool(earlier) and later.startswith(earlier + " ")


def _without_first_words(lines: Sequence[CueLine], count: int) -> Iterator[CueLine]:
    for line in lines:
        words = line.text.split()
        if count >= len(words):
            count -= len(words)
        elif count:
            yield CueLine((Word(" ".join(words[count:])),), line.speaker)
            count = 0
        else:
            yield line


def without_rolled_repeats(cues: Sequence[Cue]) -> list[Cue]:
    """Return the cues with only what each adds to the one before it, if the captions roll up; else unchanged."""
    if not _rolls_up(cues):
        return list(cues)
    new_cues: list[Cue] = []
    before: Cue | None = None
    for cue in cues:
        lines = cue.lines
        if before is not None and cue.start - before.end < 0.5:
            repeated = _overlap(_texts(before), _texts(cue))
            if repeated:
                lines = cue.lines[repeated:]
            elif _grows(before, cue):
                lines = tuple(_without_first_words(cue.lines, len(" ".join(_texts(before)).split())))
        if lines:
            new_cues.append(replace(cue, lines=tuple(lines)))
        before = cue
    return new_cues


def _split_at_speaker_changes(line: CueLine) -> Iterator[CueLine]:
    """Split a line where another speaker begins within it (`>>`)."""
    words: list[Word] = []
    for word in line.words:
        for index, part in enumerate(_CHANGE_WITHIN.split(word.text)):
            if words and part.lstrip().startswith(">>") and any(before.text.strip() for before in words):
                yield replace(line, words=tuple(words))
                words = []
            words.append(replace(word, text=part) if index == 0 else Word(part))
    yield replace(line, words=tuple(words))


def _pieces(cues: Sequence[Cue]) -> list[_Piece]:
    pieces: list[_Piece] = []
    apart = False
    for cue in cues:
        lines = [turn for line in cue.lines for turn in _split_at_speaker_changes(line)]
        total = max(1, sum(len(line.text) for line in lines))
        characters_before = 0
        for number, line in enumerate(lines):
            # The lines of a cue divide its time by their length.
            first, last = characters_before / total, (characters_before + len(line.text)) / total
            characters_before += len(line.text)
            length = cue.end - cue.start
            changed = line.apart or apart
            begin, end = cue.start + first * length, cue.start + last * length
            pieces.append(
                _Piece(list(line.words), begin, end, line.speaker, changed, cue.timed, not number and len(lines) > 1, len(lines) == 1)
            )
            apart = line.apart
    return pieces


def _remove_start(piece: _Piece, count: int) -> None:
    """Remove the first `count` characters of a piece's text."""
    while count > 0 and piece.words:
        word = piece.words[0]
        if len(word.text) > count:
            piece.words[0] = replace(word, text=word.text[count:])
            return
        count -= len(word.text)
        piece.words.pop(0)


def _assign_speakers(pieces: list[_Piece], cancel: CancelToken) -> None:
    """Set speakers from `>>`, dashes and labels.

    A name holds until the next change; a change without a name makes the speaker unknown.
    """
    raw = ["".join(word.text for word in piece.words) for piece in pieces]
    changes = [_SPEAKER_CHANGE.match(text) for text in raw]
    texts = [text[change.end() :] if change else text for text, change in zip(raw, changes, strict=True)]
    arrows = [bool(change) and text.startswith((">", "»")) for text, change in zip(raw, changes, strict=True)]
    lines = [
        Line(text, piece.first_of_several or bool(change) or (piece.only_line and ":" in text), speaker_changed=arrow)
        for text, piece, change, arrow in zip(texts, pieces, changes, arrows, strict=True)
    ]
    labels = labels_of(lines, captions=True, cancel=cancel)
    dashes = sum(bool(change) and not arrow for change, arrow in zip(changes, arrows, strict=True))
    speaker = ""
    for number, (piece, change, arrow) in enumerate(zip(pieces, changes, arrows, strict=True)):
        label = next((label for label in labels.get(number, ()) if not texts[number][: label.start].strip()), None)
        if label and piece.speaker and not _same_person(label.speaker.name, piece.speaker):
            # A voice tag names the speaker, so "Mr Rennick, stay with us: …" is a sentence and no label.
            label = None
        # A single dash is punctuation; only several dashes mark speakers.
        marked = change is not None and (arrow or dashes >= 2)
        if change and (marked or label):
            piece.new_turn = True
            speaker = ""
        if label:
            piece.new_turn = True
            speaker = "" if label.speaker.name.casefold() == _UNKNOWN_SPEAKER else label.speaker.name
        if change and (marked or label):
            _remove_start(piece, change.end())
        if label:
            _remove_start(piece, label.end)
            if piece.first_of_several and not piece.words:
                # A name on a line of its own takes no time.
                pieces[number + 1].start = piece.start
        piece.speaker = piece.speaker or speaker


def _same_person(label: str, voice: str) -> bool:
    """Return True if one name contains all words of the other: "BERG" and "Anna Berg"."""
    first, second = set(label.casefold().split()), set(voice.casefold().split())
    return first <= second or second <= first


@dataclass(slots=True)
class _Writer:
    """Builds the draft's text with its spans and times."""

    draft: Draft
    parts: list[str] = field(default_factory=list)
    offset: int = 0
    paragraph_start: int = 0
    speaker: str = ""
    last_end: float = 0.0
    latest: float = 0.0

    def add(self, piece: _Piece) -> None:
        words = _non_blank_words(piece.words)
        if not words:
            return
        if self.offset > self.paragraph_start and self._breaks(piece):
            self.close()
        if self.offset == self.paragraph_start:
            self._name(piece.speaker)
        # Chinese and Japanese have no space between words.
        elif not (_WIDE_END.search(self.parts[-1]) and _WIDE_START.match(words[0].text.lstrip())):
            self._write(" ")
        self._timed(piece, words)
        self.last_end = piece.end

    def _breaks(self, piece: _Piece) -> bool:
        return piece.new_turn or piece.speaker != self.speaker or piece.start - self.last_end > _LONG_PAUSE

    def _name(self, speaker: str) -> None:
        if speaker and speaker != self.speaker:
            self._write(f"{speaker}:\n")
            self.paragraph_start = self.offset
        self.speaker = speaker

    def _write(self, text: str) -> None:
        self.parts.append(text)
        self.offset += len(text)

    def _timed(self, piece: _Piece, words: list[Word]) -> None:
        if not piece.timed:
            # This mark keeps the time of the cue before from reaching into this text.
            self.draft.times.append(TimeMark(offset=self.offset, time=None))
            self._write(" ".join("".join(word.text for word in words).split()))
            return
        # Inline times outside the line's own times are errors of the file.
        begins = [piece.start if word.time is None else max(piece.start, min(word.time, piece.end)) for word in words]
        ends = [*begins[1:], piece.end]
        joined = "".join(word.text for word in words)
        position = 0
        for word, begin, end in zip(words, begins, ends, strict=True):
            lead = len(word.text) - len(word.text.lstrip())
            text = " ".join(word.text.split())
            space = " " if position and (lead or joined[position - 1].isspace()) else ""
            self._write(space)
            # Times must not decrease with the offset.
            self.latest = max(begin, self.latest)
            end_offset = self.offset + len(text)
            self.draft.times.append(TimeMark(offset=self.offset, end=end_offset, time=self.latest, time_end=max(self.latest, end)))
            self._write(text)
            position += len(word.text)

    def close(self) -> None:
        """End the paragraph."""
        if self.offset > self.paragraph_start:
            self.draft.spans.append(Span(start=self.paragraph_start, end=self.offset, speaker=self.speaker))
            self._write("\n")
            self.paragraph_start = self.offset


def _untimed_note(cues: Sequence[Cue]) -> str:
    untimed = sum(not cue.timed for cue in cues)
    if not untimed:
        return ""
    return tr("{count} of {total} captions had no readable time; their words are kept where they stand.", count=untimed, total=len(cues))


def draft_of_cues(cues: Sequence[Cue], *, kind: str, cancel: CancelToken, count: bool = True) -> Draft:
    """Return a draft of the cues in time order, with a new paragraph for each turn and after a pause of three seconds.

    Untimed cues stay after the one they followed. With `count`, a note says how many there are.
    """
    # Python's sort is stable, so untimed cues stay after the one that they followed.
    ordered = sorted(cues, key=lambda cue: cue.start)
    pieces = _pieces(without_rolled_repeats(ordered))
    _assign_speakers(pieces, cancel)
    writer = _Writer(Draft(text="", format=kind, spans=[], cut=Cut.CAPTIONS))
    for number, piece in enumerate(pieces):
        if number % 256 == 0:
            cancel.check()
        writer.add(piece)
    writer.close()
    writer.draft.text = "".join(writer.parts).rstrip("\n")
    if count and (note := _untimed_note(cues)):
        writer.draft.notes.append(note)
    return writer.draft
