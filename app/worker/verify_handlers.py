"""The handlers that verify a claim. As in `handlers`, what is heavy is imported inside them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import (
    ChangeResult,
    JudgementResult,
    JustificationResult,
    QuestionsAnswered,
    QuestionsSuggested,
    VerificationsRead,
    Written,
)
from app.worker.routing import handles
from app.worker.shared_session import SharedSession


@dataclass(frozen=True, slots=True)
class VerifyHandlers:
    """Verifying a claim, and writing verifications."""

    shared: SharedSession

    @handles(protocol.SuggestQuestions)
    def suggest(self, request: protocol.SuggestQuestions, context: JobContext) -> QuestionsSuggested:
        from app.services.verifying import suggest_questions

        engine, options = self.shared.verify_engine(request.library), request.options
        questions = suggest_questions(request.claim, engine=engine, options=options, progress=context.progress, cancel=context.cancel)
        return QuestionsSuggested(questions=questions)

    @handles(protocol.AnswerQuestions)
    def answer(self, request: protocol.AnswerQuestions, context: JobContext) -> QuestionsAnswered:
        from app.services.verifying import answer_questions

        answered = answer_questions(
            request.claim,
            request.questions,
            engine=self.shared.verify_engine(request.library),
            options=request.options,
            progress=context.progress,
            cancel=context.cancel,
        )
        return QuestionsAnswered(questions=answered)

    @handles(protocol.JudgeVerification)
    def judge(self, request: protocol.JudgeVerification, context: JobContext) -> JudgementResult:
        from app.services.verifying import judge, justify

        engine = self.shared.verify_engine(request.library)
        judged = judge(request.verification, engine=engine, progress=context.progress, cancel=context.cancel)
        return JudgementResult(verification=judged if judged.edited else replace(judged, justification=justify(judged)))

    @handles(protocol.JustifyVerification)
    def justify(self, request: protocol.JustifyVerification, context: JobContext) -> JustificationResult:
        from app.services.verifying import justify

        return JustificationResult(text=justify(request.verification))

    @handles(protocol.WriteVerifications)
    def write(self, request: protocol.WriteVerifications, context: JobContext) -> Written:
        from app.services.reports import write_verifications

        write_verifications(request.verifications, Path(request.path), newsroom=request.newsroom, addresses=request.addresses)
        return Written(path=request.path)

    @handles(protocol.ReadVerifications)
    def read(self, request: protocol.ReadVerifications, context: JobContext) -> VerificationsRead:
        from app.reading import read_averitec_rows

        rows = read_averitec_rows(Path(request.path), cancel=context.cancel)
        verifications = tuple(row.verification for row in rows if row.verification is not None)
        return VerificationsRead(items=verifications, refused=tuple(row.refused for row in rows if row.refused is not None))

    @handles(protocol.PublishVerification)
    def publish(self, request: protocol.PublishVerification, context: JobContext) -> ChangeResult:
        from datetime import date

        from app.services.publishing import publish_verification

        library = self.shared.library(request.library, create=True)
        before = tuple(library.get([request.factcheck]).values()) if request.factcheck else ()
        published = publish_verification(
            request.verification,
            publisher=request.publisher,
            published=date.today(),
            library=library,
            encoder=self.shared.encoder(),
            progress=context.progress,
            cancel=context.cancel,
        )
        return ChangeResult(before=before, after=(published,), factchecks=len(library))
