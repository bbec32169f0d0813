"""Verification of an unchecked claim: its questions, their dated answers, and the verdict.

The vocabulary is AVeriTeC's (Schlichtkrull, Guo and Vlachos 2023, section 3): a claim with metadata, questions, answers with their
source, a veracity label, a justification.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.domain.evidence import EvidenceFilter
from app.domain.ranked import RunRecord
from app.domain.stance import StanceProbabilities
from app.domain.verdict import Verdict
from app.translation import mark


class Veracity(StrEnum):
    """Label of a verified claim, in AVeriTeC's words."""

    SUPPORTED = mark("Supported")
    REFUTED = mark("Refuted")
    NOT_ENOUGH = mark("Not Enough Evidence")
    CONFLICTING = mark("Conflicting Evidence/Cherrypicking")

    @property
    def verdict(self) -> Verdict:
        """Return the label in the vocabulary of fact-checks."""
        return _VERDICTS[self]


_VERDICTS = {
    Veracity.SUPPORTED: Verdict.TRUE,
    Veracity.REFUTED: Verdict.FALSE,
    Veracity.NOT_ENOUGH: Verdict.UNPROVEN,
    Veracity.CONFLICTING: Verdict.MIXED,
}


class AnswerType(StrEnum):
    """Form of an answer: verbatim from its source, in other words, yes or no with an explanation, or none."""

    EXTRACTIVE = mark("Extractive")
    ABSTRACTIVE = mark("Abstractive")
    BOOLEAN = mark("Boolean")
    UNANSWERABLE = mark("Unanswerable")


class QuestionOrigin(StrEnum):
    """Origin of a question: the user, a template for this type of claim, a past claim's question, a language model, a file."""

    USER = mark("user")
    TEMPLATE = mark("template")
    PAST_CLAIM = mark("past claim")
    LANGUAGE_MODEL = mark("language model")
    FILE = mark("file")


NO_ANSWER = mark("No answer could be found.")
"""The answer to a question that the evidence does not answer, in AVeriTeC's words."""
CLAIM_TYPES = (
    mark("Event/Property Claim"),
    mark("Numerical Claim"),
    mark("Causal Claim"),
    mark("Quote Verification"),
    mark("Position Statement"),
)
STRATEGIES = (
    mark("Written Evidence"),
    mark("Numerical Comparison"),
    mark("Consultation"),
    mark("Fact-checker Reference"),
    mark("Satirical Source Identification"),
    mark("Image analysis"),
    mark("Video Analysis"),
    mark("Audio Analysis"),
    mark("Geolocation"),
    mark("Media Source Discovery"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimForm:
    """A claim as AVeriTeC's annotators record it, normalised to be understood without context.

    `made` is its day; `made_as_given` the day as written in a file. `reporting_source` is where it appeared, `location` an ISO
    code. `types` and `strategies` come from CLAIM_TYPES and STRATEGIES; other values are kept unchanged. `original` is the sentence
    that the claim was normalised from and `context` the text before it. `other` is a JSON object of a file's further fields, "" for
    none.
    """

    text: str
    speaker: str = ""
    made: date | None = None
    made_as_given: str = ""
    reporting_source: str = ""
    location: str = ""
    types: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()
    original_url: str = ""
    cached_original_url: str = ""
    fact_checking_article: str = ""
    original: str = ""
    context: tuple[str, ...] = ()
    other: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceAnswer:
    """One answer to a question, with its source. An extractive `text` is a substring of its source.

    `explanation` justifies a boolean answer. `passage` is the id of its passage and `passage_text` that passage's text, "" for an
    answer that a person typed; `published` is the day of its source and `title` that of the page. `stance` is that of the answer
    (premise) towards the claim, None if not judged. A `context_only` answer explains but does not count. `score` in [0, 1] is the
    confidence that it answers the question. `warning` is the source list's warning about its source.
    """

    text: str
    kind: AnswerType
    explanation: str = ""
    source_url: str = ""
    cached_source_url: str = ""
    source_medium: str = ""
    source: str = ""
    published: date | None = None
    passage: str = ""
    passage_text: str = ""
    stance: StanceProbabilities | None = None
    score: float = 0.0
    context_only: bool = False
    warning: str = ""
    other: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceQuestion:
    """A question about the claim, and its answers, best first. `like` is the past claim whose question served as its model."""

    text: str
    answers: tuple[EvidenceAnswer, ...] = ()
    origin: QuestionOrigin = QuestionOrigin.USER
    like: str = ""
    other: str = ""


class Undecided(StrEnum):
    """Reasons for Not Enough Evidence although the trained classifier prefers another label."""

    WEAK = mark("No answer is sure enough to decide.")
    NOTHING_DECIDES = mark("No answer says whether the claim is right.")
    OPPOSED = mark("The answers and the trained model point to different verdicts.")
    UNSURE = mark("The trained model is not sure enough of a verdict.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Machine verdict from the answers.

    `label` is the verdict, `by_rule` that of the paper's rule (its section 5), `probabilities` are the trained classifier's for the
    four labels in the order of `Veracity`, summing to 1. `undecided` is the reason if the verdict is not the most probable label,
    else None. `deciding` are (question, answer) indexes, the weightiest first.
    """

    label: Veracity
    by_rule: Veracity
    probabilities: tuple[float, float, float, float]
    deciding: tuple[tuple[int, int], ...] = ()
    undecided: Undecided | None = None

    @property
    def share(self) -> float | None:
        """Return the classifier's probability of the label; None if the label was not chosen for being the most probable one."""
        of_label = self.probabilities[tuple(Veracity).index(self.label)]
        return of_label if of_label == max(self.probabilities) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondOpinion:
    """A blind second check: another person's verdict from questions and answers only. `round` counts from 1."""

    reviewer: str
    label: Veracity
    note: str = ""
    created: str = ""
    round: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """A claim in verification. The machine's `judgement` and the human's `own_label` are separate. `justification` is written from
    questions and answers only; `edited`: a person changed it."""

    claim: ClaimForm
    questions: tuple[EvidenceQuestion, ...] = ()
    judgement: Judgement | None = None
    own_label: Veracity | None = None
    own_note: str = ""
    justification: str = ""
    edited: bool = False
    opinions: tuple[SecondOpinion, ...] = ()

    @property
    def label(self) -> Veracity | None:
        """Return the human's label, else the machine's; None before either."""
        return self.own_label or (self.judgement.label if self.judgement else None)


NO_FILTER = EvidenceFilter()


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """Options of a verification: at most `questions`, each with at most `answers`; `passages` are read for each question.

    `among` is completed from the claim: its day is the cutoff unless `before` is given, and its fact-checking article is excluded.
    """

    questions: int = 5
    answers: int = 4
    passages: int = 20
    among: EvidenceFilter = NO_FILTER


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A verification with its provenance. `searched` passages were available, `held_back` were too late or undated. `remarks` are
    messages for the user about steps that were not possible."""

    verification: Verification
    run: RunRecord
    searched: int = 0
    held_back: int = 0
    remarks: tuple[str, ...] = ()
