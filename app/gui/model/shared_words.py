"""The words a sentence shares with a checked claim, so that the reader sees at a glance why the two were put together."""

from __future__ import annotations

import regex

_WORD = regex.compile(r"\d[\d.,:%]*\d|[\w\p{M}\u200c\u200d]+")  # vowel signs and joiners belong to their word
_SHORTEST = 4


def shared_words(sentence: str, claim: str) -> list[tuple[int, int]]:
    """(start, end) code-point spans in the sentence of the words it shares with the claim, without regard to case.

    Words under four letters are left out unless they are numbers; a common ending of one letter does not part words.
    """
    claim_stems = {_stem(match.group()) for match in _WORD.finditer(claim) if _tells(match.group())}
    return [match.span() for match in _WORD.finditer(sentence) if _tells(match.group()) and _stem(match.group()) in claim_stems]


def _tells(word: str) -> bool:
    return len(word) >= _SHORTEST or any(char.isdigit() for char in word) or (not word.isascii() and len(word) > 1)


def _stem(word: str) -> str:
    folded = word.casefold()
    return folded.removesuffix("s") if folded.isalpha() and len(folded) > _SHORTEST else folded
