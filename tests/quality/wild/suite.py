"""Runs the cases of the wild collection and counts right, reported and wrong ones by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.bootstrap import Session
from tests.quality.wild.cases import Case
from tests.quality.wild.comparing import Difference, differences
from tests.quality.wild.reading import UNDATED, Reading, read_case


class Mark(StrEnum):
    """RIGHT: as expected. TOLD: content is missing, and a note or a refusal says so. WRONG: anything else."""

    RIGHT = "right"
    TOLD = "told"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A case, its reading, and the differences."""

    case: Case
    reading: Reading
    differences: tuple[Difference, ...]

    @property
    def mark(self) -> Mark:
        """Return the mark of the result."""
        if not self.differences:
            return Mark.RIGHT
        is_reported = self.reading.refusal or any(not note.endswith(UNDATED) for note in self.reading.notes)
        return Mark.TOLD if is_reported and all(difference.loss for difference in self.differences) else Mark.WRONG


def results(cases: Iterable[Case], session: Session) -> Iterator[Result]:
    """Yield each case with the program's result."""
    for case in cases:
        reading = read_case(case, session)
        yield Result(case=case, reading=reading, differences=tuple(differences(case.expect, reading)))


def table(case_results: Sequence[Result]) -> list[tuple[str, Counter[Mark]]]:
    """Count right, reported and wrong cases by kind and in total."""
    kinds: dict[str, Counter[Mark]] = {}
    for result in case_results:
        for name in (result.case.kind, "all"):
            kinds.setdefault(name, Counter())[result.mark] += 1
    return sorted(kinds.items(), key=lambda item: (item[0] == "all", item[0]))
