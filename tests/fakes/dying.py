"""How a process of the tests ends without any clean-up, at a moment that is told beforehand."""

from __future__ import annotations

import os


def die_at_flush(number: int) -> None:
    """End this process at its n-th flush to the disk, before what is flushed."""
    left, flush = [number], os.fsync

    def counted(handle: int) -> None:
        left[0] -= 1
        if not left[0]:
            os._exit(9)
        flush(handle)

    os.fsync = counted  # type: ignore[assignment]
