"""Stored verifications, with their ids, times and publication."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.verification import Veracity, Verification


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVerification:
    """A stored verification. `created` and `changed` are times in UTC (ISO 8601, milliseconds); `published` is the id of the
    fact-check made from it in the library, "" before that."""

    id: str
    verification: Verification
    created: str
    changed: str
    published: str = ""

    def summary(self) -> VerificationSummary:
        """Return the fields that a list shows."""
        verification = self.verification
        return VerificationSummary(
            id=self.id,
            claim=verification.claim.text,
            speaker=verification.claim.speaker,
            label=verification.label,
            own=verification.own_label is not None,
            created=self.created,
            published=self.published,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationSummary:
    """A verification in a list: claim, claimant, label (None before any); `own`: the label is a person's."""

    id: str
    claim: str
    speaker: str = ""
    label: Veracity | None = None
    own: bool = False
    created: str = ""
    published: str = ""
