"""Overview of a library: its publishers, ratings with their verdicts, and duplicates."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.factcheck import FactCheck
from app.domain.importing import RefusedRow
from app.domain.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class PublisherSummary:
    """One publisher: number of fact-checks, first and last date (ISO, "" when unknown), and (verdict, count) pairs."""

    name: str
    factchecks: int
    oldest: str = ""
    newest: str = ""
    verdicts: tuple[tuple[Verdict, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateGroup:
    """Fact-checks that are displayed as one, by id, without bodies."""

    members: tuple[FactCheck, ...]

    @property
    def disagrees(self) -> bool:
        """Return True if the members' verdicts differ."""
        return len({member.verdict for member in self.members}) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatePage:
    """One page of groups, the total number of groups, and the number of those that disagree."""

    groups: tuple[DuplicateGroup, ...]
    total: int
    disagreeing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRating:
    """A rating of one publisher with its stored verdict and rule, and the number of fact-checks with all three."""

    rating: str
    publisher: str
    verdict: Verdict
    rule: str
    factchecks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingUse:
    """A rating in the library, and its reading by the current rating tables.

    `factchecks` have it, from these `publishers` (most frequent first); `verdict` and `rule` are those of the current tables.
    `changing` fact-checks have another verdict or rule stored, which applying the tables would replace; those set `by_hand` stay.
    """

    rating: str
    publishers: tuple[str, ...]
    factchecks: int
    verdict: Verdict
    rule: str
    changing: int = 0
    by_hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRule:
    """One row of a rating table; `own` rows are the user's and take precedence."""

    own: bool
    publisher: str
    phrase: str
    verdict: Verdict
    language: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingOverview:
    """All ratings of the library, all rules, and the unreadable rows of the user's table."""

    uses: tuple[RatingUse, ...]
    rules: tuple[RatingRule, ...]
    refused: tuple[RefusedRow, ...] = ()
