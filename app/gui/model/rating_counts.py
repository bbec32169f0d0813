"""How many sentences are shown with which rating, in the publishers' own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from app.domain.factcheck import FactCheck
from app.domain.published_rating import rating_words
from app.domain.verdict import Verdict
from app.gui.model.verdicts import quoted

_ORDER = (
    Verdict.FALSE,
    Verdict.MOSTLY_FALSE,
    Verdict.MISLEADING,
    Verdict.MIXED,
    Verdict.DISPUTED,
    Verdict.UNPROVEN,
    Verdict.OUTDATED,
    Verdict.SATIRE,
    Verdict.MOSTLY_TRUE,
    Verdict.TRUE,
    Verdict.UNRATED,
)


def counted_ratings(checks: Iterable[FactCheck]) -> list[tuple[str, int]]:
    """(rating, number) pairs, false ones first; “FALSE” and “False” are one rating."""
    numbers: Counter[str] = Counter()
    words: dict[str, tuple[int, str]] = {}
    for check in checks:
        said = rating_words(check, quoted)
        key = said.casefold()
        numbers[key] += 1
        words.setdefault(key, (_ORDER.index(check.verdict), said))
    return [(words[key][1], numbers[key]) for key in sorted(numbers, key=lambda each: (words[each][0], -numbers[each], each))]
