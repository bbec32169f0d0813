"""A ranked document with what people decided about it: what a report is made of, and what somebody wants of the report."""

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
    """A ranking and its review. `keys` has one key a sentence, by its index (empty: nobody edited the document, so that the index
    itself is the key); `marks` are every reviewer's, as pairs, since a value travels as JSON; `acts` are those that hold, in order.

    The decisions of `lead` count where reviewers differ ("" for whoever marked first). `newsroom`, `logo` (a file's path) and
    `footer` dress the report; `addresses` go into ClaimReviews.
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
        """The key of the sentence at this index of the document."""
        return self.keys[index] if index < len(self.keys) else str(index)

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Who has marks; the one who leads first, then the others in their order."""
        known = tuple(who for who, pairs in self.marks.items() if pairs)
        return (self.lead, *(who for who in known if who != self.lead)) if self.lead in known else known


def pairs_of(marks: Marks) -> dict[str, MarkPairs]:
    """Every reviewer's marks in the form that `Reviewed` holds."""
    return {who: tuple(marks.all_of(who).items()) for who in marks.reviewers()}


class Included(StrEnum):
    """Which sentences a report is about."""

    EVERYTHING = "everything"
    REVIEWED = "reviewed"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportChoice:
    """What somebody wants of a report; `indexes` are the sentences shown by the filter, for `Included.SHOWN` alone."""

    included: Included = Included.EVERYTHING
    indexes: tuple[int, ...] = ()
    charts: bool = True


WHOLE = ReportChoice()
