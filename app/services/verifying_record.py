"""The run record of a verification, and remarks about its limits."""

from __future__ import annotations

from datetime import date

from app.domain.ranked import RunRecord
from app.domain.verification import ClaimForm, Verification, VerifyOptions
from app.ingest.language import detect_language
from app.services.run_record import new_record
from app.services.verify_engine import VerifyEngine
from app.services.verifying_evidence import EvidenceSession, usable_evidence
from app.stance import can_read
from app.translation import tr, trn
from app.verify.premises import answers_nothing


def verify_record(
    engine: VerifyEngine, claim: ClaimForm, options: VerifyOptions, session: EvidenceSession | None, seconds: float
) -> RunRecord:
    """Return a record of models, state of the index and parameters; without a pile, given answers were judged."""
    among = usable_evidence(claim, options)
    parameters = (
        ("questions", str(options.questions)),
        ("answers", str(options.answers)),
        ("passages", str(options.passages)),
        ("before", among.before.isoformat() if among.before else ""),
        ("undated", "allowed" if among.undated else ""),
    )
    return new_record(
        generation=session.index.generation if session else "",
        searched=session.searched if session else 0,
        index_kind=session.index.vectors().kind if session else "",
        models=engine.models(),
        parameters=parameters if session else (),
        seconds=[("all", seconds)],
    )


def claim_remarks(claim: ClaimForm, options: VerifyOptions) -> tuple[str, ...]:
    """Return sentences for the user about claim and dates."""
    sentences = []
    if not can_read(detect_language(claim.text)):
        sentences.append(tr("The claim seems to be in another language: questions and sides are made for English alone."))
    if options.among.before is None and claim.made is None:
        sentences.append(tr("The claim has no date, so evidence of any day was used, also what appeared after it."))
    if claim.made is not None and options.among.before is not None and options.among.before > claim.made:
        sentences.append(tr("Evidence from after the day of the claim was allowed."))
    if claim.made is not None and claim.made > date.today():
        sentences.append(tr("The claim is dated in the future."))
    return tuple(sentences)


def evidence_remarks(session: EvidenceSession, verification: Verification) -> tuple[str, ...]:
    """Return sentences for the user about the evidence."""
    sentences = []
    if session.held_back:
        sentences.append(
            trn(
                "{count} passage was not used: it is too late, has no date, or is the claim's own fact-check.",
                "{count} passages were not used: they are too late, have no date, or are the claim's own fact-check.",
                session.held_back,
            )
        )
    if session.factchecks:
        sentences.append(
            trn(
                "{count} passage of a fact-check site was not used: another verdict is no evidence.",
                "{count} passages of fact-check sites were not used: another verdict is no evidence.",
                session.factchecks,
            )
        )
    unencoded = session.index.waiting
    if unencoded:
        sentences.append(
            trn(
                "{count} passage is found by its words alone until it is made searchable by meaning.",
                "{count} passages are found by their words alone until they are made searchable by meaning.",
                unencoded,
            )
        )
    if all(answers_nothing(answer) for question in verification.questions for answer in question.answers):
        sentences.append(tr("No answer was found in the evidence."))
    return tuple(sentences)
