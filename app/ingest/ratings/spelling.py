"""Slips of the pen in very short ratings: "FASLE", "Partialy True". One letter dropped, added, changed or swapped."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.verdict import Verdict

_LEAST = 5
"""Shorter words have too many neighbours ("true" and "rue")."""


_CORE = frozenset(
    "false incorrect inaccurate misleading mostly partly partially unproven unverified satire correct accurate untrue "
    "enganoso trompeur verdadero verdadeiro falsch irrefuhrend".split()
)
"""Only slips in these are guessed at: a name may be one letter from a rarer rating."""


class SpellingGuess:
    """Finds the one phrase of up to two plain Latin words that a rating misspells."""

    def __init__(self, whole: Mapping[tuple[str, ...], Verdict]) -> None:
        self._whole = whole
        self._phrases: dict[str, list[tuple[str, ...]]] = {}
        for phrase, verdict in whole.items():
            if len(phrase) <= 2 and verdict is not Verdict.UNRATED and not _CORE.isdisjoint(phrase):
                self._phrases.setdefault(phrase[0][0], []).append(phrase)

    def guess(self, folded: tuple[str, ...]) -> tuple[str, ...] | None:
        """The phrase meant, or None where no phrase or phrases of different verdicts are one slip away."""
        if not folded or len(folded) > 2 or max(map(len, folded)) < _LEAST:
            return None
        near = [phrase for phrase in self._phrases.get(folded[0][0], ()) if _one_slip(folded, phrase)]
        return near[0] if near and len({self._whole[phrase] for phrase in near}) == 1 else None


def _one_slip(written: tuple[str, ...], meant: tuple[str, ...]) -> bool:
    if len(written) != len(meant):
        return False
    wrong = [(one, other) for one, other in zip(written, meant, strict=True) if one != other]
    return len(wrong) == 1 and wrong[0][1] in _CORE and len(wrong[0][0]) >= _LEAST - 1 and _near(*wrong[0])


def _near(one: str, other: str) -> bool:
    """Optimal string alignment distance of 1, decided without a table."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1:
        return False
    at = next((place for place, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    return swapped or short[at + 1 :] == long[at + 1 :]
