"""Ends a test process without clean-up at a chosen moment."""

from __future__ import annotations

import os


def die_at_flush(number: int) -> None:
    """End this process at its n-th flush to the disk, before the flush."""
    remaining, flush = [number], os.fsync

    def counted(handle: int) -> None:
        remaining[0] -= 1
        if not remaining[0]:
            os._exit(9)
        flush(handle)

    os.fsync = counted  # type: ignore[assignment]
