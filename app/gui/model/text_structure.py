"""Structure of a document's text for reading: which lines are headings, which words are speakers or times, and how far lines
stand apart.

A document is one text cut into sentences; headings and labels are recognised from what lies on a line and between two sentences.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from app.domain.document import Sentence

_TIME = re.compile(r"[\[(]?(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?![\d:])[\])]?")
_LONGEST_HEADING = 90
_LIST = 2
"""So many lines that look like headings, before another such line, are a list."""
_ENDS = tuple(".?!…:;,。？！؟।")
_CLOSING = "\"'”’»)]"


class Role(Enum):
    """Role of a part of the text."""

    HEADING = auto()
    SPEAKER = auto()
    TIME = auto()
    ASIDE = auto()
    """Text between sentences that is neither, such as the headings of a table."""


@dataclass(frozen=True, slots=True)
class Part:
    """The code points [start, end) of the text, with their role."""

    start: int
    end: int
    role: Role


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the text: the code points [start, end) without its line break, and the space below it in heights of a line."""

    start: int
    end: int
    space: float


_NONE, _SMALL, _PARAGRAPH, _TURN, _SECTION = 0.0, 0.15, 0.5, 0.75, 0.9


class TextStructure:
    """Structure of one document. Parts and lines are worked out when they are asked for, since most of a long text is never seen."""

    def __init__(self, text: str, sentences: Sequence[Sentence]) -> None:
        """`text` is the document's as it is displayed, of the same length."""
        self._text, self._sentences = text, sentences
        self._starts = [sentence.start for sentence in self._sentences]
        line_breaks = self._text.count("\n", self._starts[0], self._sentences[-1].end) if self._sentences else 0
        self._has_paragraphs = 1.25 * (line_breaks + 1) < len(self._sentences)

    def labels(self, start: int, end: int) -> Iterator[Part]:
        """Yield speakers, times and other text between the sentences, for gaps that touch the code points [start, end)."""
        first = bisect_left(self._starts, start)
        previous_end = self._sentences[first - 1].end if first else 0
        for index in range(first, len(self._sentences)):
            if previous_end >= end:
                return
            sentence = self._sentences[index]
            if sentence.start - previous_end > 1:
                yield from self._between(previous_end, sentence)
            previous_end = sentence.end
        if previous_end < end:
            yield from self._words(previous_end, len(self._text), Role.ASIDE)

    def headings(self, start: int, end: int) -> Iterator[Part]:
        """Yield the headings among the lines [start, end)."""
        for line_start, line_end in self._lines(start, end):
            if self._is_heading(line_start, line_end):
                yield Part(line_start, line_end, Role.HEADING)

    def line_end(self, point: int) -> int:
        """Return the end of the line around a code point, without its line break."""
        line_break = self._text.find("\n", point)
        return line_break if line_break >= 0 else len(self._text)

    def line(self, point: int) -> Line:
        """Return the line that begins at a code point."""
        end = self.line_end(point)
        return Line(point, end, self._space_below(point, end))

    def _lines(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        while start < end:
            line_end = self.line_end(start)
            yield start, line_end
            start = line_end + 1

    def _between(self, start: int, sentence: Sentence) -> Iterator[Part]:
        """Yield the parts of the text between two sentences, `sentence` being the second."""
        speaker_start = self._find(sentence.speaker, start, sentence.start) if sentence.speaker else -1
        if speaker_start < 0:
            yield from self._words(start, sentence.start, Role.ASIDE)
            return
        speaker_end = speaker_start + len(sentence.speaker)
        yield from self._words(start, speaker_start, Role.ASIDE)
        yield Part(speaker_start, speaker_end, Role.SPEAKER)
        yield from self._words(speaker_end, sentence.start, Role.ASIDE)

    def _find(self, name: str, start: int, end: int) -> int:
        """Return where a name begins in the text, the last time before `end`; -1 where it does not stand there."""
        exact = self._text.rfind(name, start, end)
        gap = self._text[start:end]
        if exact >= 0 or len(gap.casefold()) != len(gap):
            return exact
        position = gap.casefold().rfind(name.casefold())
        return start + position if position >= 0 else -1

    def _words(self, start: int, end: int, role: Role) -> Iterator[Part]:
        """Yield the times in a part of the text and, with `role`, what stands between them."""
        for match in _TIME.finditer(self._text, start, end):
            if self._text[start : match.start()].strip():
                yield Part(start, match.start(), role)
            yield Part(match.start(), match.end(), Role.TIME)
            start = match.end()
        if self._text[start:end].strip():
            yield Part(start, end, role)

    def _space_below(self, start: int, end: int) -> float:
        """Return the space between a line and the next one; none beside an empty line, which is space itself."""
        next_start, next_end = end + 1, self.line_end(end + 1)
        if end >= len(self._text) or not self._text[start:end].strip() or not self._text[next_start:next_end].strip():
            return _NONE
        if self._is_heading(next_start, next_end):
            return _SECTION
        if self._begins_turn(next_start, next_end):
            return _TURN
        if self._is_heading(start, end) or not self._has_sentence(start, end):
            return _SMALL
        return _PARAGRAPH if self._has_paragraphs else _SMALL

    def _begins_turn(self, start: int, end: int) -> bool:
        """Return True for a line that begins with a speaker's name or a time."""
        index = bisect_left(self._starts, start)
        if index >= len(self._sentences):
            return False
        sentence = self._sentences[index]
        if sentence.start > end:  # the label stands on a line of its own
            return not self._has_sentence(start, end)
        return sentence.start > start and bool(self._text[start : sentence.start].strip())

    def _has_sentence(self, start: int, end: int) -> bool:
        """Return True if a sentence begins, ends or goes on in this line."""
        index = bisect_left(self._starts, end)
        return index > 0 and self._sentences[index - 1].end > start

    def _is_heading(self, start: int, end: int) -> bool:
        """Return True for a line that looks like a heading and stands before other text. Several such lines are a list; a name or a date
        may stand above a heading."""
        if not self._looks_like_heading(start, end):
            return False
        return start <= self._starts[0] or (not self._alike_from(end + 1, step=1) and self._alike_from(start - 1, step=-1) < _LIST)

    def _alike_from(self, point: int, *, step: int) -> int:
        """Return how many lines, at most two, from a line on look like headings, without empty lines and the first line of the text."""
        count = 0
        while count < _LIST and self._starts[0] < point < len(self._text):
            start, end = self._text.rfind("\n", 0, point) + 1, self.line_end(point)
            if self._text[start:end].strip():
                if start <= self._starts[0] or not self._looks_like_heading(start, end):
                    break
                count += 1
            point = end + 1 if step > 0 else start - 1
        return count

    def _looks_like_heading(self, start: int, end: int) -> bool:
        """Return True for a short line that is one sentence, without a full stop, and of no speaker."""
        if not 3 <= end - start <= _LONGEST_HEADING:
            return False
        index = bisect_left(self._starts, start)
        if index >= len(self._sentences):
            return False
        sentence, words = self._sentences[index], self._text[start:end].strip()
        if sentence.start >= end or sentence.start + len(words) != sentence.end or (sentence.speaker and not words.isupper()):
            return False
        return not words.rstrip(_CLOSING).endswith(_ENDS) and any(char.isalpha() for char in words)
