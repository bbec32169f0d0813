"""From a stance scorer's rows to stance probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.progress import CancelToken
from app.domain.stance import StanceProbabilities
from app.ports import StanceScorer
from app.stance.clauses import nearest_part
from app.stance.opposites import turned_round

_DIGITS = 6


def judge_stances(pairs: Sequence[tuple[str, str]], *, scorer: StanceScorer, cancel: CancelToken) -> list[StanceProbabilities]:
    """The stance of each (published text, sentence) pair, in order.

    The mean of two looks: at the whole sentence, and at the part of it that the published text is about. The part alone
    would miss a denial that stands outside it; the whole alone is often too much for a small model. Where the two differ by a word and
    its opposite alone, agreement counts as disagreement.
    """
    halves = [(claim, nearest_part(sentence, claim)) for claim, sentence in pairs]
    looked_at = list(dict.fromkeys([*pairs, *halves]))
    if not looked_at:
        return []
    rows = scorer.stance([claim for claim, _ in looked_at], [text for _, text in looked_at], cancel=cancel)
    known = {pair: row.tolist() for pair, row in zip(looked_at, rows, strict=True)}
    found = [_mean(known[whole], known[part]) for whole, part in zip(pairs, halves, strict=True)]
    return [_turned(one) if turned_round(part, claim) else one for one, (claim, part) in zip(found, halves, strict=True)]


def _turned(one: StanceProbabilities) -> StanceProbabilities:
    return one if one.refute >= one.support else replace(one, support=one.refute, refute=one.support)


def _mean(one: Sequence[float], other: Sequence[float]) -> StanceProbabilities:
    support, refute, neutral = (round((first + second) / 2, _DIGITS) for first, second in zip(one, other, strict=True))
    return StanceProbabilities(support=support, refute=refute, neutral=neutral)
