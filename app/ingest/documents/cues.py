"""Caption cues into a draft: rolling repeats taken out, speakers kept, cues joined before they are cut, times remembered."""

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
_UNKNOWN = "unknown"
"""What recognisers call a speaker whom they do not know."""
LAST_SECONDS = 5.0
"""How long a caption is shown that says only when it begins, and has none behind it."""
_WIDE_END = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]$")
_WIDE_START = re.compile(r"^[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]")
_CHANGE_INSIDE = re.compile(r"(?<!\s)\s+(?=>>)")
_CHANGE = re.compile(r"(?:>>+|»|[-–—‐](?=\s|[^\W\d_]))\s*")


@dataclass(frozen=True, slots=True)
class Word:
    """A run of text without a time code inside; `time` is set where the captions say when it begins."""

    text: str
    time: float | None = None


@dataclass(frozen=True, slots=True)
class CueLine:
    """One line of a cue; `speaker` as marked up (`<v Name>`), "" where nothing says; `apart` keeps it from its neighbours."""

    words: tuple[Word, ...]
    speaker: str = ""
    apart: bool = False

    @property
    def text(self) -> str:
        """The line as shown."""
        return " ".join("".join(word.text for word in self.words).split())


@dataclass(frozen=True, slots=True)
class Cue:
    """What is on the screen from `start` to `end` seconds; without `timed` they only say between which cues it stands."""

    start: float
    end: float
    lines: tuple[CueLine, ...]
    timed: bool = True


def _spaced(words: Sequence[Word]) -> list[Word]:
    """The words that say something; a space between two tags goes to the word before it."""
    kept: list[Word] = []
    for word in words:
        if word.text.strip():
            kept.append(word)
        elif word.text and kept:
            kept[-1] = replace(kept[-1], text=kept[-1].text + " ")
    return kept


@dataclass(slots=True)
class _Piece:
    """A line on its way into the text."""

    words: list[Word]
    start: float
    end: float
    speaker: str
    changed: bool = False
    timed: bool = True
    heads: bool = False
    """It is the first of several lines of a cue."""
    single: bool = False
    """It is the only line of a cue."""


def _overlap(before: Sequence[str], after: Sequence[str]) -> int:
    """How many of the last lines of `before` are the first lines of `after`."""
    for count in range(min(len(before), len(after)), 0, -1):
        if list(before[-count:]) == list(after[:count]):
            return count
    return 0


def _rolling(cues: Sequence[Cue]) -> bool:
    """Whether the captions roll: cues keep repeating what the one before them showed, right after it."""
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


def unrolled(cues: Sequence[Cue]) -> list[Cue]:
    """The cues with only what each adds to the one before it, if the captions roll; else as they are."""
    if not _rolling(cues):
        return list(cues)
    kept: list[Cue] = []
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
            kept.append(replace(cue, lines=tuple(lines)))
        before = cue
    return kept


def _turns(line: CueLine) -> Iterator[CueLine]:
    """The line cut where another speaker begins in its middle (`>>`)."""
    words: list[Word] = []
    for word in line.words:
        for place, part in enumerate(_CHANGE_INSIDE.split(word.text)):
            if words and part.lstrip().startswith(">>") and any(before.text.strip() for before in words):
                yield replace(line, words=tuple(words))
                words = []
            words.append(replace(word, text=part) if place == 0 else Word(part))
    yield replace(line, words=tuple(words))


def _pieces(cues: Sequence[Cue]) -> list[_Piece]:
    pieces: list[_Piece] = []
    apart = False
    for cue in cues:
        lines = [turn for line in cue.lines for turn in _turns(line)]
        total = max(1, sum(len(line.text) for line in lines))
        begun = 0
        for number, line in enumerate(lines):
            first, last = begun / total, (begun + len(line.text)) / total
            begun += len(line.text)
            length = cue.end - cue.start
            changed = line.apart or apart
            begin, end = cue.start + first * length, cue.start + last * length
            pieces.append(
                _Piece(list(line.words), begin, end, line.speaker, changed, cue.timed, not number and len(lines) > 1, len(lines) == 1)
            )
            apart = line.apart
    return pieces


def _take_off(piece: _Piece, count: int) -> None:
    """Remove the first `count` characters of a piece's text."""
    while count > 0 and piece.words:
        word = piece.words[0]
        if len(word.text) > count:
            piece.words[0] = replace(word, text=word.text[count:])
            return
        count -= len(word.text)
        piece.words.pop(0)


