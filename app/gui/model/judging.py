"""Judging looked-up claims: which fact-checks a reviewer confirmed or rejected for which claim, undo and redo. Builds acts; whoever holds
it shows and keeps them. Pressing the same key again takes a judgement back, as in the review of a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from app.domain.judgement import Judgement, JudgementAct, Judgements, Pair, PairJudgement, PairKind, decision_of
from app.domain.review import Decision, Mark
from app.gui.model.labels import one_line
from app.gui.model.review_state import ReviewState, review_state
from app.gui.model.review_view import DECIDE
from app.translation import tr

_SHORT = 40


class ClaimJudging:
    """`who` is the reviewer at work; a claim is known by its words, so that it is judged wherever it is looked up again."""

    def __init__(self, who: str, *, now: Callable[[], str] | None = None) -> None:
        self.who = who
        self._kept: tuple[PairJudgement, ...] = ()
        self._held = Judgements()
        self._done: list[JudgementAct] = []
        self._undone: list[JudgementAct] = []
        self._now = now or _utc

    def clear(self) -> None:
        """Another library: nothing of the old one is known, and what was done in it can no longer be undone here."""
        self._kept, self._held, self._done, self._undone = (), Judgements(), [], []

    def learn(self, kept: Sequence[PairJudgement]) -> None:
        """All judgements of the library, as they are on the disk; what was judged meanwhile holds."""
        self._kept = tuple(kept)
        self._held = Judgements.of(self._kept, self.who)
        for act in self._done:
            self._held.apply(act)

    def use(self, who: str) -> None:
        """Somebody else judges; what the one before did can no longer be undone here."""
        if who == self.who:
            return
        mine = [PairJudgement(pair=pair, judgement=judgement, who=self.who) for pair, judgement in self._held.all().items()]
        others = [each for each in self._kept if each.who != self.who]
        self.clear()
        self.who = who
        self.learn([*others, *mine])

    def decisions(self, claim: str, factchecks: Iterable[str]) -> dict[str, Decision]:
        """What was decided about these fact-checks for a claim, by id."""
        found = {factcheck: self._held.get(_pair(claim, factcheck)) for factcheck in factchecks}
        return {factcheck: decision_of(judgement) for factcheck, judgement in found.items() if judgement is not None}

    def state(self, claim: str, factchecks: Sequence[str]) -> ReviewState:
        """The sum of a claim's judgements, as a sentence's row shows its decisions."""
        decided = self.decisions(claim, factchecks)
        return review_state({factcheck: Mark(decision=decision) for factcheck, decision in decided.items()}, factchecks)

    def judge(self, claim: str, factcheck: str, judgement: Judgement) -> JudgementAct:
        """Judge a fact-check for a claim, or take the judgement back where it is this one already."""
        changes = self._held.toggled((_pair(claim, factcheck),), judgement)
        back = changes[0].after is None
        text = one_line(claim)
        named = f"“{text}”" if len(text) <= _SHORT else f"“{text[: _SHORT - 1].rstrip()}…”"
        label = tr(DECIDE[decision_of(judgement)][back], sentences=named)
        act = JudgementAct(label=label, who=self.who, at=self._now(), changes=changes)
        self._held.apply(act)
        self._done.append(act)
        self._undone.clear()
        return act

    def undo(self) -> JudgementAct | None:
        """Take the last act back; the act that does so, or None."""
        return self._turn(self._done, self._undone, back=True)

    def redo(self) -> JudgementAct | None:
        """Do again what was taken back last; the act, or None."""
        return self._turn(self._undone, self._done, back=False)

    @property
    def next_undo(self) -> str:
        """What `undo` would take back, in words; "" for nothing."""
        return self._done[-1].label if self._done else ""

    @property
    def next_redo(self) -> str:
        """What `redo` would do again, in words; "" for nothing."""
        return self._undone[-1].label if self._undone else ""

    def _turn(self, taken: list[JudgementAct], given: list[JudgementAct], *, back: bool) -> JudgementAct | None:
        if not taken:
            return None
        act = taken.pop()
        given.append(act)
        turned = act.taken_back() if back else act
        self._held.apply(turned)
        return turned


def _pair(claim: str, factcheck: str) -> Pair:
    return Pair(kind=PairKind.CLAIM, query=" ".join(claim.split()), item=factcheck)


def _utc() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
