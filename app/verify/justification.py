"""The justification: what the deciding answers say and what follows from it, each sentence with the answers that it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.verification import EvidenceQuestion, Judgement, Undecided, Veracity
from app.verify.bearing import may_decide
from app.verify.denied import inside
from app.verify.figures import figures, satisfies
from app.verify.premises import answers_nothing, premise
from app.verify.sentences import sentences_of
from app.verify.words import common, content_stems

Place = tuple[int, int]
_MOST_REASONS = 3
_MOST_WORDS = 45
_FOLLOWS = {
    Veracity.SUPPORTED: "The answers confirm this, therefore {claim} is supported",
    Veracity.REFUTED: "The answers show that this is not true, therefore {claim} is refuted",
    Veracity.CONFLICTING: "Some answers support and others refute this, so the evidence on {claim} is conflicting",
    Veracity.NOT_ENOUGH: "There is not enough evidence to support or refute {claim}",
}
_TOGETHER = {
    Veracity.SUPPORTED: "No single answer decides; on balance {claim} is supported",
    Veracity.REFUTED: "No single answer decides; on balance {claim} is refuted",
    Veracity.CONFLICTING: "No single answer decides; on balance the evidence on {claim} is conflicting",
    Veracity.NOT_ENOUGH: _FOLLOWS[Veracity.NOT_ENOUGH],
}


def justification(claim: str, questions: Sequence[EvidenceQuestion], judgement: Judgement, label: Veracity) -> str:
    """A few sentences; [2] refers to the second question (with several answers [2.1], [2.2]). Nothing is said that no answer says."""
    positions = deciding_answers(claim, questions, judgement)[:_MOST_REASONS]
    reasons = [f"{_reason(claim, questions, position)} {reference(questions, position)}" for position in positions]
    if label is Veracity.NOT_ENOUGH:
        reasons = [*reasons[:2], *_missing(questions, judgement)]
    return " ".join((*reasons, conclusion(claim, questions, judgement, label)))


def deciding_answers(claim: str, questions: Sequence[EvidenceQuestion], judgement: Judgement) -> list[Place]:
    """The places of the answers that a justification rests on: those that decide, or else all that count and are about the claim."""
    return list(judgement.deciding) or [
        (number, index)
        for number, question in enumerate(questions)
        for index, answer in enumerate(question.answers)
        if not answer.context_only and not answers_nothing(answer) and may_decide(claim, answer)
    ]


def conclusion(claim: str, questions: Sequence[EvidenceQuestion], judgement: Judgement, label: Veracity) -> str:
    """The last sentence: what follows from the answers. Only of answers that decide for this label is it said that they show it."""
    is_shown = label is judgement.label and bool(judgement.deciding)
    positions = deciding_answers(claim, questions, judgement)[:_MOST_REASONS] if label is not Veracity.NOT_ENOUGH else []
    references = "".join(f" {reference(questions, position)}" for position in positions)
    return (_FOLLOWS if is_shown else _TOGETHER)[label].format(claim=_that(claim)) + references + "."


def _that(claim: str) -> str:
    """The claim as a part of a sentence: a single statement behind "the claim that", anything else in quotation marks."""
    text = " ".join(claim.split())
    if len(sentences_of(text)) > 1 or text.endswith("?") or text[:1] in "\"“'‘":
        return f"the claim “{text.strip('“”')}”"
    return f"the claim that {inside(text)}"


def _missing(questions: Sequence[EvidenceQuestion], judgement: Judgement) -> list[str]:
    """Return sentences about unanswered questions, or about why the answers decide nothing."""
    empty = [
        number for number, question in enumerate(questions, start=1) if not question.answers or all(map(answers_nothing, question.answers))
    ]
    references = ", ".join(f"[{number}]" for number in empty)
    sentences = [f"No answer could be found to {len(empty)} of {len(questions)} questions {references}."] if empty else []
    return [*sentences, *([judgement.undecided.value] if judgement.undecided in {Undecided.OPPOSED, Undecided.NOTHING_DECIDES} else [])]


def _reason(claim: str, questions: Sequence[EvidenceQuestion], position: Place) -> str:
    """The sentence of an answer that says most about the claim; a short answer after its question, yes and no as a statement."""
    question = questions[position[0]]
    text = " ".join(premise(question.text, question.answers[position[1]]).split())
    words = (text if text.startswith(question.text) else _telling(claim, text)).split()
    return " ".join(words) if len(words) <= _MOST_WORDS else " ".join(words[:_MOST_WORDS]) + " …"


def _telling(claim: str, text: str) -> str:
    """The sentence with most of the claim's words, a figure of its kind counting as much as half of them; the first of equal ones."""
    sentences, claim_stems, claimed = sentences_of(text), content_stems(claim), figures(claim)

    def weight(sentence: str) -> float:
        answered = figures(sentence)
        counted = any(figure.counted & other.counted or satisfies(figure, other) for figure in answered for other in claimed)
        return common(claim_stems, content_stems(sentence)) + 0.5 * counted

    return max(sentences, key=weight, default=text)


def reference(questions: Sequence[EvidenceQuestion], position: Place) -> str:
    """Return the reference to an answer, such as "[2.1]"."""
    number, answer = position
    has_several = len(questions[number].answers) > 1
    return f"[{number + 1}.{answer + 1}]" if has_several else f"[{number + 1}]"
