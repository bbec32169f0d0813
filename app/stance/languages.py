"""The languages that a stance model can read. In others it takes a denial for agreement."""

from __future__ import annotations

ENGLISH = frozenset({"en"})
"""What the bundled stance model was trained on."""
Readable = frozenset[str] | None
"""Codes without a region; None for every language."""


def can_read(*codes: str, languages: Readable = ENGLISH) -> bool:
    """True where the model reads all of these languages (BCP-47); an unknown one ("") counts as readable."""
    return languages is None or all(not code or code.partition("-")[0] in languages for code in codes)
