"""SubViewer (.sbv as YouTube gives it, .sub): both times on one line with a comma between them, `[br]` for a new line."""

from __future__ import annotations

import re

from app.domain.progress import CancelToken
from app.ingest.documents.cues import draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.subrip import cues_of

_STAMP = r"\d{1,4}:\d{1,2}:\d{1,2}[.]\d{1,3}"
TIMING = re.compile(rf"^[ \t]*({_STAMP})[ \t]*,[ \t]*({_STAMP})[ \t]*$", re.MULTILINE)
_BREAK = re.compile(r"\[br\]", re.IGNORECASE)


def read_subviewer(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of a SubViewer file's text (cleaned before); what stands above the first times is no caption."""
    return draft_of_cues(list(cues_of(_BREAK.sub("\n", TIMING.sub(r"\1 --> \2", text)))), kind="sbv", cancel=cancel)
