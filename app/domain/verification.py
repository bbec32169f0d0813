"""A claim that nobody has checked yet, the questions that it raises, their dated answers, and what follows from them.

The vocabulary is that of AVeriTeC (Schlichtkrull, Guo and Vlachos 2023, section 3): a claim with its metadata, questions, answers with
their source, a veracity label, a justification.
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
    """The label of a verified claim, in AVeriTeC's words."""

    SUPPORTED = mark("Supported")
    REFUTED = mark("Refuted")
    NOT_ENOUGH = mark("Not Enough Evidence")
    CONFLICTING = mark("Conflicting Evidence/Cherrypicking")

    @property
    def verdict(self) -> Verdict:
        """The same in the vocabulary of fact-checks."""
        return _VERDICTS[self]


_VERDICTS = {
    Veracity.SUPPORTED: Verdict.TRUE,
    Veracity.REFUTED: Verdict.FALSE,
    Veracity.NOT_ENOUGH: Verdict.UNPROVEN,
    Veracity.CONFLICTING: Verdict.MIXED,
}


class AnswerType(StrEnum):
    """How an answer comes from its source: word for word, in other words, as yes or no with an explanation, or not at all."""

    EXTRACTIVE = mark("Extractive")
    ABSTRACTIVE = mark("Abstractive")
    BOOLEAN = mark("Boolean")
    UNANSWERABLE = mark("Unanswerable")


class QuestionOrigin(StrEnum):
    """Who asked: the user, a template for this type of claim, a past claim's question, a language model, a file."""

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
    """A claim as AVeriTeC's annotators record it, normalised to stand alone.

    `made` is the day on which it was made; `made_as_given` how a file wrote that day. `reporting_source` is where it appeared, `location`
    an ISO code. `types` and `strategies` are of CLAIM_TYPES and STRATEGIES, others are kept as they are. `original` is the sentence that
    the claim was normalised from and `context` what was said before it. `other` is a JSON object of a file's fields that have no place
    here, "" for none.
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
    """One answer to a question, with its source.

    An extractive `text` is a substring of its source. `explanation` says why a boolean answer is yes or no. `passage` is the id of the
    passage that it comes from and `passage_text` that passage's words, "" for an answer that a person typed; `published` is the day of
    its source and `title` that of the page. `stance` is that of the answer (premise) towards the claim, None where it was not judged. A
    `context_only` answer explains and decides nothing. `score` in [0, 1] is how surely it answers the question. `warning` is what the
    list of sources says about its source.
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
    """A question that the claim raises, and its answers, best first. `like` is the past claim whose question was the model for it."""

    text: str
    answers: tuple[EvidenceAnswer, ...] = ()
    origin: QuestionOrigin = QuestionOrigin.USER
    like: str = ""
    other: str = ""


class Undecided(StrEnum):
    """Why a verdict is Not Enough Evidence although the trained combiner leans to another label."""

    WEAK = mark("No answer is sure enough to decide.")
    NOTHING_DECIDES = mark("No answer says whether the claim is right.")
    OPPOSED = mark("The answers and the trained model point to different verdicts.")
    UNSURE = mark("The trained model is not sure enough of a verdict.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the machine makes of the answers.

    `label` is the verdict, `by_rule` that of the paper's rule (its section 5), `probabilities` those that the trained combiner gives the
    four labels in the order of `Veracity`, summing to 1. `undecided` says why the verdict is not the combiner's most probable label, None
    where it is. `deciding` are (question, answer) places, the weightiest first.
    """

    label: Veracity
    by_rule: Veracity
    probabilities: tuple[float, float, float, float]
    deciding: tuple[tuple[int, int], ...] = ()
    undecided: Undecided | None = None

    @property
    def share(self) -> float | None:
        """The combiner's probability of the label; None where the label rests on something else than being its most probable one."""
        of_label = self.probabilities[tuple(Veracity).index(self.label)]
        return of_label if of_label == max(self.probabilities) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondOpinion:
    """A blind second check: somebody's own verdict from the questions and answers alone. `round` counts from 1."""

    reviewer: str
    label: Veracity
    note: str = ""
    created: str = ""
    round: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """A claim on its way to a verdict. The machine's `judgement` and the human's `own_label` are kept apart.

    `justification` is written from questions and answers only; `edited` says that a person changed it.
    """

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
        """The human's label, or else the machine's; None before either."""
        return self.own_label or (self.judgement.label if self.judgement else None)


NO_FILTER = EvidenceFilter()


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """How a claim is verified: at most so many `questions`, each with at most so many `answers`; `passages` are read for each question.

    `among` is completed by the claim itself: its day is the cutoff unless `before` is given, its fact-checking article never counts.
    """

    questions: int = 5
    answers: int = 4
    passages: int = 20
    among: EvidenceFilter = NO_FILTER


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A verification with how it was made. `searched` passages could be found, `held_back` were too late or undated.

    `remarks` are sentences for the user about what could not be done.
    """

    verification: Verification
    run: RunRecord
    searched: int = 0
    held_back: int = 0
    remarks: tuple[str, ...] = ()
