"""Judgements of looked-up claims: which fact-checks a reviewer confirmed or rejected for which claim, with undo and redo. The controller
shows and stores the operations. Pressing the same key again takes a judgement back, as in the review of a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from app.domain.history import History, timestamp
from app.domain.judgement import Judgement, JudgementOperation, Judgements, Pair, PairJudgement, PairKind, decision_of
from app.domain.review import Decision, Mark
from app.gui.model.labels import one_line
from app.gui.model.review_state import ReviewState, review_state
from app.gui.model.review_view import DECIDE
from app.translation import tr

_SHORT = 40


class ClaimJudging:
    """Judgements on matches of claims. `who` is the current reviewer. Claims are identified by their words, whatever the look-up."""

    def __init__(self, who: str, *, now: Callable[[], str] | None = None) -> None:
        self.who = who
        self._kept: tuple[PairJudgement, ...] = ()
        self._held = Judgements()
        self.history: History[JudgementOperation] = History(apply=self._apply)
        self._now = now or timestamp

    def clear(self) -> None:
        """Forget the judgements and the history of the old library."""
        self._kept, self._held = (), Judgements()
        self.history.clear()

    def learn(self, judgements: Sequence[PairJudgement]) -> None:
        """Take over the library's stored judgements; judgements made since then still count."""
        self._kept = tuple(judgements)
        self._held = Judgements.of(self._kept, self.who)
        for operation in self.history.done:
            self._held.apply(operation)

    def _apply(self, operation: JudgementOperation) -> None:
        self._held.apply(operation)

    def use(self, who: str) -> None:
        """Change the reviewer. The operations of the previous one can no longer be undone here."""
        if who == self.who:
            return
        my_judgements = [PairJudgement(pair=pair, judgement=judgement, who=self.who) for pair, judgement in self._held.all().items()]
        of_others = [judgement for judgement in self._kept if judgement.who != self.who]
        self.clear()
        self.who = who
        self.learn([*of_others, *my_judgements])

    def decisions(self, claim: str, factchecks: Iterable[str]) -> dict[str, Decision]:
        """Return the decisions on these fact-checks for a claim, by id."""
        judgements = {factcheck: self._held.get(_pair(claim, factcheck)) for factcheck in factchecks}
        return {factcheck: decision_of(judgement) for factcheck, judgement in judgements.items() if judgement is not None}

    def state(self, claim: str, factchecks: Sequence[str]) -> ReviewState:
        """The sum of a claim's judgements, as a sentence's row shows its decisions."""
        decisions = self.decisions(claim, factchecks)
        return review_state({factcheck: Mark(decision=decision) for factcheck, decision in decisions.items()}, factchecks)

    def judge(self, claim: str, factcheck: str, judgement: Judgement) -> JudgementOperation:
        """Judge a fact-check for a claim, or remove the judgement where it is the same already."""
        changes = self._held.toggled((_pair(claim, factcheck),), judgement)
        is_undo = changes[0].after is None
        text = one_line(claim)
        quoted = f"“{text}”" if len(text) <= _SHORT else f"“{text[: _SHORT - 1].rstrip()}…”"
        label = tr(DECIDE[decision_of(judgement)][is_undo], sentences=quoted)
        return self.history.do(JudgementOperation(label=label, who=self.who, at=self._now(), changes=changes))


def _pair(claim: str, factcheck: str) -> Pair:
    return Pair(kind=PairKind.CLAIM, query=" ".join(claim.split()), item=factcheck)
