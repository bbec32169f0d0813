"""The judgements of a library, opened by its folder: for the window, which keeps them itself, and for the gold file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ports import JudgementFile


def open_judgements(library: Path) -> JudgementFile:
    """The judgements of the library in this folder; the file is not made before something is kept. Raises nothing yet."""
    from app.store.judgements import SqliteJudgements

    return SqliteJudgements(library)
