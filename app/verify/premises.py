"""Turn an answer into a text that can be compared with the claim: "No" says nothing without its question."""

from __future__ import annotations

import re

from app.ask.question import question_type
from app.ask.statement import stated
from app.domain.ask import QuestionType
from app.domain.verification import NO_ANSWER, AnswerType, EvidenceAnswer
from app.ingest.english_words import is_english
from app.verify.clause import parse_clause

_YES = re.compile(r"^\W*(?:yes|yeah|correct|true|indeed)\b[\s.,:;!-]*", re.IGNORECASE)
_NO = re.compile(
    r"^\W*(?:no|nope|not true|incorrect|false|never)\b(?!\s+(?:one|evidence|answer|more|less|longer|matter|other|such))[\s.,:;!-]*",
    re.IGNORECASE,
)
_SHORT, _LONG = 5, 12
"""An answer of so many words or fewer is read together with its question; an English one of so many where it has no verb of its own."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_ATTRIBUTED = re.compile(r",\s+(?:\S+\s+){1,4}(?:said|says|reports?|reported|told|wrote)\W*$", re.IGNORECASE)


def answers_nothing(answer: EvidenceAnswer) -> bool:
    """Return True if an answer says that there is none."""
    text = answer.text.strip()
    return answer.kind is AnswerType.UNANSWERABLE or not text or text.casefold().rstrip(".") == NO_ANSWER.casefold().rstrip(".")


def polarity(answer: str) -> int:
    """1 for an answer that begins with yes, -1 with no, 0 else."""
    return 1 if _YES.match(answer) else -1 if _NO.match(answer) else 0


def side(answer: EvidenceAnswer) -> int:
    """The same of an answer: one that was cut from a passage says yes or no to whatever is asked there, not to this question."""
    return 0 if answer.passage else polarity(said(answer))


def answered_part(text: str) -> str:
    """Return the text after a yes or no at its start, or the whole text."""
    answer_polarity = polarity(text)
    return (_YES if answer_polarity > 0 else _NO).sub("", text, count=1) if answer_polarity else text


def said(answer: EvidenceAnswer) -> str:
    """The answer's own words with its explanation."""
    text = " ".join(answer.text.split())
    explanation = " ".join(answer.explanation.split())
    return f"{text.rstrip('. ')}. {explanation}" if explanation and explanation != text else text


def premise(question: str, answer: EvidenceAnswer) -> str:
    """A text that stands alone: a yes or no as the question's statement, affirmed or denied, a short one after its question.

    A found passage is read without the question, which is made of the claim's own words: behind them, anything would support the claim.
    """
    text = said(answer)
    if answer.passage:
        return text
    answer_side = side(answer)
    if answer_side and question_type(question) is QuestionType.YES_NO:
        claimed, answer_text = stated(question).text, answered_part(text)
        statement = f"{claimed}." if answer_side > 0 else f"It is not the case that {claimed[:1].lower()}{claimed[1:]}."
        return f"{statement} {answer_text}".strip()
    return text if _stands_alone(text) else f"{question} {text}".strip()


def _stands_alone(text: str) -> bool:
    """Return True if a text can be understood without its question: not "4.2 billion crowns, the council said"."""
    words = len(text.split())
    if not _SHORT < words <= _LONG:
        return words > _LONG
    return not _english(text) or parse_clause(_ATTRIBUTED.sub("", text)) is not None


def _english(text: str) -> bool:
    """Return True if most of its lower-case words are English. Verbs are recognised in English only."""
    words = [word for word in _WORD.findall(text) if word.islower()]
    return not words or 2 * sum(map(is_english, words)) > len(words)


def asked(question: str) -> str:
    """The question as a statement where it can be answered by yes or no, else ""."""
    return stated(question).text if question_type(question) is QuestionType.YES_NO else ""
