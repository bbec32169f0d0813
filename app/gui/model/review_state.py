"""What one reviewer has decided about a sentence, as its row and its cards show it: words, icons and tones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.domain.review import UNMARKED, Decision, Mark
from app.domain.verdict import Verdict
from app.gui.model.colours import Tone
from app.gui.model.verdicts import Look

_DECISIONS = {
    Decision.CONFIRMED: Look("Confirmed", "confirmed", Tone.GREEN),
    Decision.PARTIAL: Look("Confirmed in part", "confirmed-part", Tone.GREEN),
    Decision.REJECTED: Look("Rejected", "rejected", Tone.GREY),
    Decision.DEFERRED: Look("Later", "clock", Tone.BLUE),
}
FLAG = Look("Flagged", "flag", Tone.ORANGE)
UNDECIDED = "undecided"


def decision_look(decision: Decision) -> Look:
    """Word, icon and tone of a decision."""
    return _DECISIONS[decision]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewState:
    """The sum of a sentence's marks; `decision` is the strongest of its matches', or its own."""

    decision: Decision | None = None
    flagged: bool = False
    note: str = ""
    tags: tuple[str, ...] = ()
    verdict: Verdict | None = None

    @property
    def looks(self) -> tuple[Look, ...]:
        """What its row shows: decision and flag."""
        decided = (decision_look(self.decision),) if self.decision else ()
        return decided + ((FLAG,) if self.flagged else ())

    @property
    def spoken(self) -> str:
        """In words, for screen readers."""
        return ", ".join(look.word for look in self.looks)

    @property
    def decided(self) -> bool:
        """Whether the reviewer has settled this sentence: later is not settled."""
        return self.verdict is not None or self.decision not in (None, Decision.DEFERRED)


NOTHING_DECIDED = ReviewState()


def review_state(sentence: Mark, factchecks: Iterable[str], mark_of: Callable[[str], Mark]) -> ReviewState:
    """The sum of the sentence's own mark and those of its matches, named by their fact-checks' ids.

    One confirmed match confirms the sentence; it is rejected when every match shown is.
    """
    found = [mark_of(identifier).decision for identifier in factchecks]
    decided: Decision | None = next((each for each in (Decision.CONFIRMED, Decision.PARTIAL) if each in found), None)
    if decided is None and sentence.decision is not None:
        decided = sentence.decision
    if decided is None and found and all(each is Decision.REJECTED for each in found):
        decided = Decision.REJECTED
    if sentence == UNMARKED and decided is None:
        return NOTHING_DECIDED
    return ReviewState(decision=decided, flagged=sentence.flagged, note=sentence.note, tags=sentence.tags, verdict=sentence.verdict)
