"""Claims of AVeriTeC with their verdicts, in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.domain.verification import ClaimForm, Veracity, Verification
from app.ingest.averitec.fields import Row, completed, day_of, day_text, kept, objects_of, text_of, texts_of
from app.ingest.averitec.own import OwnClaim, OwnVerdict, fields_of, own_of, own_row, with_own
from app.ingest.averitec.questions import question_row, read_question
from app.ingest.rows.outcomes import Record, RowRefused
from app.translation import tr

_ORDER = (
    "claim_id",
    "claim",
    "required_reannotation",
    "label",
    "justification",
    "claim_date",
    "speaker",
    "original_claim_url",
    "fact_checking_article",
    "reporting_source",
    "location_ISO_code",
    "claim_types",
    "fact_checking_strategies",
    "questions",
    "cached_original_claim_url",
)
_LABELS: Mapping[str, Veracity] = {label.value.casefold(): label for label in Veracity}


def read_claim(record: Record) -> Verification:
    """A claim with its questions, verdict and justification; a verdict is a person's unless our own object says that a machine gave it.

    A label that is none of the four is kept and counts as none, and so is a claim of no words: AVeriTeC has one. Raises RowRefused for an
    object without a claim, a date that cannot be read, or a field of a wrong type.
    """
    alone = _alone(record)
    other = kept({name: value for name, value in record.items() if name != "questions"}, _row(alone))
    questions = tuple(map(read_question, objects_of(record, "questions")))
    return replace(alone, claim=replace(alone.claim, other=other), questions=questions)


def claim_row(verification: Verification) -> Row:
    """The object that reads back as this verification."""
    row = _row(verification) | {"questions": [question_row(question) for question in verification.questions]}
    return completed(row, verification.claim.other, _ORDER, _alone)


def _alone(record: Record) -> Verification:
    """Without questions and kept fields."""
    own = own_of(record, OwnVerdict)
    given = _LABELS.get(text_of(record, "label").strip().casefold())
    verdict = fields_of(own) | ({} if own.judgement else {"own_label": given})
    return Verification(claim=_claim(record), justification=text_of(record, "justification"), **verdict)


def _claim(record: Record) -> ClaimForm:
    text, made = text_of(record, "claim"), day_of(record, "claim_date")
    if record.get("claim") is None:
        raise RowRefused(tr("There is no claim here."))
    as_given = text_of(record, "claim_date")
    claim = ClaimForm(
        text=text,
        speaker=text_of(record, "speaker"),
        made=made,
        made_as_given="" if made is None or as_given == day_text(made) else as_given,
        reporting_source=text_of(record, "reporting_source"),
        location=text_of(record, "location_ISO_code"),
        types=texts_of(record, "claim_types"),
        strategies=texts_of(record, "fact_checking_strategies"),
        original_url=text_of(record, "original_claim_url"),
        cached_original_url=text_of(record, "cached_original_claim_url"),
        fact_checking_article=text_of(record, "fact_checking_article"),
    )
    return with_own(claim, record, OwnClaim)


def _row(verification: Verification) -> Row:
    """Without questions and kept fields; AVeriTeC writes null for a text that is not there."""
    claim, label = verification.claim, verification.label
    row: Row = {
        "claim": claim.text,
        "label": label.value if label else None,
        "justification": verification.justification,
        "claim_date": _date_text(claim),
        "speaker": claim.speaker or None,
        "original_claim_url": claim.original_url or None,
        "fact_checking_article": claim.fact_checking_article or None,
        "reporting_source": claim.reporting_source or None,
        "location_ISO_code": claim.location or None,
        "claim_types": list(claim.types),
        "fact_checking_strategies": list(claim.strategies),
    }
    if claim.cached_original_url:
        row["cached_original_claim_url"] = claim.cached_original_url
    return row | _own(verification)


def _own(verification: Verification) -> Row:
    """Our object of a claim; the human's label stands in it only where the machine's stands beside it."""
    told = verification if verification.judgement else replace(verification, own_label=None)
    own, verdict = own_row(verification.claim, OwnClaim), own_row(told, OwnVerdict)
    return {name: own.get(name, {}) | verdict.get(name, {}) for name in own | verdict}


def _date_text(claim: ClaimForm) -> str | None:
    """The day as the file gave it, while it is that day."""
    if claim.made is None:
        return None
    if claim.made_as_given:
        try:
            given = day_of({"claim_date": claim.made_as_given}, "claim_date")
        except RowRefused:
            given = None
        if given == claim.made:
            return claim.made_as_given
    return day_text(claim.made)
