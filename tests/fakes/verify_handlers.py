"""Verification and evidence handlers of the fake worker: one question, one answer, one document."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from app.domain.evidence import EvidenceDocument, EvidenceImportReport, EvidenceIndexReport, EvidencePage, EvidenceStatistics, SourceWarning
from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts, RefusedRow
from app.domain.verification import EvidenceQuestion, Judgement, Veracity
from app.worker import protocol
from app.worker.context import JobContext
from tests.fakes.verifications import finished

DOCUMENT = EvidenceDocument(id="d", text="The river stayed low. سد 😀", title="River", published=date(2020, 5, 1))
JUDGEMENT = Judgement(label=Veracity.REFUTED, by_rule=Veracity.SUPPORTED, probabilities=(0.1, 0.7, 0.1, 0.1), deciding=((0, 0),))


def suggest(request: protocol.SuggestQuestions, context: JobContext) -> protocol.QuestionsSuggested:
    """Return one question."""
    return protocol.QuestionsSuggested(questions=(EvidenceQuestion(text="Who saw it?"),))


def answer(request: protocol.AnswerQuestions, context: JobContext) -> protocol.QuestionsAnswered:
    """Return the answers of a fixed verification."""
    return protocol.QuestionsAnswered(
        questions=tuple(replace(question, answers=finished().questions[0].answers) for question in request.questions)
    )


def judge(request: protocol.JudgeVerification, context: JobContext) -> protocol.JudgementResult:
    """Always judge Refuted."""
    return protocol.JudgementResult(verification=replace(request.verification, judgement=JUDGEMENT))


def justify(request: protocol.JustifyVerification, context: JobContext) -> protocol.JustificationResult:
    """Return one sentence."""
    return protocol.JustificationResult(text="Nobody saw it [1].")


def write(request: protocol.WriteVerifications, context: JobContext) -> protocol.Written:
    """Write nothing."""
    return protocol.Written(path=request.path)


def read(request: protocol.ReadVerifications, context: JobContext) -> protocol.VerificationsRead:
    """Return more than one batch of verifications and an invalid row."""
    refused = (RefusedRow(source="a", row="3", reason="There is no claim."),)
    return protocol.VerificationsRead(items=(finished(),) * 60, refused=refused)


def publish(request: protocol.PublishVerification, context: JobContext) -> protocol.ChangeResult:
    """Report the fact-check as added."""
    factcheck = FactCheck(id="own", claim=request.verification.claim.text, publisher=request.publisher)
    return protocol.ChangeResult(before=(), after=(factcheck,), factchecks=1)


def import_documents(request: protocol.ImportEvidence, context: JobContext) -> EvidenceImportReport:
    """Count one document per file."""
    return EvidenceImportReport(counts=ChangeCounts(added=len(request.paths)), undated=1)


def encode(request: protocol.EncodeEvidence, context: JobContext) -> EvidenceIndexReport:
    """Finish at once."""
    return EvidenceIndexReport(passages=1, encoded=1, made=int(request.make))


def describe(request: protocol.DescribeEvidence, context: JobContext) -> EvidenceStatistics:
    """Describe one document."""
    return EvidenceStatistics(documents=1, passages=1, size_bytes=10)


def search(request: protocol.SearchEvidence, context: JobContext) -> EvidencePage:
    """Return the only document."""
    return EvidencePage(items=(DOCUMENT,), total=1, passages={DOCUMENT.id: 1})


def changed(request: protocol.DateEvidence | protocol.DeleteEvidence, context: JobContext) -> protocol.EvidenceChanged:
    """Report one change."""
    return protocol.EvidenceChanged(count=1)


def sources(request: protocol.ListSources | protocol.ImportSources, context: JobContext) -> protocol.SourceList:
    """Return one host."""
    return protocol.SourceList(items=(SourceWarning(host="gull.example", kind="satire"),))


HANDLERS: dict[type[protocol.AnyRequest], object] = {
    protocol.SuggestQuestions: suggest,
    protocol.AnswerQuestions: answer,
    protocol.JudgeVerification: judge,
    protocol.JustifyVerification: justify,
    protocol.WriteVerifications: write,
    protocol.ReadVerifications: read,
    protocol.PublishVerification: publish,
    protocol.ImportEvidence: import_documents,
    protocol.EncodeEvidence: encode,
    protocol.DescribeEvidence: describe,
    protocol.SearchEvidence: search,
    protocol.DateEvidence: changed,
    protocol.DeleteEvidence: changed,
    protocol.ListSources: sources,
    protocol.ImportSources: sources,
}
