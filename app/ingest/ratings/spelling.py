"""Spelling mistakes in very short ratings: "FASLE", "Partialy True". One letter dropped, added, changed or swapped."""

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
    """Index that corrects misspelt ratings of up to two plain Latin words."""

    def __init__(self, verdicts: Mapping[tuple[str, ...], Verdict]) -> None:
        self._verdicts = verdicts
        self._phrases: dict[str, list[tuple[str, ...]]] = {}
        for phrase, verdict in verdicts.items():
            if len(phrase) <= 2 and verdict is not Verdict.UNRATED and not _CORE.isdisjoint(phrase):
                self._phrases.setdefault(phrase[0][0], []).append(phrase)

    def guess(self, folded: tuple[str, ...]) -> tuple[str, ...] | None:
        """Return the intended phrase; None if no phrase, or phrases of different verdicts, are one mistake away."""
        if not folded or len(folded) > 2 or max(map(len, folded)) < _LEAST:
            return None
        candidates = [phrase for phrase in self._phrases.get(folded[0][0], ()) if _one_slip(folded, phrase)]
        return candidates[0] if candidates and len({self._verdicts[phrase] for phrase in candidates}) == 1 else None


def _one_slip(written: tuple[str, ...], meant: tuple[str, ...]) -> bool:
    if len(written) != len(meant):
        return False
    differing = [(written_word, meant_word) for written_word, meant_word in zip(written, meant, strict=True) if written_word != meant_word]
    return len(differing) == 1 and differing[0][1] in _CORE and len(differing[0][0]) >= _LEAST - 1 and _near(*differing[0])


def _near(first: str, second: str) -> bool:
    """Return True if the optimal string alignment distance is 1, computed without a table."""
    short, long = sorted((first, second), key=len)
    if len(long) - len(short) > 1:
        return False
    difference = next(
        (index for index, (short_letter, long_letter) in enumerate(zip(short, long, strict=False)) if short_letter != long_letter),
        len(short),
    )
    if len(short) < len(long):
        return short[difference:] == long[difference + 1 :]
    swapped = (
        short[difference : difference + 2] == long[difference : difference + 2][::-1] and short[difference + 2 :] == long[difference + 2 :]
    )
    return swapped or short[difference + 1 :] == long[difference + 1 :]
