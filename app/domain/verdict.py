"""Verdicts: our normalised value of a publisher's rating, and the verdict of a sentence that follows from matches."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """What a fact-check found, in one vocabulary for all publishers (the rating itself is kept verbatim beside it)."""

    TRUE = "TRUE"
    MOSTLY_TRUE = "MOSTLY_TRUE"
    MIXED = "MIXED"
    MOSTLY_FALSE = "MOSTLY_FALSE"
    FALSE = "FALSE"
    MISLEADING = "MISLEADING"
    UNPROVEN = "UNPROVEN"
    OUTDATED = "OUTDATED"
    SATIRE = "SATIRE"
    DISPUTED = "DISPUTED"
    UNRATED = "UNRATED"

    @property
    def settles_true(self) -> bool:
        """Agreement with such a fact-check makes a sentence true."""
        return self in _TRUE

    @property
    def settles_false(self) -> bool:
        """Agreement with such a fact-check makes a sentence false."""
        return self in _FALSE

    @property
    def ambiguous(self) -> bool:
        """Such a fact-check settles nothing; it is skipped for the sentence's verdict (Shaar et al. 2022, section 5)."""
        return not (self.settles_true or self.settles_false)


_TRUE = frozenset({Verdict.TRUE, Verdict.MOSTLY_TRUE})
_FALSE = frozenset({Verdict.FALSE, Verdict.MOSTLY_FALSE, Verdict.MISLEADING})


class SentenceVerdict(StrEnum):
    """What the library says of a sentence; never shown without the fact-check it comes from."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"
