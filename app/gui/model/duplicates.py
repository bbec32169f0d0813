"""A duplicate group for the eye: its members field by field, what differs between them, and whether they disagree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.domain.factcheck import FactCheck
from app.domain.overview import DuplicateGroup
from app.gui.model.labels import count, day
from app.gui.model.verdicts import verdict_look

_FIELDS: tuple[tuple[str, Callable[[FactCheck], str]], ...] = (
    ("Verdict", lambda check: verdict_look(check.verdict).word),
    ("Rating", lambda check: check.rating),
    ("Checked claim", lambda check: check.claim),
    ("Title", lambda check: check.title),
    ("Publisher", lambda check: check.publisher),
    ("Published on", lambda check: day(check.published)),
    ("Claimed by", lambda check: check.claimant),
    ("Claimed on", lambda check: day(check.claimed)),
    ("Link", lambda check: check.url),
    ("Language", lambda check: check.language),
    ("Note", lambda check: check.note),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One field of all members, in their order."""

    name: str
    values: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """True when not all members say the same here."""
        return len(set(self.values)) > 1


def lines(group: DuplicateGroup) -> tuple[Line, ...]:
    """The fields that any member fills."""
    made = (Line(name, tuple(value(member) for member in group.members)) for name, value in _FIELDS)
    return tuple(line for line in made if any(line.values))


def summary(group: DuplicateGroup) -> str:
    """How many, and what differs."""
    differing = [line.name.lower() for line in lines(group) if line.differs]
    what = f"differ in {', '.join(differing)}" if differing else "differ in nothing that is shown"
    return f"{count(len(group.members), 'fact-check')}, {what}"


def heading(total: int, disagreeing: int) -> str:
    """The line above the list."""
    if not total:
        return "No two fact-checks repeat each other."
    found = f"{count(total, 'group')} of fact-checks that repeat each other"
    if not disagreeing:
        return f"{found}; within each the verdicts agree."
    return f"{found}; in {disagreeing:,} of them the verdicts disagree."
