"""Reading and writing of AVeriTeC's claims with their verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.domain.verification import ClaimForm, Veracity, Verification
from app.ingest.averitec.extension import ClaimExtension, VerdictExtension, extension_fields, extension_row, read_extension, with_extension
from app.ingest.averitec.fields import Row, day_of, day_text, objects_of, preserved_fields, text_of, texts_of, with_preserved_fields
from app.ingest.averitec.questions import question_row, read_question
from app.ingest.rows.outcomes import Record, RowRefused
from app.translation import tr

# The order of fields in AVeriTeC's own files.
_FIELD_ORDER = (
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
    """Read a claim with its questions, verdict and justification.

    The verdict is a person's unless our own object says that a machine gave it. A label other than AVeriTeC's four is preserved but
    counts as none; so does a claim without words, of which AVeriTeC has one. Raises RowRefused for an object without a claim, a
    date that cannot be read, or a field of a wrong type.
    """
    verification = _read_without_questions(record)
    other = preserved_fields({name: value for name, value in record.items() if name != "questions"}, _claim_fields(verification))
    questions = tuple(map(read_question, objects_of(record, "questions")))
    return replace(verification, claim=replace(verification.claim, other=other), questions=questions)


def claim_row(verification: Verification) -> Row:
    """Return the object that reads back as this verification."""
    row = _claim_fields(verification) | {"questions": [question_row(question) for question in verification.questions]}
    return with_preserved_fields(row, verification.claim.other, _FIELD_ORDER, _read_without_questions)


def _read_without_questions(record: Record) -> Verification:
    """Read the claim and verdict, without questions and preserved fields."""
    extension = read_extension(record, VerdictExtension)
    label = _LABELS.get(text_of(record, "label").strip().casefold())
    # Without a machine's verdict, the file's label is a person's.
    verdict = extension_fields(extension) | ({} if extension.judgement else {"own_label": label})
    return Verification(claim=_read_claim_form(record), justification=text_of(record, "justification"), **verdict)


def _read_claim_form(record: Record) -> ClaimForm:
    text, claim_date = text_of(record, "claim"), day_of(record, "claim_date")
    if record.get("claim") is None:
        raise RowRefused(tr("There is no claim here."))
    date_text = text_of(record, "claim_date")
    claim = ClaimForm(
        text=text,
        speaker=text_of(record, "speaker"),
        made=claim_date,
        made_as_given="" if claim_date is None or date_text == day_text(claim_date) else date_text,
        reporting_source=text_of(record, "reporting_source"),
        location=text_of(record, "location_ISO_code"),
        types=texts_of(record, "claim_types"),
        strategies=texts_of(record, "fact_checking_strategies"),
        original_url=text_of(record, "original_claim_url"),
        cached_original_url=text_of(record, "cached_original_claim_url"),
        fact_checking_article=text_of(record, "fact_checking_article"),
    )
    return with_extension(claim, record, ClaimExtension)


def _claim_fields(verification: Verification) -> Row:
    """Write the claim without questions and preserved fields; AVeriTeC writes null for a missing text."""
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
    return row | _extension(verification)


def _extension(verification: Verification) -> Row:
    """Return our object of a claim. It holds the human's label only if it also holds a machine's verdict."""
    # Without a machine's verdict, the person's label is AVeriTeC's own field.
    exported = verification if verification.judgement else replace(verification, own_label=None)
    claim_fields, verdict_fields = extension_row(verification.claim, ClaimExtension), extension_row(exported, VerdictExtension)
    return {name: claim_fields.get(name, {}) | verdict_fields.get(name, {}) for name in claim_fields | verdict_fields}


def _date_text(claim: ClaimForm) -> str | None:
    """Return the date as the file wrote it, unless the claim's date was changed since."""
    if claim.made is None:
        return None
    if claim.made_as_given:
        try:
            parsed_date = day_of({"claim_date": claim.made_as_given}, "claim_date")
        except RowRefused:
            parsed_date = None
        if parsed_date == claim.made:
            return claim.made_as_given
    return day_text(claim.made)
