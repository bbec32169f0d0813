"""Verifications stored in memory; `broken` is raised instead of saving anything."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.stored_verification import StoredVerification, VerificationSummary
from app.errors import PriorcheckError


class MemoryVerifications:
    """A VerificationFile without a disk."""

    def __init__(self, items: Sequence[StoredVerification] = ()) -> None:
        self.items = {item.id: item for item in items}
        self.broken: PriorcheckError | None = None
        self.closed = False

    def summaries(self) -> tuple[VerificationSummary, ...]:
        self._check()
        by_id = sorted(self.items.values(), key=lambda item: item.id)
        return tuple(item.summary() for item in sorted(by_id, key=lambda item: item.created, reverse=True))

    def get(self, ids: Sequence[str]) -> dict[str, StoredVerification]:
        self._check()
        return {name: self.items[name] for name in dict.fromkeys(ids) if name in self.items}

    def keep(self, items: Sequence[StoredVerification]) -> None:
        self._check()
        self.items |= {item.id: item for item in items}

    def delete(self, ids: Sequence[str]) -> int:
        self._check()
        return sum(self.items.pop(name, None) is not None for name in dict.fromkeys(ids))

    def close(self) -> None:
        self.closed = True

    def _check(self) -> None:
        if self.broken is not None:
            raise self.broken
