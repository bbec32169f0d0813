"""What the Ask place shows: the answers as they were found, and as the reader's edits make them. Every edit can be undone."""

from __future__ import annotations

import json
from pathlib import Path

from app.domain.answer_edits import AnswerEdit, EditKind, Side, applied, apply, question_key
from app.domain.ask import Answer, Answered, Opinion
from app.gui.model.labels import one_line
from app.paths import resources_dir
from app.translation import mark, tr

KEPT_QUESTIONS = 20
_EXAMPLES = (
    mark("What causes autism?"),
    mark("Does the MMR vaccine cause autism?"),
    mark("What emits the most carbon dioxide?"),
    mark("Should voting be compulsory?"),
)
_SHOWN_EXAMPLES = 4


class AskView:
    """The found answers, the edits made to them, and those that were undone; `shown` is what they come to."""

    def __init__(self) -> None:
        self.found: Answered | None = None
        self.shown: Answered | None = None
        self.edits: list[AnswerEdit] = []
        self._undone: list[AnswerEdit] = []
        self.together = True

    def show(self, found: Answered, edits: tuple[AnswerEdit, ...] = ()) -> None:
        """Other answers, with the edits that are kept of their question."""
        self.found, self.edits, self._undone = found, list(edits), []
        self.shown = applied(found, edits)

    def clear(self) -> None:
        """No question was asked."""
        self.found, self.shown, self.edits, self._undone = None, None, [], []

    def make(self, edit: AnswerEdit) -> None:
        """Make an edit. Raises InputError when it cannot be, with nothing changed."""
        if self.shown is None:
            return
        self.shown = apply(self.shown, edit)
        self.edits.append(edit)
        self._undone = []

    def undo(self) -> AnswerEdit | None:
        """Take the last edit back; which it was."""
        if not self.edits or self.found is None:
            return None
        self._undone.append(self.edits.pop())
        self.shown = applied(self.found, self.edits)
        return self._undone[-1]

    def redo(self) -> AnswerEdit | None:
        """Make the edit again that was undone last; which it was."""
        if not self._undone or self.found is None:
            return None
        self.edits.append(self._undone.pop())
        self.shown = applied(self.found, self.edits)
        return self.edits[-1]

    @property
    def can_redo(self) -> bool:
        """Whether an edit was undone."""
        return bool(self._undone)

    def answer(self, name: str) -> Answer | None:
        """The shown answer of this name."""
        return next((one for one in self.shown.answers if one.name == name), None) if self.shown else None


def sided(answer: Answer, opinion: Opinion, side: Side) -> AnswerEdit:
    """The edit that says which side a post takes."""
    return AnswerEdit(kind=EditKind.SIDE, answer=answer.name, post=opinion.post.id, side=side, claim=answer.claim, text=opinion.post.text)


def remembered(questions: tuple[str, ...], question: str) -> tuple[str, ...]:
    """The recent questions with this one first, none twice."""
    key = question_key(question)
    return (question, *(each for each in questions if question_key(each) != key))[:KEPT_QUESTIONS]


def examples() -> tuple[str, ...]:
    """Questions to try: those of the demo's posts where it has some, else some of the kind."""
    path = resources_dir() / "demo" / "questions.jsonl"
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        found = tuple(one_line(str(row["question"])) for row in rows[:_SHOWN_EXAMPLES])
    except (OSError, ValueError, KeyError, TypeError):
        found = ()
    return found or tuple(map(tr, _EXAMPLES))


def demo_posts() -> tuple[Path, ...]:
    """The demo's posts, if they are bundled."""
    return tuple(sorted((resources_dir() / "demo").glob("posts*.jsonl")))
