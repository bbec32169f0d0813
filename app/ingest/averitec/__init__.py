"""Lossless reading and writing of AVeriTeC's JSON: claims with questions, answers, verdict and justification."""

from app.ingest.averitec.claims import claim_row, read_claim
from app.ingest.averitec.files import AveritecRow, claims_bytes, only_claims, read_averitec_file, read_averitec_rows

__all__ = ["AveritecRow", "claim_row", "claims_bytes", "only_claims", "read_averitec_file", "read_averitec_rows", "read_claim"]
