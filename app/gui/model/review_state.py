"""One reviewer's decisions on a sentence for its row and cards: words, icons and tones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.domain.conclusion import decision_on
from app.domain.review import UNMARKED, Decision, Mark
from app.domain.verdict import Verdict
from app.gui.model.colours import Tone
from app.gui.model.verdicts import Badge, verdict_badge
from app.translation import mark, tr

_DECISIONS = {
    Decision.CONFIRMED: Badge(mark("Confirmed"), "confirmed", Tone.GREEN),
    Decision.PARTIAL: Badge(mark("Confirmed in part"), "confirmed-part", Tone.GREEN),
    Decision.REJECTED: Badge(mark("Rejected"), "rejected", Tone.GREY),
    Decision.DEFERRED: Badge(mark("Later"), "clock", Tone.BLUE),
}
FLAG = Badge(mark("Flagged"), "flag", Tone.ORANGE)
NOTE = Badge(mark("Note"), "note", Tone.GREY)
TAGS = Badge(mark("Tags"), "tag", Tone.GREY)
UNDECIDED = "undecided"


def decision_badge(decision: Decision) -> Badge:
    """Word, icon and tone of a decision."""
    return _DECISIONS[decision]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewState:
    """The sum of a sentence's marks; `decision` is the strongest of its matches', or its own; `mark` is the sentence's own, `decisions`
    those about its matches by fact-check id."""

    decision: Decision | None = None
    flagged: bool = False
    note: str = ""
    tags: tuple[str, ...] = ()
    verdict: Verdict | None = None
    mark: Mark = UNMARKED
    decisions: Mapping[str, Decision] = field(default_factory=dict)

    @property
    def badges(self) -> tuple[Badge, ...]:
        """Decision and flag."""
        decision_badges = (decision_badge(self.decision),) if self.decision else ()
        return decision_badges + ((FLAG,) if self.flagged else ())

    @property
    def row_badges(self) -> tuple[Badge, ...]:
        """Return the badges of the row beside a verdict: decision, flag, note and tags."""
        return self.badges + ((NOTE,) if self.note else ()) + ((TAGS,) if self.tags else ())

    @property
    def judged(self) -> str:
        """The reviewer's own verdict in words, or nothing."""
        return tr("Your verdict: {verdict}", verdict=verdict_badge(self.verdict).word) if self.verdict else ""

    @property
    def spoken(self) -> str:
        """In words, for screen readers."""
        return ", ".join(word for word in (*(badge.word for badge in self.row_badges), self.judged) if word)

    @property
    def decided(self) -> bool:
        """Return whether the reviewer has settled this sentence; deferred does not count."""
        return self.verdict is not None or self.decision not in (None, Decision.DEFERRED)


NOTHING_DECIDED = ReviewState()


def review_state(marks: Mapping[str, Mark], shown_ids: Iterable[str]) -> ReviewState:
    """Combine a sentence's marks, given by fact-check id ("" for the sentence's own); `shown_ids` are the fact-checks on screen.

    One confirmed match confirms the sentence, even one that is not shown now; it is rejected when every match shown is.
    """
    sentence_mark = marks.get("", UNMARKED)
    decisions = {factcheck: mark.decision for factcheck, mark in marks.items() if factcheck and mark.decision}
    effective_decision = decision_on(sentence_mark.decision, decisions, [(factcheck,) for factcheck in shown_ids])
    if sentence_mark == UNMARKED and not decisions:
        return NOTHING_DECIDED
    return ReviewState(
        decision=effective_decision,
        flagged=sentence_mark.flagged,
        note=sentence_mark.note,
        tags=sentence_mark.tags,
        verdict=sentence_mark.verdict,
        mark=sentence_mark,
        decisions=decisions,
    )
