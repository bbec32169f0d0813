"""Raises questions whose answers would settle a claim, each about words of the claim that it quotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.assist.asking import TEXT, Asker, Assisted, Question, list_form, object_form
from app.assist.grounding import find_quote, source_terms, unsupported_terms
from app.assist.prompt_delimiters import Block, numbered
from app.assist.reading import rows_of, text_of
from app.domain.assisted import Dropped, DropReason
from app.ranking.text import is_question, words

_LONGEST, _SHORTEST = 40, 3
_EACH = 72
"""Tokens that one question may take."""


@dataclass(frozen=True, slots=True)
class ClaimQuestion:
    """A question, and the words of the claim that it is about."""

    text: str
    about: str


def raise_questions(
    claim: str, *, around: Sequence[tuple[str, str]] = (), known_questions: Sequence[str] = (), limit: int, asker: Asker
) -> Assisted[tuple[ClaimQuestion, ...]]:
    """Return at most `limit` questions that a claim raises.

    `around` are circumstances of the claim (name, value), `known_questions` are those that exist already. Raises as the model does.
    """
    about = "\n".join(f"{name}: {value}" for name, value in around if value)
    task = (
        f"Write up to {limit} questions about the claim in <claim>, in its language, whose answers in documents would settle whether it is "
        "true. Ask for facts: numbers, dates, who said or did what, what a source says, how it was before. Do not ask whether the claim is "
        "true. Each question must be understood by itself and name only people, things and numbers that the texts name. With each, give "
        "as “about” the words of the claim that it is about, copied exactly. Do not repeat the questions in <known>."
    )
    question = Question(
        words=task,
        blocks=(Block("claim", claim), Block("circumstances", about), Block("known", numbered(known_questions))),
        schema=object_form(questions=list_form(object_form(question=TEXT, about=TEXT), max_items=limit)),
        max_tokens=32 + _EACH * limit,
    )
    reply, usage = asker.ask(question)
    source, questions = source_terms([claim, about]), list[ClaimQuestion]()
    seen_questions = {_bare(known_question) for known_question in known_questions}
    for row in rows_of(reply, "questions"):
        text, quoted = text_of(row, "question"), text_of(row, "about")
        span = find_quote(quoted, claim)
        fault = _fault(text, span is not None, unsupported_terms(text, source), seen_questions)
        if fault is not None or span is None:
            usage = usage.without(fault or Dropped(text, DropReason.NO_QUOTE))
        elif len(questions) < limit:
            seen_questions.add(_bare(text))
            questions.append(ClaimQuestion(text, claim[span[0] : span[1]]))
    return Assisted(value=tuple(questions), usage=usage)


def _fault(text: str, quoted: bool, stray: Sequence[str], seen_questions: set[tuple[str, ...]]) -> Dropped | None:
    if not is_question(text) or len(text.split()) > _LONGEST or (len(text.split()) < _SHORTEST and text.isascii()):
        return Dropped(text, DropReason.SHAPE)
    if not quoted:
        return Dropped(text, DropReason.NO_QUOTE)
    if stray:
        return Dropped(text, DropReason.STRAY, ", ".join(stray))
    return Dropped(text, DropReason.REPEATED) if _bare(text) in seen_questions else None


def _bare(text: str) -> tuple[str, ...]:
    return tuple(words(text))
