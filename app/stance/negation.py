"""Explicit negation: tells where only one of a sentence and a checked claim is negated (English)."""

from __future__ import annotations

import re

from app.domain.wording import negation_differs
from app.stance.nearest_clause import nearest_part

_GOVERNED = re.compile(r"(?:^|[,;:–—.!?]\s+)([^,;:–—.!?]*\b(?:that|if|whether|of|about)\s*)$", re.IGNORECASE)
_DENIAL = re.compile(
    r"\b(?:false|untrue|not true|isn['’]t true|wrong|incorrect|myth|hoax|lie|lies|lying|nonsense|rubbish|invented|debunked|disproved|"
    r"no (?:truth|evidence|proof|basis)|contrary to|far from)\b",
    re.IGNORECASE,
)


def negation_mismatch(sentence: str, claim: str) -> bool:
    """True where only one of the two is negated: in the part of the sentence that the claim is about, with what governs that part
    ("it is not so that …"), or because the sentence calls something untrue and the claim does not."""
    part = nearest_part(sentence, claim)
    governed = _governed(sentence, part)
    return negation_differs(governed, claim) or (bool(_DENIAL.search(sentence)) and not _DENIAL.search(claim) and part != sentence)


def _governed(sentence: str, part: str) -> str:
    start = sentence.find(part)
    governor = _GOVERNED.search(sentence[: max(0, start)])
    return f"{governor.group(1)} {part}" if governor else part
