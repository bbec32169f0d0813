"""Which posts speak of an answer at all: a post that names another one neither supports nor refutes it (MythQA's annotators' rule)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.ask.answer_words import compared, compared_once
from app.domain.wordlists import FUNCTION_WORDS

_LONGEST = 2_000
"""Characters of a post and of a question that are looked at."""


def naming(forms: Iterable[str], question: str) -> Callable[[str], bool]:
    """Whether a text names an answer: holds a word of one of its wordings that is neither small nor the question's own.

    Names count by whichever of their names is used, numbers in figures and in words. Where an answer has no such word, every text does.
    """
    asked = frozenset(compared_once(question[:_LONGEST]).tokens)
    words = frozenset(token for form in forms for token in compared(form).tokens if token not in FUNCTION_WORDS and token.strip("$€£¥₹%"))
    own = words - asked or words
    return lambda text: not own or not own.isdisjoint(compared_once(text[:_LONGEST]).tokens)
