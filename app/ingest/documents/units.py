"""Sentence-sized units out of text without punctuation, as automatic captions are.

A cut pays where the speaker pauses, where a word follows that opens sentences, and costs where a sentence cannot end;
the cheapest way through the whole text is found by dynamic programming, with lengths held between 8 and 30 words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import sub
from typing import NamedTuple

import regex

from app.domain.progress import CancelToken
from app.ingest.documents.openers import BASE, PAUSE, word_weights

_BETWEEN, _SHORT, _OVER = 2.5, 0.3, 0.1
_TERMINAL = regex.compile(r"[.!?؟…]+[\"”’»)\]]*(?=\s|$)|[[\p{SB=ST}]--[!?؟၊]]", regex.VERSION1)
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_JOINED = regex.compile(r"[[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]--[\p{M}\p{N}]]", regex.VERSION1)
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_WIDE_LETTERS, _JOINED_LETTERS = 2, 4
"""Letters of a word in Chinese and Japanese, and in the scripts of South-East Asia that write no spaces between words."""
_RUN = re.compile(r"\S+")
_CLAUSE = regex.compile(r"(?<=[、，,；;：:။។।…」』】）])(?=\S)")
_SYLLABLE = regex.compile(r"\X")
_PIECE = 16
"""Characters of a piece of a text without spaces that nothing else divides."""
_AFTER_SPACE, _AT_CAPTION, _AT_CLAUSE, _INSIDE = 2.0, 1.0, 2.5, -6.0
"""What a cut is worth in a script without spaces: where it has one, where a caption begins, behind a comma, and anywhere else."""
_LOOK = 40
_ENDING = re.compile(r"[.!?,;:…。！？、，]\W*$")


@dataclass(frozen=True, slots=True)
class Pacing:
    """How long a sentence may be before it is cut (`allowed` words), and the length of the units then (in words)."""

    allowed: int
    shortest: int = 8
    longest: int = 30

    @classmethod
    def of_prose(cls, text: str) -> Pacing:
        """Written sentences are long now and then; only a text without punctuation exceeds this. Where no spaces stand between words
        and hardly any full stop does, a space is all that ends a sentence."""
        return cls(allowed=24) if _UNSPACED.search(text) and not _trusted(text) else cls(allowed=120, shortest=8, longest=40)

    @classmethod
    def of_captions(cls, text: str) -> Pacing:
        """Captions with fewer than one full stop in 40 words have none worth trusting."""
        return cls(allowed=80) if _trusted(text) else cls(allowed=24)


class Token(NamedTuple):
    """`text[start:end]`, which is a word, or a part of a text whose script writes no spaces; `gain` is what a cut before it is worth."""

    start: int
    end: int
    gain: float = 0.0


def is_unspaced(text: str) -> bool:
    """Return True if some of a text is written without spaces between words."""
    return _UNSPACED.search(text) is not None


def tokens(text: str, start: int, end: int, breaks: Sequence[int]) -> list[Token]:
    """The words of `text[start:end]`; in scripts without spaces the parts between spaces, commas and `breaks` (where captions begin)."""
    found: list[Token] = []
    for run in _RUN.finditer(text, start, end):
        if not _UNSPACED.search(run[0]):
            found.append(Token(run.start(), run.end()))
            continue
        gain = _INSIDE if text[max(start, run.start() - 2) : run.start()].strip().isdigit() else _AFTER_SPACE
        for low, high in pairwise(_divided(text, run.start(), run.end(), breaks)):
            found.extend(Token(first, last, gain if first == low else _INSIDE) for first, last in _short_parts(text, low, high))
            gain = _AT_CLAUSE if _CLAUSE.match(text, high) else _AT_CAPTION
    return found


def _divided(text: str, start: int, end: int, breaks: Sequence[int]) -> list[int]:
    """The offsets at which a run of letters may be divided, its ends among them."""
    within = breaks[bisect_right(breaks, start) : bisect_right(breaks, end - 1)]
    return sorted({start, *within, *(found.start() for found in _CLAUSE.finditer(text, start, end)), end})


def _short_parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Parts of at most 16 characters, none of which divides a letter from its marks."""
    first = start
    for letter in _SYLLABLE.finditer(text, start, end):
        if letter.end() - first > _PIECE and letter.start() > first:
            yield first, letter.start()
            first = letter.start()
    yield first, end


