"""Matches for tests, made from a few values."""

from __future__ import annotations

from app.domain.factcheck import FactCheck
from app.domain.match import Match, ScoreParts
from app.domain.stance import StanceProbabilities
from app.domain.verdict import Verdict

AGREE = StanceProbabilities(support=0.8, refute=0.1, neutral=0.1)
DISAGREE = StanceProbabilities(support=0.1, refute=0.8, neutral=0.1)
UNRELATED = StanceProbabilities(support=0.1, refute=0.1, neutral=0.8)


def make_match(
    verdict: Verdict = Verdict.FALSE,
    *,
    pair: float = 0.9,
    stance: StanceProbabilities = AGREE,
    claim: str = "The lake holds 400 fish.",
    identifier: str = "fc-1",
    **fields: str,
) -> Match:
    """Return a match with this verdict, pair probability and stance."""
    factcheck = FactCheck(id=identifier, claim=claim, verdict=verdict, rating=fields.pop("rating", verdict.value.title()), **fields)  # type: ignore[arg-type]
    return Match(
        factcheck=factcheck,
        score=pair,
        parts=ScoreParts(pair=pair),
        stance=stance.label,
        stance_probabilities=stance,
        probability=pair,
    )
