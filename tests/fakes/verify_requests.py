"""Claim and evidence requests of the fake task client: documents in memory, answers by shared words.
A passage answers a question if they share a long word; it supports the claim unless it says “not” or “no”. The longest answer
decides.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from app.domain.evidence import (
    EvidenceDocument,
    EvidenceImportReport,
    EvidenceIndexReport,
    EvidenceStatistics,
    SourceWarning,
    passage_id,
    warning_of,
)
from app.domain.importing import RefusedRow
from app.domain.progress import CancelToken
from app.domain.stance import Stance, StanceProbabilities
from app.domain.verification import (
    NO_ANSWER,
    AnswerType,
    ClaimForm,
    EvidenceAnswer,
    EvidenceQuestion,
    Judgement,
    QuestionOrigin,
    Veracity,
    Verification,
    VerifyOptions,
)
from app.errors import InputError
from app.ingest.averitec import read_averitec_rows
from app.services.publishing import own_factcheck
from app.services.reports import write_verifications
from app.verify.justification import justification
from app.verify.rule import by_rule, counted_answers, deciding
from app.worker import protocol
from tests.fakes.evidence_library import MemoryEvidence
from tests.fakes.library_requests import Broken, Step

_LONG = re.compile(r"\w{5,}")
_LABELS = tuple(Veracity)


class EvidenceController:
    """The evidence of the fake's library and results for claims; `encoded` passages can be found by meaning."""

    def __init__(self, factchecks: Callable[[], list]) -> None:  # type: ignore[type-arg]
        self._factchecks = factchecks
        self.evidence = MemoryEvidence()
        self.encoded = 0

    def handlers(self) -> Mapping[type[protocol.AnyRequest], Callable[..., Iterator[Step]]]:
        """Return the handlers by request type."""
        return {
            protocol.SuggestQuestions: self._suggest,
            protocol.AnswerQuestions: self._answer,
            protocol.JudgeVerification: self._judge,
            protocol.JustifyVerification: self._justify,
            protocol.WriteVerifications: self._write,
            protocol.ReadVerifications: self._read,
            protocol.PublishVerification: self._publish,
            protocol.ImportEvidence: self._import,
            protocol.EncodeEvidence: self._encode,
            protocol.DescribeEvidence: self._describe,
            protocol.SearchEvidence: self._search,
            protocol.DateEvidence: self._date,
            protocol.DeleteEvidence: self._delete,
            protocol.ListSources: self._list,
            protocol.ImportSources: self._import_sources,
        }

    def add(self, *documents: EvidenceDocument) -> None:
        """Add documents to the evidence."""
        self.evidence.add(documents, progress=lambda _: None, cancel=CancelToken())

    def _suggest(self, request: protocol.SuggestQuestions) -> Iterator[Step]:
        yield "progressed", ("Finding questions", 0, 0)
        subject = " ".join(request.claim.text.split()[:2])
        questions = (
            EvidenceQuestion(text=f"What is known about {subject}?", origin=QuestionOrigin.TEMPLATE),
            EvidenceQuestion(text=f"Who measured {subject}?", origin=QuestionOrigin.PAST_CLAIM, like="The old bridge cost two crowns"),
        )
        yield "finished", (protocol.QuestionsSuggested(questions=questions),)

    def _answer(self, request: protocol.AnswerQuestions) -> Iterator[Step]:
        yield "progressed", ("Finding answers", 0, 2)
        yield "progressed", ("Finding answers", 1, 2)
        questions = [replace(question, answers=self._found(request.claim, question, request.options)) for question in request.questions]
        yield "finished", (protocol.QuestionsAnswered(questions=tuple(questions)),)

    def _found(self, claim: ClaimForm, question: EvidenceQuestion, options: VerifyOptions) -> tuple[EvidenceAnswer, ...]:
        query_words = {word.casefold() for word in _LONG.findall(f"{question.text} {claim.text}")}
        among, warnings = replace(options.among, before=claim.made), self.evidence.warnings()
        for document in self.evidence.search("", among=among, limit=100).items:
            for match in re.findall(r"[^.\n]+\.", document.text):
                text = match.strip()
                if query_words & {word.casefold() for word in _LONG.findall(text)}:
                    return (
                        EvidenceAnswer(
                            text=text,
                            kind=AnswerType.EXTRACTIVE,
                            source_url=document.url,
                            source_medium=document.medium,
                            source=document.source,
                            published=document.published,
                            passage=passage_id(document.id, 0, len(document.text)),
                            passage_text=document.text,
                            warning=warning_of(document.url, document.source, warnings),
                            score=0.8,
                        ),
                    )
        return ()

    def _judge(self, request: protocol.JudgeVerification) -> Iterator[Step]:
        yield "finished", (protocol.JudgementResult(verification=judged(request.verification)),)

    def _justify(self, request: protocol.JustifyVerification) -> Iterator[Step]:
        yield "finished", (protocol.JustificationResult(text=_justified(request.verification)),)

    def _write(self, request: protocol.WriteVerifications) -> Iterator[Step]:
        try:
            write_verifications(request.verifications, Path(request.path), newsroom=request.newsroom, addresses=request.addresses)
        except InputError as error:
            yield "failed", (Broken(error.code, error.message, error.hint),)
            return
        yield "finished", (protocol.Written(path=request.path),)

    def _read(self, request: protocol.ReadVerifications) -> Iterator[Step]:
        try:
            rows = read_averitec_rows(Path(request.path))
        except InputError as error:
            yield "failed", (Broken(error.code, error.message, error.hint),)
            return
        completed = tuple(row.verification for row in rows if row.verification)
        yield "finished", (protocol.VerificationsRead(items=completed, refused=tuple(row.refused for row in rows if row.refused)),)

    def _publish(self, request: protocol.PublishVerification) -> Iterator[Step]:
        factcheck = own_factcheck(request.verification, publisher=request.publisher, published=date(2026, 1, 1))
        library = self._factchecks()
        library[:] = [check for check in library if check.id != factcheck.id] + [factcheck]
        yield "finished", (protocol.ChangeResult(before=(), after=(factcheck,), factchecks=len(library)),)

    def _import(self, request: protocol.ImportEvidence) -> Iterator[Step]:
        yield "progressed", ("Reading documents", 1, 3)
        paths = [entry for path in map(Path, request.paths) for entry in (sorted(path.iterdir()) if path.is_dir() else [path])]
        read = [(path, path.read_text(encoding="utf-8").strip()) for path in paths]
        refused = tuple(RefusedRow(source=path.name, row="file", reason="There is no text in it.") for path, text in read if not text)
        options = request.options
        documents = [
            EvidenceDocument(id=path.stem, text=text, title=path.stem, source=options.source, published=options.published)
            for path, text in read
            if text
        ]
        counts = self.evidence.add(documents, progress=lambda _: None, cancel=CancelToken())
        undated = sum(entry.published is None for entry in documents)
        report = EvidenceImportReport(counts=counts, refused=refused, passages=len(documents), undated=undated)
        yield "finished", (report,)

    def _encode(self, request: protocol.EncodeEvidence) -> Iterator[Step]:
        before, passages = self.encoded, self.evidence.statistics().passages
        while request.make and self.encoded < passages:
            yield "progressed", ("Encoding evidence", self.encoded, passages)
            self.encoded += 1
        yield "finished", (EvidenceIndexReport(passages=passages, encoded=self.encoded, made=self.encoded - before),)

    def _describe(self, request: protocol.DescribeEvidence) -> Iterator[Step]:
        statistics: EvidenceStatistics = self.evidence.statistics()
        yield "finished", (replace(statistics, encoded=min(self.encoded, statistics.passages)),)

    def _search(self, request: protocol.SearchEvidence) -> Iterator[Step]:
        yield "finished", (self.evidence.search(request.text, among=request.among, offset=request.offset, limit=request.limit),)

    def _date(self, request: protocol.DateEvidence) -> Iterator[Step]:
        is_known = self.evidence.set_date(request.document, date.fromisoformat(request.published) if request.published else None)
        yield "finished", (protocol.EvidenceChanged(count=int(is_known)),)

    def _delete(self, request: protocol.DeleteEvidence) -> Iterator[Step]:
        yield "finished", (protocol.EvidenceChanged(count=self.evidence.delete(request.ids, cancel=CancelToken())),)

    def _list(self, request: protocol.ListSources) -> Iterator[Step]:
        yield "finished", (protocol.SourceList(items=self.evidence.warnings()),)

    def _import_sources(self, request: protocol.ImportSources) -> Iterator[Step]:
        rows = list(csv.DictReader(Path(request.path).read_text("utf-8").splitlines())) if request.path else []
        completed = tuple(
            SourceWarning(host=row["host"], kind=row["kind"], note=row.get("note") or "") for row in rows if "." in row["host"]
        )
        refused = tuple(RefusedRow(source="list", row=row["host"], reason="It is no host.") for row in rows if "." not in row["host"])
        self.evidence.keep_warnings(completed)
        yield "finished", (protocol.SourceList(items=completed, refused=refused),)


