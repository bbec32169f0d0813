"""Verifications as files: in AVeriTeC's format, for reading, and as ClaimReview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from app.domain.publication import NOWHERE, Addresses
from app.domain.verification import Verification, Verified
from app.errors import InputError
from app.ingest.averitec import claim_row, claims_bytes
from app.services.reports.claimreview import check_publication, graph_bytes, rating_row, with_addresses
from app.services.reports.clean import clean, is_web_link
from app.services.reports.docx import docx_bytes
from app.services.reports.html import html_bytes
from app.services.reports.json_text import pretty
from app.services.reports.rows import run_row
from app.services.reports.verification_report import verification_report
from app.services.reports.write import format_of, write_bytes
from app.services.run_record import new_record
from app.translation import mark, tr

_NO_VERDICT = mark("This claim has no verdict of your own yet, and a ClaimReview is about one.")


def write_verification(verified: Verified, path: Path, *, newsroom: str = "", addresses: Addresses = NOWHERE) -> None:
    """Write one verification in the format of the path's suffix (VERIFICATION_FORMATS), the run's record beside it.

    Raises InputError when the suffix is none of these, the file cannot be written, or a ClaimReview lacks the newsroom's name, an
    address or the human's verdict.
    """
    write_bytes(path, VERIFICATION_FORMATS[format_of(path, VERIFICATION_FORMATS)](verified, newsroom, addresses))
    write_bytes(path.with_name(path.name + ".run.json"), pretty(verified_record(verified)))


def write_verifications(verifications: Sequence[Verification], path: Path, *, newsroom: str = "", addresses: Addresses = NOWHERE) -> None:
    """Write verifications that were made step by step and have no record of one run: a single one as `write_verification` does,
    several in AVeriTeC's format whatever the suffix.

    Raises InputError as `write_verification` does, and `report-empty` if there is none.
    """
    if not verifications:
        raise InputError("report-empty", tr("There is no verification to write."), hint=tr("Verify a claim first."))
    if len(verifications) > 1:
        write_bytes(path, claims_bytes(verifications))
        return
    run = new_record()
    verified = Verified(verification=verifications[0], run=run)
    write_bytes(path, VERIFICATION_FORMATS[format_of(path, VERIFICATION_FORMATS)](verified, newsroom, addresses))


def verified_record(verified: Verified) -> dict[str, Any]:
    """Return the record of how a verification was made."""
    return run_row(verified.run) | {"searched": verified.searched, "held_back": verified.held_back, "remarks": list(verified.remarks)}


def verifications_claimreview(verifications: Sequence[Verification], *, newsroom: str, addresses: Addresses, day: str) -> bytes:
    """Finished verifications as ClaimReviews of one newsroom, published on `day` (an ISO date).

    Raises InputError when the newsroom has no name or address or the article none, one of them has no verdict of a human, or a field would
    not be schema.org's.
    """
    graph = [_review(verification, newsroom, day) for verification in verifications]
    check_publication(newsroom, addresses)
    return graph_bytes(with_addresses(graph, addresses))


def source_links(verification: Verification) -> list[str]:
    """The addresses of the answers' sources, each once."""
    answers = (answer for question in verification.questions for answer in question.answers)
    return list(dict.fromkeys(clean(answer.source_url) for answer in answers if is_web_link(answer.source_url)))


def _review(verification: Verification, newsroom: str, day: str) -> dict[str, Any]:
    if verification.own_label is None:
        hint = tr("Give the claim a verdict of your own first, or choose another format.")
        raise InputError("claimreview-unfinished", tr(_NO_VERDICT), hint=hint)
    row: dict[str, Any] = {
        "@type": "ClaimReview",
        "claimReviewed": _line(verification.claim.text),
        "datePublished": day,
        "author": {"@type": "Organization", "name": clean(newsroom).strip()},
        "reviewRating": rating_row(verification.own_label.verdict),
        "itemReviewed": _claim(verification),
    }
    if verification.justification.strip():
        row["reviewBody"] = clean(verification.justification)
    links = source_links(verification)
    if links:
        row["isBasedOn"] = links
    return row


def _claim(verification: Verification) -> dict[str, Any]:
    claim = verification.claim
    row: dict[str, Any] = {"@type": "Claim"}
    if claim.speaker.strip():
        row["author"] = {"@type": "Person", "name": _line(claim.speaker)}
    if claim.made is not None:
        row["datePublished"] = claim.made.isoformat()
    creative_work: dict[str, Any] = {"@type": "CreativeWork"}
    if claim.reporting_source.strip():
        creative_work["name"] = _line(claim.reporting_source)
    if is_web_link(claim.original_url):
        creative_work["url"] = clean(claim.original_url)
    return row | ({"appearance": creative_work} if len(creative_work) > 1 else {})


def _line(text: str) -> str:
    return " ".join(clean(text).split())


def _json(verified: Verified, _newsroom: str, _addresses: Addresses) -> bytes:
    return pretty(claim_row(verified.verification))


def _html(verified: Verified, newsroom: str, _addresses: Addresses) -> bytes:
    return html_bytes(verification_report(verified, newsroom=newsroom))


def _docx(verified: Verified, newsroom: str, _addresses: Addresses) -> bytes:
    return docx_bytes(verification_report(verified, newsroom=newsroom))


def _claimreview(verified: Verified, newsroom: str, addresses: Addresses) -> bytes:
    return verifications_claimreview([verified.verification], newsroom=newsroom, addresses=addresses, day=verified.run.created[:10])


VERIFICATION_FORMATS: dict[str, Callable[[Verified, str, Addresses], bytes]] = {
    "json": _json, "html": _html, "docx": _docx, "jsonld": _claimreview,
}  # fmt: skip
