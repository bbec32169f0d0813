"""Reports of ranked and reviewed documents, looked-up claims, answers and verifications: for reading, as tables, as ClaimReview."""

from app.services.reports.answers import ANSWER_FORMATS, write_answers
from app.services.reports.claims import CLAIM_FORMATS, claim_row, claims_for_clipboard, write_claim_entries, write_claims
from app.services.reports.narratives import NARRATIVE_FORMATS, write_narratives
from app.services.reports.rows import match_row, sentence_row
from app.services.reports.tables import ClaimEntry
from app.services.reports.verified import VERIFICATION_FORMATS, verified_record, write_verification, write_verifications
from app.services.reports.write import FORMATS, STORY_FORMATS, check_target, format_of, formats_of, write_json_lines, write_report

__all__ = [
    "ANSWER_FORMATS",
    "CLAIM_FORMATS",
    "FORMATS",
    "NARRATIVE_FORMATS",
    "STORY_FORMATS",
    "VERIFICATION_FORMATS",
    "ClaimEntry",
    "check_target",
    "claim_row",
    "claims_for_clipboard",
    "format_of",
    "formats_of",
    "match_row",
    "sentence_row",
    "verified_record",
    "write_answers",
    "write_claim_entries",
    "write_claims",
    "write_json_lines",
    "write_narratives",
    "write_report",
    "write_verification",
    "write_verifications",
]
