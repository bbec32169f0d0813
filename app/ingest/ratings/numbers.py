"""Ratings on a numeric scale, used only where the words say nothing and the scale itself is sound."""

from __future__ import annotations

import math

import regex

from app.domain.verdict import Verdict

_NUMBER = r"(-?\d+(?:[.,]\d+)?)"
_SCALE = regex.compile(
    rf"^\D{{0,20}}?{_NUMBER}\s*(?:/|out\s+of|von|sur|de|di|van|of|z|из|में\s+से|من)\s*{_NUMBER}\D{{0,12}}$", regex.IGNORECASE
)
_FIELDS = {
    name: regex.compile(rf"\b{name}(?:_?rating)?(?:value)?\W{{1,4}}{_NUMBER}", regex.IGNORECASE) for name in ("rating", "best", "worst")
}
_STEPS = (
    (0.9, Verdict.TRUE),
    (0.65, Verdict.MOSTLY_TRUE),
    (0.35, Verdict.MIXED),
    (0.1, Verdict.MOSTLY_FALSE),
)


def verdict_of_number(value: float, *, best: float, worst: float) -> Verdict:
    """The verdict nearest to where `value` lies between worst (false) and best (true), clamped to the scale.

    UNRATED where the scale says nothing: best equals worst, any number is -1 (publishers' "no value") or not finite.
    """
    numbers = (value, best, worst)
    if best == worst or -1 in numbers or not all(math.isfinite(number) for number in numbers):
        return Verdict.UNRATED
    share = min(1.0, max(0.0, (value - worst) / (best - worst)))
    return next((verdict for least, verdict in _STEPS if share >= least), Verdict.FALSE)


def numbers_in(rating: str) -> tuple[float, float, float] | None:
    """Value, best and worst of "3/5", "3 out of 5" or "ratingValue 3, bestRating 5, worstRating 1"; None where there is no scale."""
    found = _SCALE.match(rating.strip())
    if found is not None:
        value, best = _number(found.group(1)), _number(found.group(2))
        return value, best, min(1.0, value) if value >= 0 else -1.0
    values = {name: pattern.search(rating) for name, pattern in _FIELDS.items()}
    value_found, best_found, worst_found = values["rating"], values["best"], values["worst"]
    if value_found is None or best_found is None:
        return None
    worst = _number(worst_found.group(1)) if worst_found is not None else 1.0
    return _number(value_found.group(1)), _number(best_found.group(1)), worst


def _number(text: str) -> float:
    return float(text.replace(",", "."))
