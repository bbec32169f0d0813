"""Verdicts: the normalised value of a publisher's rating, and the verdict of a sentence that follows from its matches."""

from __future__ import annotations

from enum import StrEnum

from app.translation import mark, tr


class Verdict(StrEnum):
    """Result of a fact-check, in one vocabulary for all publishers (the rating itself is stored verbatim as well)."""

    TRUE = mark("TRUE")
    MOSTLY_TRUE = mark("MOSTLY_TRUE")
    MIXED = mark("MIXED")
    MOSTLY_FALSE = mark("MOSTLY_FALSE")
    FALSE = mark("FALSE")
    MISLEADING = mark("MISLEADING")
    UNPROVEN = mark("UNPROVEN")
    OUTDATED = mark("OUTDATED")
    SATIRE = mark("SATIRE")
    DISPUTED = mark("DISPUTED")
    UNRATED = mark("UNRATED")

    @property
    def label(self) -> str:
        """Return the display text for a line of its own: “Mostly false”."""
        return tr(VERDICT_LABELS[self])

    @property
    def words(self) -> str:
        """Return the display text within a sentence: “mostly false”."""
        label = self.label
        return label[:1].lower() + label[1:]

    @property
    def settles_true(self) -> bool:
        """Return True if agreement with such a fact-check makes a sentence true."""
        return self in _TRUE

    @property
    def settles_false(self) -> bool:
        """Return True if agreement with such a fact-check makes a sentence false."""
        return self in _FALSE

    @property
    def ambiguous(self) -> bool:
        """Return True for a fact-check that settles nothing; it is skipped for the sentence's verdict (Shaar et al. 2022, section
        5)."""
        return not (self.settles_true or self.settles_false)


VERDICT_LABELS = {
    Verdict.TRUE: mark("True"),
    Verdict.MOSTLY_TRUE: mark("Mostly true"),
    Verdict.MIXED: mark("Mixed"),
    Verdict.MOSTLY_FALSE: mark("Mostly false"),
    Verdict.FALSE: mark("False"),
    Verdict.MISLEADING: mark("Misleading"),
    Verdict.UNPROVEN: mark("Unproven"),
    Verdict.OUTDATED: mark("Outdated"),
    Verdict.SATIRE: mark("Satire"),
    Verdict.DISPUTED: mark("Disputed"),
    Verdict.UNRATED: mark("Unrated"),
}
"""Each verdict in English, to be translated where it is shown."""
_TRUE = frozenset({Verdict.TRUE, Verdict.MOSTLY_TRUE})
_FALSE = frozenset({Verdict.FALSE, Verdict.MOSTLY_FALSE, Verdict.MISLEADING})


class SentenceVerdict(StrEnum):
    """Verdict on a sentence from the library; never shown without its fact-check."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


class VerdictReason(StrEnum):
    """The reason for a sentence's verdict, or for its lack; a closed list, which files carry.

    SETTLED alone comes with true or false. DENIES, QUOTES, ASKS, PROMISES: what the speaker does with the checked claim instead of
    asserting it. SIMILAR: a checked claim that differs in who, where, when, how much or compared to what. DISAGREEMENT: fact-checks of
    like strength come to opposite results. UNCERTAIN: the match or the agreement is not sure enough. UNDECIDED: the rating settles nothing.
    NOT_JUDGED: the model could not compare. NONE: no fact-check is about it.
    """

    SETTLED = "settled"
    DENIES = "denies"
    QUOTES = "quotes"
    ASKS = "asks"
    PROMISES = "promises"
    SIMILAR = "similar"
    DISAGREEMENT = "disagreement"
    UNCERTAIN = "uncertain"
    UNDECIDED = "undecided"
    NOT_JUDGED = "not-judged"
    NONE = "none"
