"""Verifications as they are kept: each with its id, its days, and what it became."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.verification import Veracity, Verification


@dataclass(frozen=True, slots=True, kw_only=True)
class FiledVerification:
    """A verification with its id. `created` and `changed` are times in UTC (ISO 8601, milliseconds); `published` is the id of the
    fact-check that was made of it in the library, "" while there is none."""

    id: str
    verification: Verification
    created: str
    changed: str
    published: str = ""

    def summary(self) -> VerificationSummary:
        """What a list shows of it."""
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
    """A verification in a list: its claim, who made that, the label (None before any) and whether it is a person's own."""

    id: str
    claim: str
    speaker: str = ""
    label: Veracity | None = None
    own: bool = False
    created: str = ""
    published: str = ""
