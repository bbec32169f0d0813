"""Suggests one part of a verification by a language model, to be reviewed before it is used: a claim, questions, or a
justification."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.assist import Asker
from app.domain.assisted import AssistRecord, StandAlone, Use
from app.domain.progress import Progress
from app.domain.verification import EvidenceQuestion, Verification, VerifyOptions
from app.errors import InputError
from app.ports import StanceScorer
from app.services.assisted_verifying import VERIFY_USES, VerifyWriter
from app.translation import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggested:
    """The requested part, where it passed the checks; `record` holds the usage and what was dropped."""

    record: AssistRecord
    claim: StandAlone | None = None
    questions: tuple[EvidenceQuestion, ...] = ()
    justification: str = ""


def suggest_for(verification: Verification, use: Use, *, asker: Asker, stance: Callable[[], StanceScorer], progress: Progress) -> Suggested:
    """Return the model's suggestion for this verification, which is not changed. `use` is one of VERIFY_USES; others give nothing.

    A justification is written from the verification's judgement with the help of `stance`; without a judgement there is none.
    Raises InputError `claim-empty`, ModelError as the model does, Cancelled.
    """
    if not any(map(str.isalnum, verification.claim.text)):
        raise InputError("claim-empty", tr("There is no claim."), hint=tr("Write the claim as one sentence that can be checked."))
    writer = VerifyWriter(asker, frozenset(VERIFY_USES), progress)
    claim, questions, text = None, tuple[EvidenceQuestion, ...](), ""
    if use is Use.CLAIM:
        claim = writer.standing_alone(verification.claim)
    elif use is Use.QUESTIONS:
        questions = writer.questions(verification.claim, verification.questions, limit=VerifyOptions().questions)
    elif use is Use.JUSTIFICATION:
        text = writer.reasoning(verification, stance=stance())
    empty_record = AssistRecord(model=asker.model.identity.key(), use=use, temperature=asker.options.temperature, seed=asker.options.seed)
    return Suggested(claim=claim, questions=questions, justification=text, record=writer.records[-1] if writer.records else empty_record)
