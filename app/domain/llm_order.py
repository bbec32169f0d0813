"""The order that a language model gave a sentence's matches, beside their own; and which of the two was nearer to what people decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.domain.match import Match
from app.domain.ranked import Outcome, RankedSentence, with_matches
from app.domain.review import Mark
from app.translation import tr

ENOUGH = 10
"""Decisions from which on the two orders are compared: with fewer, chance says more than the model."""


def is_reranked(entry: RankedSentence) -> bool:
    """Whether a language model gave this sentence's matches an order."""
    return any(match.llm_rank for match in entry.matches)


def in_llm_order(matches: Sequence[Match]) -> tuple[Match, ...]:
    """The matches as the language model put them; those it was not shown follow as they were."""
    return tuple(sorted(matches, key=lambda match: match.llm_rank or len(matches) + 1))


def with_order(entry: RankedSentence, order: Sequence[int]) -> RankedSentence:
    """The entry with a new order noted at its first matches: `order` holds their places, from 0, best first."""
    ranks = {place: rank for rank, place in enumerate(order, start=1)}
    return replace(entry, matches=tuple(replace(match, llm_rank=ranks.get(place, 0)) for place, match in enumerate(entry.matches)))


def without_order(entry: RankedSentence) -> RankedSentence:
    """The entry as it was before a language model saw it."""
    return with_order(entry, ())


def cut(entry: RankedSentence, top: int) -> RankedSentence:
    """The matches that are among the first in either order, in their own order, and the one that the verdict rests on."""
    kept = (match for place, match in enumerate(entry.matches) if place < top or 0 < match.llm_rank <= top)
    return with_matches(entry, (match for match in kept if not match.follows))


def worth_reranking(entries: Sequence[RankedSentence], *, most: int) -> list[int]:
    """Which entries of a ranking to spend the model on: at most so many, by rank, of those that any fact-check may be about."""
    chosen = [place for place, entry in enumerate(entries) if entry.outcome is not Outcome.NONE and len(entry.matches) > 1]
    chosen.sort(key=lambda place: entries[place].rank)
    return chosen[:most]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderComparison:
    """On `decided` sentences with a confirmed fact-check, how often each order put one first, and the mean of 1/place of its first one."""

    decided: int
    own_first: int
    llm_first: int
    own_reciprocal: float
    llm_reciprocal: float

    @property
    def enough(self) -> bool:
        """Whether there are decisions enough to say anything."""
        return self.decided >= ENOUGH

    @property
    def worse(self) -> bool:
        """Whether the language model's order is the worse one, by the mean of 1/place."""
        return self.llm_reciprocal < self.own_reciprocal


def compare_orders(entries: Iterable[tuple[RankedSentence, Mapping[str, Mark]]]) -> OrderComparison:
    """Of each reranked sentence with marks by fact-check id: those with at least one confirmed and one other match count."""
    own, llm = [], []
    for entry, marks in entries:
        confirmed = {name for name, mark in marks.items() if name and mark.decision is not None and mark.decision.holds}
        if not is_reranked(entry):
            continue
        places = [_first(matches, confirmed) for matches in (entry.matches, in_llm_order(entry.matches))]
        if places[0] and len(entry.matches) > len(confirmed):
            own.append(places[0])
            llm.append(places[1])
    return OrderComparison(
        decided=len(own),
        own_first=own.count(1),
        llm_first=llm.count(1),
        own_reciprocal=_mean_reciprocal(own),
        llm_reciprocal=_mean_reciprocal(llm),
    )


def comparison_words(comparison: OrderComparison) -> str:
    """What the user's own decisions say of the two orders, "" where there are too few of them."""
    if not comparison.enough:
        return ""
    told = tr(
        "On your {count} decisions this model put the confirmed fact-check first {llm} times, the order before it {own} times.",
        count=comparison.decided,
        llm=comparison.llm_first,
        own=comparison.own_first,
    )
    return f"{told} {tr('It makes the order worse.')}" if comparison.worse else told


def _first(matches: Sequence[Match], confirmed: set[str]) -> int:
    """The place, from 1, of the first confirmed match; 0 where none is there. A grouped duplicate of a confirmed one counts as it."""
    places = (place for place, match in enumerate(matches, start=1) if confirmed.intersection((match.factcheck.id, *match.same_as)))
    return next(places, 0)


def _mean_reciprocal(places: Sequence[int]) -> float:
    return sum(1 / place for place in places) / len(places) if places else 0.0
