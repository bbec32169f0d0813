"""Selection of the sentences of a report, and their split into its sections."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.ranked import Outcome
from app.domain.reviewed import Included, ReportChoice, Reviewed
from app.services.reports.review_status import Finding, ReviewStatus, findings

SHOWN = 40
_DONE = (ReviewStatus.OWN, ReviewStatus.CONFIRMED, ReviewStatus.PARTIAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Sentences of a report. Tables use `all`; the sections for reading use `decided`, `open` and `machine` (found only by the
    program, without the `more` that were left out for length)."""

    all: tuple[Finding, ...]
    decided: tuple[Finding, ...]
    open: tuple[Finding, ...]
    machine: tuple[Finding, ...]
    rejected: int
    more: int
    total: int

    @property
    def listed(self) -> tuple[Finding, ...]:
        """Return all sentences that are listed for reading."""
        return (*self.decided, *self.open, *self.machine)


def choose(reviewed: Reviewed, choice: ReportChoice) -> Chosen:
    """Select the sentences and sort them into sections."""
    all_findings, shown_indexes = findings(reviewed), frozenset(choice.indexes)
    included = tuple(finding for finding in all_findings if _wanted(finding, choice.included, shown_indexes))
    machine = [finding for finding in included if finding.status is ReviewStatus.UNREVIEWED]
    if choice.included is not Included.SHOWN:
        machine = [finding for finding in machine if finding.entry.outcome is not Outcome.NONE]
    # Only the machine's list is cut, and only if the user did not pick its sentences.
    machine_listed = machine if choice.included is Included.SHOWN else machine[:SHOWN]
    return Chosen(
        all=included,
        decided=tuple(finding for finding in included if finding.status in _DONE),
        open=tuple(finding for finding in included if finding.status is ReviewStatus.OPEN),
        machine=tuple(machine_listed),
        rejected=sum(finding.status is ReviewStatus.REJECTED for finding in included),
        more=len(machine) - len(machine_listed),
        total=len(all_findings),
    )


def _wanted(finding: Finding, included: Included, shown_indexes: frozenset[int]) -> bool:
    if included is Included.REVIEWED:
        return finding.status is not ReviewStatus.UNREVIEWED
    return included is Included.EVERYTHING or finding.entry.sentence.index in shown_indexes
