"""Judgements stored in memory; `broken` is raised instead of saving anything."""

from __future__ import annotations

from app.domain.judgement import JudgementOperation, Pair, PairJudgement
from app.errors import PriorcheckError


class MemoryJudgements:
    """A JudgementFile without a disk."""

    def __init__(self) -> None:
        self._held: dict[tuple[Pair, str], PairJudgement] = {}
        self.broken: PriorcheckError | None = None
        self.closed = False

    def all(self) -> tuple[PairJudgement, ...]:
        self._check()
        return tuple(
            sorted(self._held.values(), key=lambda entry: (entry.at, entry.pair.kind, entry.pair.query, entry.pair.item, entry.who))
        )

    def keep(self, act: JudgementOperation) -> None:
        self._check()
        for change in act.changes:
            if change.after is None:
                self._held.pop((change.pair, act.who), None)
            else:
                self._held[change.pair, act.who] = PairJudgement(pair=change.pair, judgement=change.after, who=act.who, at=act.at)

    def close(self) -> None:
        self.closed = True

    def _check(self) -> None:
        if self.broken is not None:
            raise self.broken
