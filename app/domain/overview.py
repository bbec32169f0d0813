"""Looking over a library: its publishers, its ratings with what they are taken for, and its duplicates."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.factcheck import FactCheck
from app.domain.importing import RefusedRow
from app.domain.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class PublisherSummary:
    """One publisher: how many fact-checks, the first and last date (ISO, "" where none is known), and (verdict, count) pairs."""

    name: str
    factchecks: int
    oldest: str = ""
    newest: str = ""
    verdicts: tuple[tuple[Verdict, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateGroup:
    """Fact-checks that are shown as one, in id order, bodies left out."""

    members: tuple[FactCheck, ...]

    @property
    def disagrees(self) -> bool:
        """True when the members' verdicts are not all the same."""
        return len({member.verdict for member in self.members}) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatePage:
    """Some of the groups; how many there are in all, and how many of those disagree."""

    groups: tuple[DuplicateGroup, ...]
    total: int
    disagreeing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRating:
    """A rating of one publisher with the verdict and rule that are stored for it, and how many fact-checks have all of them."""

    rating: str
    publisher: str
    verdict: Verdict
    rule: str
    factchecks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingUse:
    """A rating as the library holds it and as the rating tables read it now.

    `factchecks` have it, of these `publishers` (most frequent first); `verdict` and `rule` are what the tables say today. `changing`
    fact-checks have another one stored, which applying the tables would replace; those that were set `by_hand` stay.
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
    """One row of a rating table; `own` ones are the user's and win over the program's."""

    own: bool
    publisher: str
    phrase: str
    verdict: Verdict
    language: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingOverview:
    """Every rating of the library, every rule, and the rows of the user's table that could not be read."""

    uses: tuple[RatingUse, ...]
    rules: tuple[RatingRule, ...]
    refused: tuple[RefusedRow, ...] = ()
