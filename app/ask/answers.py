"""Distinct answers out of what was read from the posts: what says the same is one group.

A group's score is S / (S + 1), where S sums, over its posts, the span's probability times 60 / (60 + rank): every further post adds, but
less and less, and a post that was found late counts half as much at rank 60. A post gives one answer, the one that adds most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.ask.answer_confidence import SUREST
from app.ask.answer_groups import partition
from app.ask.answer_kind import AMOUNT
from app.ask.answer_words import Compared, compared, empty, shown, without_article

FADING = 60
"""The rank at which a post counts half."""
_HOW_MANY = re.compile(r"how (?:many|much|old|tall|high|long|far|fast|large|big|heavy|deep|often)\b", re.IGNORECASE)
_WHO = re.compile(r"who(?:m|se)?\b", re.IGNORECASE)
"""Nobody is a bare number: “1866” does not tell who founded something."""
_WHICH = frozenset("new next old young current former present real true right other same main good great big best".split())
"""Words that only say which one of what is asked for: “the new mayor” is no answer to who should be mayor."""
_FAINT = 0.35
"""Share of the best answer's score below which an answer is too faint."""
_UNSURE = 0.5
"""Share of the surest answer's probability below which one is no answer: where some posts answer the question, the reader's guesses at what
the others might say are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundAnswer:
    """An answer read from the post of that row: the words as they stand there, how probable the reader finds them, and the post's
    place (from 0) among those found for the question. `by_llm`: the user's language model found it, not the reader."""

    row: int
    text: str
    probability: float
    rank: int
    by_llm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerGroup:
    """One distinct answer: `forms` are its wordings with the number of posts that use each, most frequent first; `members` what was
    read from each post, best first; `score` in [0, 1)."""

    name: str
    forms: tuple[tuple[str, int], ...]
    members: tuple[FoundAnswer, ...]
    score: float


def merged(answers: Sequence[FoundAnswer], question: str) -> list[AnswerGroup]:
    """The distinct answers, best first; the order in which they were found makes no difference.

    Left out are answers that only repeat the question's words, and those without a word that names something.
    """
    accepted = [answer for answer in answers if _answers(answer.text, question)]
    best: dict[int, FoundAnswer] = {}
    for answer in sorted(accepted, key=_first):
        best.setdefault(answer.row, answer)
    by_form: dict[str, list[FoundAnswer]] = {}
    for answer in best.values():
        by_form.setdefault(shown(answer.text), []).append(answer)
    groups = [_group(forms, by_form) for forms in partition({form: len(ones) for form, ones in by_form.items()})]
    return sorted(groups, key=lambda group: (-group.score, group.name))


def credible(answers: Sequence[FoundAnswer]) -> list[FoundAnswer]:
    """Return the answers that count: if the reader is sure of no post, only those of a language model at its highest confidence."""
    if max((answer.probability for answer in answers if not answer.by_llm), default=0.0) >= SUREST:
        return list(answers)
    return [answer for answer in answers if answer.by_llm and answer.probability >= SUREST]


def clear(groups: Sequence[AnswerGroup]) -> list[AnswerGroup]:
    """Those of the groups (best first) that are neither too faint beside the best one nor much less probable than the surest."""
    highest = max((_probability(group) for group in groups), default=0.0)
    return [group for group in groups if group.score >= _FAINT * groups[0].score and _probability(group) >= _UNSURE * highest]


def _probability(group: AnswerGroup) -> float:
    return max(answer.probability for answer in group.members)


def same(first: str, second: str) -> bool:
    """Return True if two answers are merged when there are no others."""
    forms = {shown(first): 1, shown(second): 1}
    return len(forms) == 1 or len(partition(forms)) == 1


def weight(answer: FoundAnswer) -> float:
    """Return the weight of a post in the score of its group."""
    return min(max(answer.probability, 0.0), 1.0) * FADING / (FADING + max(answer.rank, 0))


def _first(answer: FoundAnswer) -> tuple[float, int, int, str]:
    return (-weight(answer), answer.rank, answer.row, answer.text)


def _answers(text: str, question: str) -> bool:
    """Return True if a text can be an answer: it names something that the question does not."""
    form = compared(shown(text))
    if not shown(text) or empty(form):
        return False
    if _HOW_MANY.match(question.strip()) and not (form.figures or AMOUNT.search(text)):
        return False
    if _WHO.match(question.strip()) and form.tokens == form.figures:
        return False
    question_tokens = set(compared(" ".join(question[:2_000].split())).tokens)
    chosen_from = {"or", "oder", "o", "ou"} & set(question.casefold().split())
    said_before = question_tokens | _WHICH if question_tokens & set(form.tokens) else question_tokens
    repeated = all(token in said_before or empty(Compared((token,), (token,), (), capital=False)) for token in form.tokens)
    return bool(chosen_from) or not repeated or form.tokens == form.figures


def _group(forms: Sequence[str], by_form: Mapping[str, Sequence[FoundAnswer]]) -> AnswerGroup:
    members = sorted((answer for form in forms for answer in by_form[form]), key=_first)
    form_counts = sorted(((form, len(by_form[form])) for form in forms), key=lambda pair: (-pair[1], pair[0]))
    total = sum(weight(answer) for answer in members)
    return AnswerGroup(name=_name(form_counts), forms=tuple(form_counts), members=tuple(members), score=total / (total + 1))


def _name(form_counts: Sequence[tuple[str, int]]) -> str:
    """The group's most frequent wording without article; of equals a name's longest, a thing's shortest."""
    counts: Counter[str] = Counter()
    for form, count in form_counts:
        counts[without_article(form)] += count
    return min(
        counts, key=lambda form: (-counts[form], not compared(form).capital, -len(form) if compared(form).capital else len(form), form)
    )