def _trusted(text: str) -> bool:
    """Return True if there is a full stop in 40 words at least."""
    return len(_TERMINAL.findall(text)) * 40 >= sum(map(weight, text.split()))


def weight(word: str) -> float:
    """How many words a run of letters is."""
    if word.isascii() or not _UNSPACED.search(word):
        return 1.0
    return max(1.0, len(_WIDE.findall(word)) / _WIDE_LETTERS + len(_JOINED.findall(word)) / _JOINED_LETTERS)


def _expected_seconds(word: str) -> float:
    return 0.12 + 0.055 * len(word)


def _key(word: str) -> str:
    return word.casefold().replace("’", "'")


def _gains(words: Sequence[str], times: Sequence[float | None], language: str) -> list[float]:
    """What a cut before word i is worth, in log odds; entry 0 is unused."""
    first, last = word_weights(language)
    gains = [0.0]
    for before, word, begun, now in zip(words, words[1:], times, times[1:], strict=False):
        gain = first.get(_key(word), 0.0) + last.get(_key(before), 0.0) + _BETWEEN * bool(_ENDING.search(before[-_LOOK:]))
        if begun is not None and now is not None:
            gain += PAUSE * min(3.0, max(0.0, now - begun - _expected_seconds(before)))
        gains.append(gain)
    return gains


class _LengthCosts(dict[float, float]):
    """What a unit costs by its weight, as in log odds; computed once for each weight."""

    def __init__(self, pacing: Pacing) -> None:
        self._pacing = pacing

    def __missing__(self, weight: float) -> float:
        pacing = self._pacing
        short = max(0.0, pacing.shortest - weight)
        over = max(0.0, weight - (pacing.shortest + pacing.longest) / 2)
        self[weight] = _SHORT * short + _OVER * over + (10.0 * (weight - pacing.longest) if weight > pacing.longest else 0.0)
        return self[weight]


def _best_cuts(weights: Sequence[float], gains: Sequence[float], pacing: Pacing, cancel: CancelToken) -> list[int]:
    """Where units end (as word counts from the start, the last one included); no word weighs less than one."""
    costs, heaviest = _LengthCosts(pacing), pacing.longest + 10
    scores = [0.0]  # of the best cuts up to each word, a cut before it included
    came = [0]
    for end in range(1, len(weights) + 1):
        if end % 4096 == 0:
            cancel.check()
        first = max(0, end - heaviest)
        totals = list(accumulate(reversed(weights[first:end])))
        del totals[max(1, bisect_right(totals, heaviest)) :]
        values = list(map(sub, reversed(scores[end - len(totals) :]), map(costs.__getitem__, totals)))
        best = max(values)
        came.append(end - 1 - values.index(best))
        scores.append(best + (gains[end] + BASE) if end < len(weights) else best)
    cuts = [len(weights)]
    while came[cuts[-1]] > 0:
        cuts.append(came[cuts[-1]])
    return cuts[::-1]


def cut_units(
    text: str, words: Sequence[Token], times: Sequence[float | None], pacing: Pacing, *, language: str = "en", cancel: CancelToken
) -> list[tuple[int, int]]:
    """(start, end) of each unit of `text`; `times` are the seconds of its words or None."""
    spelled = [text[word.start : word.end] for word in words]
    gains = [gain + word.gain for gain, word in zip(_gains(spelled, times, language), words, strict=True)]
    cuts = _best_cuts([weight(word) for word in spelled], gains, pacing, cancel)
    begins = [0, *cuts[:-1]]
    return [(words[first].start, words[last - 1].end) for first, last in zip(begins, cuts, strict=True)]
