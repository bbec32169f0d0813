"""AVeriTeC's training claims by date: the last 15% are our test, the 15% before them are for choosing, the rest is for training.

Claims without a date are always training. A day is never on both sides: the day on which a part begins belongs to it as a whole, so that a
part is a little larger than its share and no order of one day's claims matters.
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
    """Places in the file, from 0 and in its order. Nothing is chosen on `test`; `choice` is the last 15% of what is before it."""

    train: tuple[int, ...]
    choice: tuple[int, ...]
    test: tuple[int, ...]

    @property
    def before_test(self) -> tuple[int, ...]:
        """Training and choice together: what a model that is tested may have learnt from."""
        return tuple(sorted(self.train + self.choice))


def split_by_date(claims: Sequence[Verification]) -> DateSplit:
    """The parts of these claims."""
    days = [claim.claim.made for claim in claims]
    places = tuple(range(len(days)))
    earlier, test = _cut(places, days)
    train, choice = _cut(earlier, days)
    return DateSplit(train=train, choice=choice, test=test)


def _cut(places: Sequence[int], days: Sequence[date | None]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places before and from the day on which the last 15% of them begin."""
    ordered = sorted(days[place] or date.min for place in places)
    begins = ordered[int(_EARLIER * len(ordered))] if ordered else date.min
    later = frozenset(place for place in places if begins > date.min and (days[place] or date.min) >= begins)
    return tuple(place for place in places if place not in later), tuple(place for place in places if place in later)
