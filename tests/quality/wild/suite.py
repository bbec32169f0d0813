"""Runs the cases of the wild collection and counts by kind how many are right, told and wrong."""

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
    """RIGHT: as expected. TOLD: something is missing, and a note or a refusal says so. WRONG: anything else."""

    RIGHT = "right"
    TOLD = "told"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A case, what was read, and what differs."""

    case: Case
    reading: Reading
    differences: tuple[Difference, ...]

    @property
    def mark(self) -> Mark:
        """The mark of the result."""
        if not self.differences:
            return Mark.RIGHT
        told = self.reading.refusal or any(not note.endswith(UNDATED) for note in self.reading.notes)
        return Mark.TOLD if told and all(one.loss for one in self.differences) else Mark.WRONG


def results(cases: Iterable[Case], session: Session) -> Iterator[Result]:
    """Each case with what the program makes of it."""
    for case in cases:
        reading = read_case(case, session)
        yield Result(case=case, reading=reading, differences=tuple(differences(case.expect, reading)))


def table(found: Sequence[Result]) -> list[tuple[str, Counter[Mark]]]:
    """By kind and in all how many cases were right, told and wrong."""
    kinds: dict[str, Counter[Mark]] = {}
    for result in found:
        for name in (result.case.kind, "all"):
            kinds.setdefault(name, Counter())[result.mark] += 1
    return sorted(kinds.items(), key=lambda item: (item[0] == "all", item[0]))
