"""The verifications of a library, opened by its folder: for the window, which keeps them itself, as it keeps projects."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ports import VerificationFile


def open_verifications(library: Path) -> VerificationFile:
    """The verifications of the library in this folder; neither is made before something is kept. Raises nothing yet."""
    from app.store.verifications import SqliteVerifications

    return SqliteVerifications(library)
