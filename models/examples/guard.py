"""Keeps what the evaluation asks out of the training: the seven annotated debates are read for nothing but this.

A network that may not know what adapting is tested on either (`python -m models.trunk.train --untested`) is kept from that, too.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path

RUN = 6
"""A text that shares so many words in a row with a sentence of the seven debates is left out."""
AFTERMATH = timedelta(days=21)
"""Articles that appeared so soon after one of the seven debates are not used for quotes at all."""
_WORD = re.compile(r"\w+")


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """All runs of six words, lower case, without punctuation."""
    words = _WORD.findall(text.casefold())
    return (tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1))


class EvaluationGuard:
    """Knows the word runs and the days of the seven debates, or of the debates in all these folders; and the word runs of `texts`."""

    def __init__(self, *debates: Path, texts: Iterable[str] = ()) -> None:
        self._runs: set[tuple[str, ...]] = {run for text in texts for run in runs(text)}
        self._days: list[date] = []
        for path in sorted(path for folder in debates for path in (folder / "transcripts").glob("*.tsv")):
            self._days.append(date(int(path.stem[:4]), int(path.stem[4:6]), int(path.stem[6:8])))
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                    self._runs.update(runs(row[2]))

    def spoken(self, text: str) -> bool:
        """Whether the text shares a run of six words with one of the debates or texts."""
        return any(run in self._runs for run in runs(text))

    def aftermath(self, published: date | None) -> bool:
        """Whether an article of this day may report one of the debates; one without a date may."""
        return published is None or any(day <= published <= day + AFTERMATH for day in self._days)

    def kept(self, texts: Iterable[str]) -> list[str]:
        """The texts that were not spoken there."""
        return [text for text in texts if not self.spoken(text)]
