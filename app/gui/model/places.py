"""The pages of the window in rail order: their names and icons."""

from __future__ import annotations

from app.translation import mark

PLACES = (
    (mark("Document"), "document"),
    (mark("Claims"), "claims"),
    (mark("Ask"), "ask"),
    (mark("Verify"), "verify"),
    (mark("Narratives"), "narratives"),
    (mark("Library"), "library"),
)
DOCUMENT, CLAIMS, ASK, VERIFY, NARRATIVES, LIBRARY = range(len(PLACES))
