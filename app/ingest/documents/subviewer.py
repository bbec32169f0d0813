"""Read SubViewer (.sbv by YouTube, .sub): both times on one line with a comma between them, `[br]` for a new line."""

from __future__ import annotations

import re

from app.domain.progress import CancelToken
from app.ingest.documents.cues import draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.subrip import cues_of

_BREAK = re.compile(r"\[br\]|[ ]?\|[ ]?", re.IGNORECASE)


def read_subviewer(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of a SubViewer file's text (cleaned before) without its header ("[TITLE]…")."""
    return draft_of_cues(list(cues_of(_BREAK.sub("\n", text))), kind="sbv", cancel=cancel)
