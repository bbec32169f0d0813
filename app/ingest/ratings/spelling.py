"""Correction of spelling mistakes in very short ratings: "FASLE", "Partialy True". One letter is dropped, added, changed or
swapped."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.verdict import Verdict

# Letters of a word that is corrected; shorter words have too many neighbours ("true" and "rue").
_MIN_LETTERS = 5


# Only mistakes in these are corrected: a name may be one letter from a rarer rating.
_CORRECTABLE_WORDS = frozenset(
    "false incorrect inaccurate misleading mostly partly partially unproven unverified satire correct accurate untrue "
    "enganoso trompeur verdadero verdadeiro falsch irrefuhrend".split()
)


class SpellingGuess:
    """Index that corrects misspelt ratings of up to two plain Latin words."""

    def __init__(self, verdicts: Mapping[tuple[str, ...], Verdict]) -> None:
        self._verdicts = verdicts
        self._phrases: dict[str, list[tuple[str, ...]]] = {}
        for phrase, verdict in verdicts.items():
            if len(phrase) <= 2 and verdict is not Verdict.UNRATED and not _CORRECTABLE_WORDS.isdisjoint(phrase):
                self._phrases.setdefault(phrase[0][0], []).append(phrase)

    def guess(self, folded: tuple[str, ...]) -> tuple[str, ...] | None:
        """Return the intended phrase; None if no phrase, or phrases of different verdicts, are one mistake away."""
        if not folded or len(folded) > 2 or max(map(len, folded)) < _MIN_LETTERS:
            return None
        candidates = [phrase for phrase in self._phrases.get(folded[0][0], ()) if _is_one_mistake_apart(folded, phrase)]
        return candidates[0] if candidates and len({self._verdicts[phrase] for phrase in candidates}) == 1 else None


def _is_one_mistake_apart(written: tuple[str, ...], intended: tuple[str, ...]) -> bool:
    if len(written) != len(intended):
        return False
    differing = [
        (written_word, intended_word)
        for written_word, intended_word in zip(written, intended, strict=True)
        if written_word != intended_word
    ]
    return (
        len(differing) == 1
        and differing[0][1] in _CORRECTABLE_WORDS
        and len(differing[0][0]) >= _MIN_LETTERS - 1
        and _is_one_edit_apart(*differing[0])
    )


def _is_one_edit_apart(first: str, second: str) -> bool:
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
