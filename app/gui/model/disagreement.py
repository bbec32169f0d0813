"""Publishers that checked the same thing and came to opposite findings: said, never averaged away."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.match import Match
from app.domain.stance import Stance
from app.gui.model.verdicts import verdict_look


def disagreement(matches: Iterable[Match]) -> str:
    """One sentence where fact-checks that agree with the sentence settle it to both sides; else nothing."""
    agreeing = [match.factcheck for match in matches if match.stance is Stance.AGREE]
    true = next((check for check in agreeing if check.verdict.settles_true), None)
    false = next((check for check in agreeing if check.verdict.settles_false), None)
    if true is None or false is None:
        return ""
    first, second = sorted((true, false), key=agreeing.index)
    told = [f"{check.publisher or 'one'} says {verdict_look(check.verdict).word.lower()}" for check in (first, second)]
    return f"The fact-checks disagree: {told[0]}, {told[1]}. Read both."
