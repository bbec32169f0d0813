"""Opens the small files of a library: judgements, verifications, narratives.

No file is created before something is stored, and no error is raised before the file is used.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ports import JudgementFile, NarrativeFile, VerificationFile


def open_judgements(library: Path) -> JudgementFile:
    """Return the judgements of the library in this folder."""
    from app.store.judgements import SqliteJudgements

    return SqliteJudgements(library)


def open_verifications(library: Path) -> VerificationFile:
    """Return the verifications of the library in this folder."""
    from app.store.verifications import SqliteVerifications

    return SqliteVerifications(library)


def open_narratives(library: Path) -> NarrativeFile:
    """Return the narratives of the library in this folder."""
    from app.store.narratives import SqliteNarratives

    return SqliteNarratives(library)
