"""Which sentences go into a report, and in which part of it."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.ranked import Outcome
from app.domain.reviewed import Included, ReportChoice, Reviewed
from app.services.reports.standing import Finding, Standing, findings

SHOWN = 40
_DONE = (Standing.OWN, Standing.CONFIRMED, Standing.PARTIAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """`all` are the sentences chosen, for tables; the others are for reading: what was decided, what is open, and what only the
    machine found, of which `more` are left out for length."""

    all: tuple[Finding, ...]
    done: tuple[Finding, ...]
    open: tuple[Finding, ...]
    machine: tuple[Finding, ...]
    rejected: int
    more: int
    total: int

    @property
    def listed(self) -> tuple[Finding, ...]:
        """All that is listed for reading."""
        return (*self.done, *self.open, *self.machine)


def choose(reviewed: Reviewed, choice: ReportChoice) -> Chosen:
    """Sort the sentences. Nothing is cut short but a machine's list that nobody asked for sentence by sentence."""
    every, shown = findings(reviewed), frozenset(choice.indexes)
    included = tuple(finding for finding in every if _wanted(finding, choice.included, shown))
    machine = [finding for finding in included if finding.standing is Standing.UNREVIEWED]
    if choice.included is not Included.SHOWN:
        machine = [finding for finding in machine if finding.entry.outcome is not Outcome.NONE]
    listed = machine if choice.included is Included.SHOWN else machine[:SHOWN]
    return Chosen(
        all=included,
        done=tuple(finding for finding in included if finding.standing in _DONE),
        open=tuple(finding for finding in included if finding.standing is Standing.OPEN),
        machine=tuple(listed),
        rejected=sum(finding.standing is Standing.REJECTED for finding in included),
        more=len(machine) - len(listed),
        total=len(every),
    )


def _wanted(finding: Finding, included: Included, shown: frozenset[int]) -> bool:
    if included is Included.REVIEWED:
        return finding.standing is not Standing.UNREVIEWED
    return included is Included.EVERYTHING or finding.entry.sentence.index in shown
