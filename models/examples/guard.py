"""Protection of the evaluation: texts of the seven annotated debates are kept out of training.

The debates are read for this purpose only. With `python -m models.trunk.train --untested`, the data on which adapting is tested are
kept out as well.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path

RUN = 6
"""Length of the word runs. A text that shares one with a sentence of the seven debates is left out."""
AFTERMATH = timedelta(days=21)
"""Articles of this time after one of the seven debates are not used for quotes at all."""
_WORD = re.compile(r"\w+")


def word_runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield all runs of six words, lower case, without punctuation."""
    words = _WORD.findall(text.casefold())
    return (tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1))


class EvaluationGuard:
    """Filter for training texts, by the word runs and days of the debates in these folders and by the word runs of `texts`."""

    def __init__(self, *debates: Path, texts: Iterable[str] = ()) -> None:
        self._runs: set[tuple[str, ...]] = {run for text in texts for run in word_runs(text)}
        self._days: list[date] = []
        for path in sorted(path for folder in debates for path in (folder / "transcripts").glob("*.tsv")):
            self._days.append(date(int(path.stem[:4]), int(path.stem[4:6]), int(path.stem[6:8])))
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                    self._runs.update(word_runs(row[2]))

    def overlaps(self, text: str) -> bool:
        """Return True if the text shares a run of six words with an evaluation debate or text."""
        return any(run in self._runs for run in word_runs(text))

    def may_report(self, published: date | None) -> bool:
        """Return True if an article of this day may report one of the debates. Undated articles may."""
        return published is None or any(day <= published <= day + AFTERMATH for day in self._days)

    def unseen(self, texts: Iterable[str]) -> list[str]:
        """Return the texts that do not overlap with the evaluation."""
        return [text for text in texts if not self.overlaps(text)]
