"""The languages that the stance model was trained on: in others it takes a denial for agreement."""

from __future__ import annotations

_READ = frozenset({"", "en"})


def can_read(*codes: str) -> bool:
    """Whether stance can be judged between texts of these languages (BCP-47); one that is not known ("") is taken for one that can."""
    return all(code.partition("-")[0] in _READ for code in codes)
