"""Of which of AVeriTeC's types a claim is, told from its words: a first guess that the user can change."""

from __future__ import annotations

import re

from app.domain.verification import CLAIM_TYPES

EVENT, NUMERICAL, CAUSAL, QUOTE, POSITION = CLAIM_TYPES
_NUMBER = re.compile(
    r"(?<![\w-])(?!(?:19|20)\d\d\b)[$£€₹]?\d[\d,.]*(?!\w)|[\d.]%|\b(?:per ?cent|percentage|majority|half|double[sd]?|triple[sd]?|million|billion|trillion|thousands?"
    r"|hundreds|highest|lowest|largest|smallest|biggest|most of|more \w+ than|fewer|less than|rate of|number of|average|two|three|four|five|six|seven|eight"
    r"|nine|ten|dozen|third|quarter)\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"\b(?:caus(?:e|es|ed|ing)|because|due to|lead(?:s|ing)? to|led to|result(?:s|ed|ing)? (?:in|from)|cur(?:e|es|ed|ing)|prevent(?:s|ed|ing)?|kill(?:s|ing)|responsible for"
    r"|thanks to|trigger(?:s|ed)?|protects? (?:you |people )?(?:from|against)|increases? the risk|reduces? the risk|treat(?:s|ing)?|effective against)\b",
    re.IGNORECASE,
)
_SAYING = re.compile(
    r"\b(?:said|says|say|saying|tweeted|tweets|posted|quoted?|stated|told|wrote|announced|claimed|claims that|called|warned|admitted|described|confirmed"
    r"|praised|predicted)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[“\"‘][^”\"’]{12,}[”\"’]")
_POSITION = re.compile(
    r"\b(?:supports?|supported|oppos(?:e|es|ed)|endors(?:e|es|ed)|wants? to|wanted to|plans? to|promis(?:e|es|ed)|pledged|vow(?:s|ed)|votes? (?:for|against)|voted"
    r"|favou?rs?|believes?|refus(?:e|es|ed)|agreed|rejects?|rejected|intends?|would|will|policy|in favou?r of|against)\b",
    re.IGNORECASE,
)


def claim_types(text: str) -> tuple[str, ...]:
    """The types in AVeriTeC's order; an event or property where nothing else shows."""
    found = {
        NUMERICAL: _NUMBER.search(text) is not None,
        CAUSAL: _CAUSE.search(text) is not None,
        QUOTE: _SAYING.search(text) is not None or _QUOTED.search(text) is not None,
        POSITION: _POSITION.search(text) is not None,
    }
    named = tuple(name for name in CLAIM_TYPES if found.get(name))
    return named or (EVENT,)