def _assign_speakers(pieces: list[_Piece], cancel: CancelToken) -> None:
    """Speakers from `>>`, dashes and labels; a name stays until the next change, a bare change leaves it unknown."""
    raw = ["".join(word.text for word in piece.words) for piece in pieces]
    changes = [_CHANGE.match(text) for text in raw]
    said = [text[change.end() :] if change else text for text, change in zip(raw, changes, strict=True)]
    arrows = [bool(change) and text.startswith((">", "»")) for text, change in zip(raw, changes, strict=True)]
    lines = [
        Line(text, piece.heads or bool(change) or (piece.single and ":" in text), changed=arrow)
        for text, piece, change, arrow in zip(said, pieces, changes, arrows, strict=True)
    ]
    labels = labels_of(lines, captions=True, cancel=cancel)
    dashes = sum(bool(change) and not arrow for change, arrow in zip(changes, arrows, strict=True))
    speaker = ""
    for number, (piece, change, arrow) in enumerate(zip(pieces, changes, arrows, strict=True)):
        label = next((label for label in labels.get(number, ()) if not said[number][: label.start].strip()), None)
        if label and piece.speaker and not _same_person(label.head.name, piece.speaker):
            label = None  # a voice tag says who speaks: "Mr Rennick, stay with us: …" is the speaker's own sentence
        marked = change is not None and (arrow or dashes >= 2)
        if change and (marked or label):
            piece.changed = True
            speaker = ""
        if label:
            piece.changed = True
            speaker = "" if label.head.name.casefold() == _UNKNOWN else label.head.name
        if change and (marked or label):
            _take_off(piece, change.end())
        if label:
            _take_off(piece, label.end)
            if piece.heads and not piece.words:
                pieces[number + 1].start = piece.start  # a name on a line of its own takes no time
        piece.speaker = piece.speaker or speaker


def _same_person(label: str, voice: str) -> bool:
    """Return True if all words of one name are in the other: "BERG" and "Anna Berg"."""
    first, second = set(label.casefold().split()), set(voice.casefold().split())
    return first <= second or second <= first


@dataclass(slots=True)
class _Writer:
    """Collects the text with its spans and times."""

    draft: Draft
    parts: list[str] = field(default_factory=list)
    offset: int = 0
    opened: int = 0
    speaker: str = ""
    last_end: float = 0.0
    latest: float = 0.0

    def add(self, piece: _Piece) -> None:
        words = _spaced(piece.words)
        if not words:
            return
        if self.offset > self.opened and self._breaks(piece):
            self.close()
        if self.offset == self.opened:
            self._name(piece.speaker)
        elif not (_WIDE_END.search(self.parts[-1]) and _WIDE_START.match(words[0].text.lstrip())):
            self._write(" ")
        self._timed(piece, words)
        self.last_end = piece.end

    def _breaks(self, piece: _Piece) -> bool:
        return piece.changed or piece.speaker != self.speaker or piece.start - self.last_end > _LONG_PAUSE

    def _name(self, speaker: str) -> None:
        if speaker and speaker != self.speaker:
            self._write(f"{speaker}:\n")
            self.opened = self.offset
        self.speaker = speaker

    def _write(self, text: str) -> None:
        self.parts.append(text)
        self.offset += len(text)

    def _timed(self, piece: _Piece, words: list[Word]) -> None:
        if not piece.timed:
            self.draft.times.append(TimeMark(offset=self.offset, time=None))
            self._write(" ".join("".join(word.text for word in words).split()))
            return
        begins = [piece.start if word.time is None else max(piece.start, min(word.time, piece.end)) for word in words]
        ends = [*begins[1:], piece.end]
        joined = "".join(word.text for word in words)
        place = 0
        for word, begin, end in zip(words, begins, ends, strict=True):
            lead = len(word.text) - len(word.text.lstrip())
            text = " ".join(word.text.split())
            space = " " if place and (lead or joined[place - 1].isspace()) else ""
            self._write(space)
            self.latest = max(begin, self.latest)
            place_end = self.offset + len(text)
            self.draft.times.append(TimeMark(offset=self.offset, end=place_end, time=self.latest, time_end=max(self.latest, end)))
            self._write(text)
            place += len(word.text)

    def close(self) -> None:
        """End the paragraph."""
        if self.offset > self.opened:
            self.draft.spans.append(Span(start=self.opened, end=self.offset, speaker=self.speaker))
            self._write("\n")
            self.opened = self.offset


def _untimed_note(cues: Sequence[Cue]) -> str:
    untimed = sum(not cue.timed for cue in cues)
    if not untimed:
        return ""
    return tr("{count} of {total} captions had no readable time; their words are kept where they stand.", count=untimed, total=len(cues))


def draft_of_cues(cues: Sequence[Cue], *, kind: str, cancel: CancelToken, count: bool = True) -> Draft:
    """A draft of the cues in time order, a paragraph for each turn or after a pause of three seconds.

    Untimed cues stay behind the one they followed; a note says how many there are (with `count`).
    """
    ordered = sorted(cues, key=lambda cue: cue.start)
    pieces = _pieces(unrolled(ordered))
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
