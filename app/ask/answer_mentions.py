"""Find the posts that mention an answer. A post that mentions another one neither supports nor refutes it (the rule of MythQA's
annotators)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.ask.answer_words import compared, compared_once
from app.ask.lexicon import lexicon
from app.domain.wordlists import FUNCTION_WORDS

_LONGEST = 2_000
"""Characters of a post and of a question that are looked at."""


@dataclass(frozen=True, slots=True)
class AnswerMentions:
    """Tests of a text for an answer, and for the other answers."""

    this: Callable[[str], bool]
    other_answers: tuple[Callable[[str], bool], ...]

    def another(self, text: str) -> bool:
        """Return True if the text mentions one of the other answers."""
        return any(other(text) for other in self.other_answers)


def naming(forms: Iterable[str], question: str) -> Callable[[str], bool]:
    """Return a test of texts for an answer: a text mentions it if it has a telling word of one of its wordings, neither a function
    word nor a word of the question.

    A name counts by any of its words and of its other names; a description by its head, the last word before "of", "in" and the
    like ("cables" of "electric cables under the roof"). If an answer has no such word, every text mentions it.
    """
    question_tokens = frozenset(compared_once(question[:_LONGEST]).tokens)
    words = frozenset(token for form in forms for token in _heads(form))
    distinctive = words - question_tokens or words
    return lambda text: not distinctive or not distinctive.isdisjoint(compared_once(text[:_LONGEST]).tokens)


def _heads(form: str) -> list[str]:
    answer = compared(form)
    content = [token for token in answer.tokens if token not in FUNCTION_WORDS and token.strip("$€£¥₹%")]
    if answer.capital or answer.figures or not content:
        return content
    vocabulary = lexicon()
    ends = (index for index, token in enumerate(answer.tokens) if index and vocabulary.has("prepositions", token))
    before = [token for token in answer.tokens[: next(ends, len(answer.tokens))] if token in content]
    return before[-1:] or content
