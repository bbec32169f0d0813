"""The optional parts of a verification by a language model: the decontextualised claim, questions, the sentences of a
justification."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.assist import Asker, CitedAnswer, Spoken, raise_questions, reason, stand_alone
from app.domain.assisted import AssistRecord, Dropped, DropReason, StandAlone, TokenUsage, Use
from app.domain.progress import Progress, ProgressUpdate
from app.domain.ranked import RunRecord
from app.domain.verification import ClaimForm, EvidenceAnswer, EvidenceQuestion, QuestionOrigin, Veracity, Verification
from app.ingest.language import detect_language
from app.ports import StanceScorer
from app.stance import can_read
from app.translation import tr
from app.verify.justification import conclusion, justification, reference
from app.verify.premises import answers_nothing, said
from app.verify.questions import alike, asks_for_truth

VERIFY_USES = (Use.CLAIM, Use.QUESTIONS, Use.JUSTIFICATION)
# Answers that a justification may be written from: as many as a verification has at most.
_TOLD = 10
_REFUTED = 0.5


@dataclass(slots=True)
class VerifyWriter:
    """Asks the model for the parts in `uses`, and keeps usage and dropped answers for the record and the remarks.

    Every method raises ModelError as the model does, and Cancelled.
    """

    asker: Asker
    uses: frozenset[Use]
    progress: Progress
    records: list[AssistRecord] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def claim(self, claim: ClaimForm) -> ClaimForm:
        """Return the decontextualised claim with its sentence as the original; unchanged where the rewording fails the checks."""
        return reworded(claim, self.standing_alone(claim)) if Use.CLAIM in self.uses else claim

    def standing_alone(self, claim: ClaimForm) -> StandAlone | None:
        """Return the claim's sentence decontextualised, with the sources of its new words; None where the rewording fails the
        checks."""
        self.progress(ProgressUpdate(tr("Rewording the claim to stand alone")))
        rewording = stand_alone(spoken(claim), asker=self.asker)
        self._note(Use.CLAIM, rewording.usage, tr("The language model's rewording of the claim was not used: {reason}."))
        return rewording.value

    def questions(self, claim: ClaimForm, earlier: Sequence[EvidenceQuestion], *, limit: int) -> tuple[EvidenceQuestion, ...]:
        """Return at most `limit` questions of the model that are not among `earlier`; none asks whether the claim is true."""
        if Use.QUESTIONS not in self.uses:
            return ()
        self.progress(ProgressUpdate(tr("Asking the language model for questions")))
        around = (
            ("speaker", claim.speaker),
            ("appeared in", claim.reporting_source),
            ("day", claim.made.isoformat() if claim.made else ""),
        )
        answer = raise_questions(
            claim.text, around=around, known_questions=[question.text for question in earlier], limit=limit, asker=self.asker
        )
        questions: list[EvidenceQuestion] = []
        usage = answer.usage
        for model_question in answer.value:
            if asks_for_truth(model_question.text):
                usage = usage.without(Dropped(model_question.text, DropReason.SHAPE))
            elif any(alike(model_question.text, other.text) for other in (*earlier, *questions)):
                usage = usage.without(Dropped(model_question.text, DropReason.REPEATED))
            else:
                questions.append(EvidenceQuestion(text=model_question.text, origin=QuestionOrigin.LANGUAGE_MODEL))
        self._note(Use.QUESTIONS, usage, tr("A question of the language model was not used: {reason}."))
        return tuple(questions)

    def justification(self, verification: Verification, *, stance: StanceScorer) -> str:
        """Return the justification: the model's sentences that pass the checks, each with references to its answers, and a
        conclusion by template.

        Where no sentence passes, the whole text is by template; "" where there is no judgement yet.
        """
        judgement, label = verification.judgement, verification.label
        if judgement is None or label is None:
            return ""
        template = justification(verification.claim.text, verification.questions, judgement, label)
        if Use.JUSTIFICATION not in self.uses or not _places(verification):
            return template
        reasoned = self.reasoning(verification, stance=stance)
        if not reasoned:
            self.remarks.append(tr("Nothing that the language model wrote as a justification held; it is made by template."))
        return reasoned or template

    def reasoning(self, verification: Verification, *, stance: StanceScorer) -> str:
        """Return the justification without falling back to the template: "" where no sentence passes, no answer has content, or
        there is no judgement yet."""
        judgement, label, questions = verification.judgement, verification.label, verification.questions
        claim, positions = verification.claim.text, _places(verification)
        if judgement is None or label is None or not positions:
            return ""
        self.progress(ProgressUpdate(tr("Writing the justification with the language model")))
        given_answers = [
            CitedAnswer(reference(questions, position), questions[position[0]].text, _with_source(_at(questions, position)))
            for position in positions
        ]
        answer = reason(claim, given_answers, asker=self.asker)
        usage, sentences = answer.usage, list[str]()
        for sentence in answer.value:
            rests_on = [said(_at(questions, positions[index])) for index in sentence.answers]
            if self._refuted(sentence.text, " ".join(rests_on), stance) or self._against(label, claim, sentence.text, stance):
                usage = usage.without(Dropped(sentence.text, DropReason.OPPOSED))
            else:
                references = "".join(f" {given_answers[index].reference}" for index in sentence.answers)
                sentences.append(f"{sentence.text.rstrip(' .')}{references}.")
        self._note(Use.JUSTIFICATION, usage, tr("A sentence of the language model's justification was not used: {reason}."))
        if not sentences:
            return ""
        return " ".join((*sentences, conclusion(claim, questions, judgement, label)))

    def added_to(self, run: RunRecord) -> RunRecord:
        """Return the run record with the questions to the model."""
        for record in self.records:
            run = record.added_to(run)
        return run

    def _refuted(self, sentence: str, answers: str, stance: StanceScorer) -> bool:
        """Return True if the answers of a sentence contradict it, where the stance model can read them."""
        if not can_read(detect_language(sentence)):
            return False
        support, refute, _ = stance.stance([answers], [sentence], cancel=self.asker.cancel)[0].tolist()
        return bool(refute > max(support, _REFUTED))

    def _against(self, label: Veracity, claim: str, sentence: str, stance: StanceScorer) -> bool:
        """Return True if a sentence supports a claim labelled refuted, or refutes one labelled supported."""
        if label not in {Veracity.SUPPORTED, Veracity.REFUTED} or not can_read(detect_language(sentence)):
            return False
        support, refute, _ = stance.stance([sentence], [claim], cancel=self.asker.cancel)[0].tolist()
        against, in_favour = (support, refute) if label is Veracity.REFUTED else (refute, support)
        return bool(against > max(in_favour, _REFUTED))

    def _note(self, use: Use, usage: TokenUsage, words: str) -> None:
        options = self.asker.options
        key = self.asker.model.identity.key()
        self.records.append(AssistRecord(model=key, use=use, temperature=options.temperature, seed=options.seed, spent=usage))
        self.remarks += [words.format(reason=dropped.words) for dropped in usage.dropped]


def spoken(claim: ClaimForm) -> Spoken:
    """Return the claim's sentence with the sentences before it."""
    return Spoken(
        text=claim.original or claim.text,
        before=claim.context,
        speaker=claim.speaker,
        occasion=claim.reporting_source,
        day=claim.made.isoformat() if claim.made else "",
    )


def reworded(claim: ClaimForm, rewording: StandAlone | None) -> ClaimForm:
    """Return the claim in these words, with its former text as the original sentence."""
    if rewording is None or rewording.text == claim.text:
        return claim
    return replace(claim, text=rewording.text, original=claim.original or claim.text)


def _places(verification: Verification) -> list[tuple[int, int]]:
    """Return (question, answer) indexes of the answers that have content and count, deciding ones first."""
    questions = verification.questions
    deciding = verification.judgement.deciding if verification.judgement else ()
    all_answers = [
        (number, index)
        for number, question in enumerate(questions)
        for index, answer in enumerate(question.answers)
        if not answer.context_only and not answers_nothing(answer)
    ]
    return list(dict.fromkeys([*(position for position in deciding if position in all_answers), *all_answers]))[:_TOLD]


def _at(questions: Sequence[EvidenceQuestion], position: tuple[int, int]) -> EvidenceAnswer:
    return questions[position[0]].answers[position[1]]


def _with_source(answer: EvidenceAnswer) -> str:
    """Return an answer's text with its publisher and date."""
    source = ", ".join(part for part in (answer.source, answer.published.isoformat() if answer.published else "") if part)
    return f"{said(answer)} ({source})" if source else said(answer)
