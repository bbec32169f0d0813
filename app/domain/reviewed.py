"""A ranked document with its reviewers' decisions, and the options of its reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.domain.publication import NOWHERE, Addresses
from app.domain.ranked import RankedDocument
from app.domain.review import Mark, Marks, ReviewOperation, Target

MarkPairs = tuple[tuple[Target, Mark], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """A ranking and its review.

    `keys` has one key for each sentence by index (empty for an unedited document, whose indexes are the keys); `marks` has every
    reviewer's marks as pairs, since the value is sent as JSON; `acts` are the operations in effect, in order. The decisions of
    `lead` win where reviewers differ ("" for the reviewer who marked first). `newsroom`, `logo` (a file's path) and `footer` brand
    the report; `addresses` are written into ClaimReviews.
    """

    ranked: RankedDocument
    keys: tuple[str, ...] = ()
    marks: Mapping[str, MarkPairs] = field(default_factory=dict)
    acts: tuple[ReviewOperation, ...] = ()
    lead: str = ""
    newsroom: str = ""
    logo: str = ""
    footer: str = ""
    addresses: Addresses = NOWHERE

    def key(self, index: int) -> str:
        """Return the key of the sentence at this index of the document."""
        return self.keys[index] if index < len(self.keys) else str(index)

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Return the reviewers with marks, the lead first, then the others in their order."""
        reviewers = tuple(reviewer for reviewer, pairs in self.marks.items() if pairs)
        return (self.lead, *(reviewer for reviewer in reviewers if reviewer != self.lead)) if self.lead in reviewers else reviewers


def pairs_of(marks: Marks) -> dict[str, MarkPairs]:
    """Return every reviewer's marks in the form of `Reviewed.marks`."""
    return {reviewer: tuple(marks.all_of(reviewer).items()) for reviewer in marks.reviewers()}


class Included(StrEnum):
    """Sentences that a report includes."""

    EVERYTHING = "everything"
    REVIEWED = "reviewed"
    SHOWN = "shown"


class ReportKind(StrEnum):
    """Kind of report of a reviewed document: the full report, or a draft with the confirmed sentences for publication."""

    REPORT = "report"
    STORY_SHEET = "story sheet"


class ReportOrder(StrEnum):
    """Order of a report for reading: decided sentences first, or speaker by speaker."""

    FINDING = "finding"
    SPEAKER = "speaker"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportChoice:
    """Options of a report; `indexes` are the sentences that pass the filter, used only for `Included.SHOWN`. Without a `title` the
    document's is used, without a `byline` the reviewers' names."""

    included: Included = Included.EVERYTHING
    indexes: tuple[int, ...] = ()
    charts: bool = True
    kind: ReportKind = ReportKind.REPORT
    order: ReportOrder = ReportOrder.FINDING
    title: str = ""
    byline: str = ""


WHOLE = ReportChoice()