def judged(verification: Verification) -> Verification:
    """Judge by the paper's rule, with a probability of .91 for the label."""
    questions = tuple(replace(question, answers=tuple(map(_with_stance, question.answers))) for question in verification.questions)
    counted = [answer for question in questions for answer in question.answers if not answer.context_only]
    label = by_rule(answer.stance.label if answer.stance else Stance.UNRELATED for answer in counted)
    shares = tuple(0.91 if category is label else 0.03 for category in _LABELS)
    sides = {(number, position): _side(answer) for number, position, answer in counted_answers(questions)}
    judgement = Judgement(label=label, by_rule=label, probabilities=shares, deciding=deciding(sides, label))  # type: ignore[arg-type]
    after = replace(verification, questions=questions, judgement=judgement)
    return after if after.edited else replace(after, justification=_justified(after))


def _side(answer: EvidenceAnswer) -> float:
    """Return how strongly an answer supports the claim; 0 if it takes no side."""
    stance = answer.stance
    return 0.0 if stance is None or stance.label is Stance.UNRELATED else stance.support - stance.refute


def _justified(verification: Verification) -> str:
    judgement, label = verification.judgement, verification.label
    return justification(verification.claim.text, verification.questions, judgement, label) if judgement and label else ""


def _with_stance(answer: EvidenceAnswer) -> EvidenceAnswer:
    if answer.text == NO_ANSWER:
        return replace(answer, stance=None)
    against = bool({"not", "no"} & set(re.findall(r"\w+", f"{answer.text} {answer.explanation}".casefold())))
    return replace(answer, stance=StanceProbabilities(0.1, 0.8, 0.1) if against else StanceProbabilities(0.8, 0.1, 0.1))
