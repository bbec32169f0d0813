"""Publishers that checked the same thing and came to opposite findings: said, never averaged away."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.factcheck import FactCheck
from app.domain.match import Match
from app.domain.published_rating import rating_words
from app.domain.stance import Stance
from app.gui.model.labels import inert
from app.gui.model.verdicts import quoted
from app.translation import tr, trc


def disagreement(matches: Iterable[Match]) -> str:
    """One sentence where fact-checks of two publishers that agree with the sentence settle it to both sides; else nothing.

    One that says something else about a number, a name or a direction is not counted: it checked another claim.
    """
    agreeing = [match.factcheck for match in matches if match.stance is Stance.AGREE and not match.differences]
    settled_checks = [check for check in agreeing if not check.verdict.ambiguous]
    first = settled_checks[0] if settled_checks else None
    against = (check for check in settled_checks if first and check.verdict.settles_true != first.verdict.settles_true)
    second = next((check for check in against if first and check.publisher != first.publisher), None)
    if first is None or second is None:
        return ""
    return tr(
        "The fact-checks disagree: {first} says {finding}, {second} says {other}. Read both.",
        first=_named(first),
        finding=rating_words(first, quoted),
        second=_named(second),
        other=rating_words(second, quoted),
    )


def _named(check: FactCheck) -> str:
    return inert(check.publisher) or trc("a publisher without a name", "one")
