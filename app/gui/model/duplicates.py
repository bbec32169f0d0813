"""A duplicate group for the eye: its members field by field, what differs between them, and whether they disagree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.domain.factcheck import FactCheck
from app.domain.overview import DuplicateGroup
from app.gui.model.labels import day
from app.gui.model.verdicts import verdict_badge
from app.translation import mark, tr, trn

VERDICT = "verdict"
_FIELDS: tuple[tuple[str, str, str, Callable[[FactCheck], str]], ...] = (
    (VERDICT, mark("Verdict"), mark("verdict"), lambda check: verdict_badge(check.verdict).word),
    ("rating", mark("Rating"), mark("rating"), lambda check: check.rating),
    ("claim", mark("Checked claim"), mark("checked claim"), lambda check: check.claim),
    ("title", mark("Title"), mark("title"), lambda check: check.title),
    ("publisher", mark("Publisher"), mark("publisher"), lambda check: check.publisher),
    ("published", mark("Published on"), mark("published on"), lambda check: day(check.published)),
    ("claimant", mark("Claimed by"), mark("claimed by"), lambda check: check.claimant),
    ("claimed", mark("Claimed on"), mark("claimed on"), lambda check: day(check.claimed)),
    ("url", mark("Link"), mark("link"), lambda check: check.url),
    ("language", mark("Language"), mark("language"), lambda check: check.language),
    ("note", mark("Note"), mark("note"), lambda check: check.note),
)
"""Each field with its name as a heading and as it stands within a sentence."""


@dataclass(frozen=True, slots=True)
class Line:
    """One field of all members, in their order; `name` is its heading, `within` its name within a sentence."""

    field: str
    name: str
    within: str
    values: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """True when not all members say the same here."""
        return len(set(self.values)) > 1


def lines(group: DuplicateGroup) -> tuple[Line, ...]:
    """The fields that any member fills."""
    all_lines = (
        Line(field, tr(name), tr(within), tuple(value(member) for member in group.members)) for field, name, within, value in _FIELDS
    )
    return tuple(line for line in all_lines if any(line.values))


def summary(group: DuplicateGroup) -> str:
    """Return the number of fact-checks and the fields in which they differ."""
    differing = [line.within for line in lines(group) if line.differs]
    difference = tr("differ in {fields}", fields=", ".join(differing)) if differing else tr("differ in nothing that is shown")
    return ", ".join((trn("{count} fact-check", "{count} fact-checks", len(group.members)), difference))


def heading(total: int, disagreeing: int) -> str:
    """The line above the list."""
    if not total:
        return tr("No two fact-checks repeat each other.")
    count_text = trn("{count} group of fact-checks that repeat each other", "{count} groups of fact-checks that repeat each other", total)
    if not disagreeing:
        return "; ".join((count_text, tr("within each the verdicts agree.")))
    return "; ".join(
        (count_text, trn("in {count} of them the verdicts disagree.", "in {count} of them the verdicts disagree.", disagreeing))
    )
