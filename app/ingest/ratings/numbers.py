"""Ratings on a numeric scale, used only if the words say nothing and the scale itself is sound."""

from __future__ import annotations

import math

import regex

from app.domain.verdict import Verdict

_NUMBER = r"(-?\d+(?:[.,]\d+)?)"
_SCALE = regex.compile(
    rf"^\D{{0,20}}?{_NUMBER}\s*(?:/|out\s+of|von|sur|de|di|van|of|z|из|में\s+से|من)\s*{_NUMBER}\D{{0,12}}$", regex.IGNORECASE
)
_FIELD_PATTERNS = {
    name: regex.compile(rf"\b{name}(?:_?rating)?(?:value)?\W{{1,4}}{_NUMBER}", regex.IGNORECASE) for name in ("rating", "best", "worst")
}
_MIN_SHARES = (
    (0.9, Verdict.TRUE),
    (0.65, Verdict.MOSTLY_TRUE),
    (0.35, Verdict.MIXED),
    (0.1, Verdict.MOSTLY_FALSE),
)


def verdict_of_number(value: float, *, best: float, worst: float) -> Verdict:
    """Return the verdict nearest to the position of `value` between worst (false) and best (true), clamped to the scale.

    UNRATED if the scale says nothing: best equals worst, or a number is -1 (publishers' "no value") or not finite.
    """
    numbers = (value, best, worst)
    if best == worst or -1 in numbers or not all(math.isfinite(number) for number in numbers):
        return Verdict.UNRATED
    share = min(1.0, max(0.0, (value - worst) / (best - worst)))
    return next((verdict for least, verdict in _MIN_SHARES if share >= least), Verdict.FALSE)


def numbers_in(rating: str) -> tuple[float, float, float] | None:
    """Parse value, best and worst of "3/5", "3 out of 5" or "ratingValue 3, bestRating 5, worstRating 1"; None if there is no
    scale."""
    match = _SCALE.match(rating.strip())
    if match is not None:
        value, best = _number(match.group(1)), _number(match.group(2))
        # Scales usually begin with 1, unless the rating itself is lower.
        return value, best, min(1.0, value) if value >= 0 else -1.0
    values = {name: pattern.search(rating) for name, pattern in _FIELD_PATTERNS.items()}
    value_match, best_match, worst_match = values["rating"], values["best"], values["worst"]
    # A number without its scale says nothing.
    if value_match is None or best_match is None:
        return None
    worst = _number(worst_match.group(1)) if worst_match is not None else 1.0
    return _number(value_match.group(1)), _number(best_match.group(1)), worst


def _number(text: str) -> float:
    return float(text.replace(",", "."))
