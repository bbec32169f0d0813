"""Prompts about a claim and its fact-checks, shortened to fit the model's context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.progress import CancelToken
from app.ports import LanguageModel, Message, OutputForm, asked

YES, NO = "Yes", "No"
_TASK = "You help fact-checkers to find published fact-checks of what somebody said. You answer only in the form that is asked for."
_AROUND = 96
"""Tokens that a chat template and the task may take beside what is counted."""
_EACH = 8
"""Tokens that one place of an answer takes at most: “[12] > ”, with a vocabulary that knows digits alone."""
_WORDS = (80, 48, 32, 20, 12, 6)
"""Words that each fact-check may have, tried in this order until the question fits."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact-check as shown to a language model."""

    claim: str
    title: str = ""

    def words(self, limit: int) -> str:
        """Return the claim, with the title where it adds to it, on one line of at most `limit` words."""
        title = "" if not self.title or self.title.casefold() in self.claim.casefold() else f" — {self.title}"
        line_words = f"{self.claim}{title}".split()
        return " ".join(line_words[:limit]) + (" …" if len(line_words) > limit else "")


def order_question(claim: str, candidates: Sequence[Candidate], *, words: int) -> tuple[Message, ...]:
    """Return the prompt that asks for an order of numbered fact-checks."""
    count = len(candidates)
    candidate_lines = "\n".join(f"[{number}] {candidate.words(words)}" for number, candidate in enumerate(candidates, start=1))
    return asked(
        f"Somebody said:\n{_one_line(claim)}\n\n"
        f"Here are {count} claims that were fact-checked, each with its number in brackets:\n{candidate_lines}\n\n"
        "Which of them would settle whether what was said is true? Put all of them in order, the one that is most about exactly "
        f"what was said first, the least fitting last. Write all {count} numbers once, in the form [2] > [1] > [3], and nothing else.",
        system=_TASK,
    )


def yes_question(claim: str, candidate: Candidate, *, words: int) -> tuple[Message, ...]:
    """Return the prompt that asks whether a fact-check is about the claim."""
    return asked(
        f"Somebody said:\n{_one_line(claim)}\n\nThis claim was fact-checked:\n{candidate.words(words)}\n\n"
        f"Is the fact-check about what was said, so that it would settle whether it is true? Answer {YES} or {NO}.",
        system=_TASK,
    )


def order_form(count: int) -> OutputForm:
    """Return a grammar (GBNF) for “[3] > [1] > [2]”: exactly `count` numbers from 1 to `count`. It cannot require that each occurs
    once."""
    numbers = " | ".join(f'"{number}"' for number in range(1, count + 1))
    return OutputForm(grammar=f'root ::= place (" > " place){{{count - 1}}}\nplace ::= "[" number "]"\nnumber ::= {numbers}\n')


def answer_room(count: int) -> int:
    """Return the number of tokens that an order of `count` fact-checks may take."""
    return _EACH * count + _EACH


def fitting_words(claim: str, candidates: Sequence[Candidate], *, model: LanguageModel, cancel: CancelToken) -> int | None:
    """Return the number of words that each fact-check may have so that question and answer fit; None where even the shortest do
    not."""
    room = model.context - answer_room(len(candidates)) - _AROUND
    prompts = [order_question(claim, candidates, words=words) for words in _WORDS]
    counts = model.count(["\n".join(message.text for message in messages) for messages in prompts], cancel=cancel)
    return next((words for words, count in zip(_WORDS, counts, strict=True) if count <= room), None)


def fitting_claim(claim: str, *, model: LanguageModel, cancel: CancelToken) -> str:
    """Return the claim, cut after a word where it would take more than a quarter of the context."""
    words = _one_line(claim).split()
    (count,) = model.count([" ".join(words)], cancel=cancel)
    limit = max(16, model.context // 4)
    return " ".join(words) if count <= limit else " ".join(words[: max(1, len(words) * limit // count)])


def _one_line(text: str) -> str:
    return " ".join(text.split())
