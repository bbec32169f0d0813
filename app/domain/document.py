"""A document loaded by the user, and its sentences with their positions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence, or one row of a transcript table.

    `start` and `end` are code-point offsets into `Document.text` (`text[start:end] == sentence.text`). `line` is the
    row's own number in a transcript table, else the 1-based line of the source where that means something. `time` and
    `time_end` are seconds from the start of the recording; `page` is 1-based. `language` is a BCP-47 code where the sentence is in
    another language than its document, else "".
    """

    index: int
    text: str
    start: int
    end: int
    speaker: str = ""
    line: int | None = None
    page: int | None = None
    time: float | None = None
    time_end: float | None = None
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A whole document: `text` is displayed, `sentences` cut it in order without overlap.

    `notes` are messages for the user about reading the file (omitted footnotes, a guessed encoding); `language` is a BCP-47 code or
    "" when unknown; `date` is the day on which it was said, if the file has it.
    """

    title: str
    text: str
    sentences: tuple[Sentence, ...]
    source: str = ""
    format: str = ""
    language: str = ""
    date: date | None = None
    notes: tuple[str, ...] = ()

    def language_of(self, sentence: Sentence) -> str:
        """Return the language of one of its sentences, "" when unknown."""
        return sentence.language or self.language

    @property
    def main_language(self) -> str:
        """Return the language of most sentences, "" when unknown; a tie goes to the document's own language."""
        counts = Counter(self.language_of(sentence) for sentence in self.sentences)
        return max(counts, key=lambda code: (counts[code], code == self.language), default=self.language)


def clock(seconds: float | None, *, padded: bool = False) -> str:
    """Format a time code as `12:41` or `1:02:03`, with two-digit minutes if `padded`; "" for None or a negative time."""
    if seconds is None or seconds < 0:
        return ""
    minutes, remainder = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02d}:{remainder:02d}"
    return f"{minutes:02d}:{remainder:02d}" if padded else f"{minutes}:{remainder:02d}"
