"""Strip beside the scroll bar: the positions of matched sentences, and the sentence at a position."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from app.gui.model.sentence_row import SentenceRow
from app.gui.model.verdicts import RATINGS, Finding, finding_badge
from app.translation import number, tr, trn

_NEAR, _LOOKED_AT = 5.0, 40


@dataclass(frozen=True, slots=True)
class Strip:
    """`rows` are the matched sentences in document order, laid along `height` pixels by their share of the text's `length`."""

    rows: Sequence[SentenceRow]
    length: int
    height: float

    def top(self, point: int) -> float:
        """Return the height of a code point on the strip, in pixels."""
        return point / max(1, self.length) * self.height

    def near(self, y: float) -> SentenceRow | None:
        """The matched sentence nearest to a height, a surely checked one before one that perhaps is; None where none is near enough."""
        point = y / max(1.0, self.height) * self.length
        index = bisect_left(self.rows, point, key=_start)
        around = self.rows[max(0, index - _LOOKED_AT) : index + _LOOKED_AT]
        distance_of = {row.sentence.index: abs(self.top(row.sentence.start) - y) for row in around}
        close = [row for row in around if distance_of[row.sentence.index] <= _NEAR]
        return min(close, key=lambda row: (row.finding not in RATINGS, distance_of[row.sentence.index]), default=None)


def _start(row: SentenceRow) -> int:
    return row.sentence.start


def strip_words(findings: dict[Finding, int], sentences: int) -> str:
    """Describe the strip: “Of 1,245 sentences: 8 false, 1 true, 12 perhaps checked”."""
    counts = [_counted(finding, findings[finding]) for finding in Finding if findings.get(finding)]
    if not counts:
        return tr("Nothing is ranked yet")
    return trn("Of {count} sentence: {findings}", "Of {count} sentences: {findings}", sentences, findings=", ".join(counts))


def _counted(finding: Finding, sentences: int) -> str:
    return tr("{number} {finding}", number=number(sentences), finding=_lowered(finding_badge(finding).word))


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:]
