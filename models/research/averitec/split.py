"""Split of AVeriTeC's training claims by date: the last 15% are our test, the 15% before them the choice part, the others train.

Claims without a date are always training. All claims of a day are in one part, the later one. So a part may be a little larger than
its share, and the order within a day does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.domain.verification import Verification

_EARLIER = 0.85
PARTS = ("train", "choice", "test")


@dataclass(frozen=True, slots=True, kw_only=True)
class DateSplit:
    """Indexes in the file, from 0 and in its order.

    Nothing is chosen on `test`. `choice` is the last 15% of the claims before it.
    """

    train: tuple[int, ...]
    choice: tuple[int, ...]
    test: tuple[int, ...]

    @property
    def before_test(self) -> tuple[int, ...]:
        """Return training and choice together, the data that a tested model may be trained on."""
        return tuple(sorted(self.train + self.choice))


def split_by_date(claims: Sequence[Verification]) -> DateSplit:
    """Return the parts of these claims by date."""
    days = [claim.claim.made for claim in claims]
    indexes = tuple(range(len(days)))
    earlier, test = _cut(indexes, days)
    train, choice = _cut(earlier, days)
    return DateSplit(train=train, choice=choice, test=test)


def _cut(indexes: Sequence[int], days: Sequence[date | None]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split the indexes at the day on which the last 15% of them begin."""
    ordered = sorted(days[index] or date.min for index in indexes)
    first_day = ordered[int(_EARLIER * len(ordered))] if ordered else date.min
    later = frozenset(index for index in indexes if first_day > date.min and (days[index] or date.min) >= first_day)
    return tuple(index for index in indexes if index not in later), tuple(index for index in indexes if index in later)
