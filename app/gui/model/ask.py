"""View model of the Ask page: the answers as they were found, and as the user's edits leave them. Every edit can be undone."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from app.domain.answer_edits import AnswerEdit, EditKind, Side, applied, apply, question_key
from app.domain.ask import Answer, Answered, Opinion
from app.domain.history import History
from app.gui.model.ask_words import edit_words
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


@dataclass(frozen=True, slots=True)
class AnswersOperation:
    """An edit, with the answers before and after it."""

    edit: AnswerEdit
    before: Answered
    after: Answered

    @property
    def label(self) -> str:
        """Return the label for undo."""
        return edit_words(self.edit)

    def inverse(self) -> AnswersOperation:
        """Return the operation that undoes this one."""
        return replace(self, before=self.after, after=self.before)


class AskView:
    """The answers as they were found, and as the edits leave them (`shown`)."""

    def __init__(self) -> None:
        self.found: Answered | None = None
        self.shown: Answered | None = None
        self.history: History[AnswersOperation] = History(apply=self._apply)
        self.together = True

    def show(self, answered: Answered, edits: tuple[AnswerEdit, ...] = ()) -> None:
        """Show other answers, with the edits that are stored for their question."""
        self.clear()
        self.found = self.shown = answered
        for edit in edits:
            self._do(edit, applied(self.shown, (edit,)))

    def clear(self) -> None:
        """No question was asked."""
        self.found, self.shown = None, None
        self.history.clear()

    def make(self, edit: AnswerEdit) -> None:
        """Make an edit. Raises InputError when it cannot be made, with nothing changed."""
        if self.shown is not None:
            self._do(edit, apply(self.shown, edit))

    @property
    def edits(self) -> tuple[AnswerEdit, ...]:
        """The edits that hold."""
        return tuple(operation.edit for operation in self.history.done)

    def _do(self, edit: AnswerEdit, after: Answered) -> None:
        if self.shown is not None:
            self.history.do(AnswersOperation(edit, self.shown, after))

    def _apply(self, operation: AnswersOperation) -> None:
        self.shown = operation.after

    def answer(self, name: str) -> Answer | None:
        """The shown answer of this name."""
        return next((candidate for candidate in self.shown.answers if candidate.name == name), None) if self.shown else None


def sided(answer: Answer, opinion: Opinion, side: Side) -> AnswerEdit:
    """The edit that says which side a post takes."""
    return AnswerEdit(kind=EditKind.SIDE, answer=answer.name, post=opinion.post.id, side=side, claim=answer.claim, text=opinion.post.text)


def remembered(questions: tuple[str, ...], question: str) -> tuple[str, ...]:
    """The recent questions with this one first, none twice."""
    key = question_key(question)
    return (question, *(recent_question for recent_question in questions if question_key(recent_question) != key))[:KEPT_QUESTIONS]


def examples() -> tuple[str, ...]:
    """Return example questions: those of the demo's posts where there are any, else fixed ones."""
    path = resources_dir() / "demo" / "questions.jsonl"
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        questions = tuple(one_line(str(row["question"])) for row in rows[:_SHOWN_EXAMPLES])
    except (OSError, ValueError, KeyError, TypeError):
        questions = ()
    return questions or tuple(map(tr, _EXAMPLES))


def demo_posts() -> tuple[Path, ...]:
    """The demo's posts, if they are bundled."""
    return tuple(sorted((resources_dir() / "demo").glob("posts*.jsonl")))
