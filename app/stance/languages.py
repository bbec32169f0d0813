"""The languages that a stance model can read: in others it takes a denial for agreement."""

from __future__ import annotations

ENGLISH = frozenset({"en"})
"""What the bundled stance model was trained on."""
Readable = frozenset[str] | None
"""Codes without a region; None for every language."""


def can_read(*codes: str, languages: Readable = ENGLISH) -> bool:
    """Whether stance can be judged between texts of these languages (BCP-47); one that is not known ("") is taken for one that can."""
    return languages is None or all(not code or code.partition("-")[0] in languages for code in codes)
