"""Reranking of a sentence's matches by a language model, and its comparison with the original order by the reviewers' decisions."""

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
    """Return True if a language model has ordered this sentence's matches."""
    return any(match.llm_rank for match in entry.matches)


def in_llm_order(matches: Sequence[Match]) -> tuple[Match, ...]:
    """Return the matches in the language model's order; those that it did not see follow in their own order."""
    return tuple(sorted(matches, key=lambda match: match.llm_rank or len(matches) + 1))


def with_order(entry: RankedSentence, order: Sequence[int]) -> RankedSentence:
    """Return the entry with a new order recorded on its first matches: `order` has their indexes, best first."""
    ranks = {index: rank for rank, index in enumerate(order, start=1)}
    return replace(entry, matches=tuple(replace(match, llm_rank=ranks.get(index, 0)) for index, match in enumerate(entry.matches)))


def without_order(entry: RankedSentence) -> RankedSentence:
    """Return the entry without a language model's order."""
    return with_order(entry, ())


def cut(entry: RankedSentence, top: int) -> RankedSentence:
    """Keep the matches that are among the first `top` in either order, in their own order, and those that the verdict is based on."""
    selected = (match for index, match in enumerate(entry.matches) if index < top or 0 < match.llm_rank <= top)
    return with_matches(entry, (match for match in selected if not match.follows))


def worth_reranking(entries: Sequence[RankedSentence], *, limit: int) -> list[int]:
    """Return the indexes of the entries to rerank: at most `limit`, by rank, among those with a possible match."""
    indexes = [index for index, entry in enumerate(entries) if entry.outcome is not Outcome.NONE and len(entry.matches) > 1]
    indexes.sort(key=lambda index: entries[index].rank)
    return indexes[:limit]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderComparison:
    """Comparison of two orders on `decided` sentences with a confirmed fact-check: how often each put one first, and its mean
    reciprocal rank."""

    decided: int
    own_first: int
    llm_first: int
    own_reciprocal: float
    llm_reciprocal: float

    @property
    def enough(self) -> bool:
        """Return True if there are enough decisions for a statement."""
        return self.decided >= ENOUGH

    @property
    def worse(self) -> bool:
        """Return True if the language model's order has the lower mean reciprocal rank."""
        return self.llm_reciprocal < self.own_reciprocal


def compare_orders(entries: Iterable[tuple[RankedSentence, Mapping[str, Mark]]]) -> OrderComparison:
    """Compare both orders on the reranked sentences, given with marks by fact-check id. Sentences count with at least one confirmed
    and one other match."""
    own_ranks, llm_ranks = [], []
    for entry, marks in entries:
        confirmed = {name for name, mark in marks.items() if name and mark.decision is not None and mark.decision.holds}
        if not is_reranked(entry):
            continue
        ranks = [_first(matches, confirmed) for matches in (entry.matches, in_llm_order(entry.matches))]
        if ranks[0] and len(entry.matches) > len(confirmed):
            own_ranks.append(ranks[0])
            llm_ranks.append(ranks[1])
    return OrderComparison(
        decided=len(own_ranks),
        own_first=own_ranks.count(1),
        llm_first=llm_ranks.count(1),
        own_reciprocal=_mean_reciprocal(own_ranks),
        llm_reciprocal=_mean_reciprocal(llm_ranks),
    )


def comparison_words(comparison: OrderComparison) -> str:
    """Return the comparison as a message for the user, "" with too few decisions."""
    if not comparison.enough:
        return ""
    message = tr(
        "On your {count} decisions this model put the confirmed fact-check first {llm} times, the order before it {own} times.",
        count=comparison.decided,
        llm=comparison.llm_first,
        own=comparison.own_first,
    )
    return f"{message} {tr('It makes the order worse.')}" if comparison.worse else message


def _first(matches: Sequence[Match], confirmed: set[str]) -> int:
    """Return the rank, from 1, of the first confirmed match, 0 for none. A grouped duplicate of a confirmed match counts as
    confirmed."""
    ranks = (rank for rank, match in enumerate(matches, start=1) if confirmed.intersection((match.factcheck.id, *match.same_as)))
    return next(ranks, 0)


def _mean_reciprocal(ranks: Sequence[int]) -> float:
    return sum(1 / rank for rank in ranks) / len(ranks) if ranks else 0.0
