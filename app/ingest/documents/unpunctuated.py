"""Segment text without punctuation, such as automatic captions, into sentence-sized units.

A cut gains where the speaker pauses or a word follows that opens sentences, and costs where a sentence cannot end. Dynamic
programming finds the best cuts of the whole text, with lengths between 8 and 30 words.
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
from app.ingest.documents.boundary_weights import CUT_BIAS, PAUSE_WEIGHT, word_weights

_AT_PUNCTUATION, _COST_PER_MISSING_WORD, _COST_PER_EXTRA_WORD = 2.5, 0.3, 0.1
_TERMINAL = regex.compile(r"[.!?؟…]+[\"”’»)\]]*(?=\s|$)|[[\p{SB=ST}]--[!?؟၊]]", regex.VERSION1)
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_JOINED = regex.compile(r"[[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]--[\p{M}\p{N}]]", regex.VERSION1)
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
# Letters of a word in Chinese and Japanese, and in the scripts of South-East Asia without spaces between words.
_WIDE_LETTERS, _JOINED_LETTERS = 2, 4
_RUN = re.compile(r"\S+")
_CLAUSE = regex.compile(r"(?<=[、，,；;：:။។।…」』】）])(?=\S)")
_SYLLABLE = regex.compile(r"\X")
# Characters of a piece of a text without spaces that nothing else divides.
_MAX_PIECE = 16
# Gains of a cut in a script without spaces: at a space, where a caption begins, after a comma, and anywhere else.
_AFTER_SPACE, _AT_CAPTION, _AT_CLAUSE, _INSIDE = 2.0, 1.0, 2.5, -6.0
_WINDOW = 40
_PUNCTUATION_END = re.compile(r"[.!?,;:…。！？、，]\W*$")


@dataclass(frozen=True, slots=True)
class LengthLimits:
    """Limits in words: the longest `sentence` that is not cut, and the shortest and longest unit of one that is."""

    sentence: int
    shortest: int = 8
    longest: int = 30

    @classmethod
    def of_prose(cls, text: str) -> LengthLimits:
        """Return the limits for written text."""
        # Written sentences are sometimes long, and only text without punctuation exceeds 120 words. Without spaces and full stops,
        # only spaces between phrases can end a sentence.
        return cls(sentence=24) if _UNSPACED.search(text) and not _has_full_stops(text) else cls(sentence=120, shortest=8, longest=40)

    @classmethod
    def of_captions(cls, text: str) -> LengthLimits:
        """Return the limits for captions, which depend on whether their full stops can be trusted."""
        # Captions with fewer than one full stop in 40 words have none worth trusting.
        return cls(sentence=80) if _has_full_stops(text) else cls(sentence=24)


class Token(NamedTuple):
    """A word `text[start:end]`, or part of a text without spaces. `cut_gain` is the gain of a cut before it, in log odds."""

    start: int
    end: int
    cut_gain: float = 0.0


def is_unspaced(text: str) -> bool:
    """Return True if part of a text is in a script without spaces between words."""
    return _UNSPACED.search(text) is not None


def tokens(text: str, start: int, end: int, breaks: Sequence[int]) -> list[Token]:
    """Return the words of `text[start:end]`.

    In scripts without spaces, return the parts between spaces, commas and `breaks`, the offsets at which captions begin.
    """
    parts: list[Token] = []
    for run in _RUN.finditer(text, start, end):
        if not _UNSPACED.search(run[0]):
            parts.append(Token(run.start(), run.end()))
            continue
        # A number and its measure word stay together.
        gain = _INSIDE if text[max(start, run.start() - 2) : run.start()].strip().isdigit() else _AFTER_SPACE
        for low, high in pairwise(_division_offsets(text, run.start(), run.end(), breaks)):
            parts.extend(Token(first, last, gain if first == low else _INSIDE) for first, last in _short_parts(text, low, high))
            gain = _AT_CLAUSE if _CLAUSE.match(text, high) else _AT_CAPTION
    return parts


def _division_offsets(text: str, start: int, end: int, breaks: Sequence[int]) -> list[int]:
    """Return the offsets at which a run of letters may be divided, including its ends."""
    within = breaks[bisect_right(breaks, start) : bisect_right(breaks, end - 1)]
    return sorted({start, *within, *(match.start() for match in _CLAUSE.finditer(text, start, end)), end})


def _short_parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield parts of at most 16 characters that keep each letter with its marks."""
    first = start
    for letter in _SYLLABLE.finditer(text, start, end):
        if letter.end() - first > _MAX_PIECE and letter.start() > first:
            yield first, letter.start()
            first = letter.start()
    yield first, end


def _has_full_stops(text: str) -> bool:
    """Return True if there is at least one full stop in 40 words."""
    return len(_TERMINAL.findall(text)) * 40 >= sum(map(weight, text.split()))


def weight(word: str) -> float:
    """Return the length of a run of letters in words, at least one."""
    if word.isascii() or not _UNSPACED.search(word):
        return 1.0
    return max(1.0, len(_WIDE.findall(word)) / _WIDE_LETTERS + len(_JOINED.findall(word)) / _JOINED_LETTERS)


def _expected_seconds(word: str) -> float:
    return 0.12 + 0.055 * len(word)


def _normalised(word: str) -> str:
    return word.casefold().replace("’", "'")


def _gains(words: Sequence[str], times: Sequence[float | None], language: str) -> list[float]:
    """Return the gain of a cut before each word, in log odds. Entry 0 is unused."""
    first, last = word_weights(language)
    gains = [0.0]
    for before, word, previous_time, time in zip(words, words[1:], times, times[1:], strict=False):
        gain = (
            first.get(_normalised(word), 0.0)
            + last.get(_normalised(before), 0.0)
            + _AT_PUNCTUATION * bool(_PUNCTUATION_END.search(before[-_WINDOW:]))
        )
        if previous_time is not None and time is not None:
            # Only the silence beyond the time that the word itself takes is a pause.
            gain += PAUSE_WEIGHT * min(3.0, max(0.0, time - previous_time - _expected_seconds(before)))
        gains.append(gain)
    return gains


class _LengthCosts(dict[float, float]):
    """Cost of a unit by its length in words, in log odds. Each length is computed once."""

    def __init__(self, pacing: LengthLimits) -> None:
        self._pacing = pacing

    def __missing__(self, weight: float) -> float:
        pacing = self._pacing
        short = max(0.0, pacing.shortest - weight)
        over = max(0.0, weight - (pacing.shortest + pacing.longest) / 2)
        self[weight] = (
            _COST_PER_MISSING_WORD * short
            + _COST_PER_EXTRA_WORD * over
            + (10.0 * (weight - pacing.longest) if weight > pacing.longest else 0.0)
        )
        return self[weight]


def _best_cuts(weights: Sequence[float], gains: Sequence[float], pacing: LengthLimits, cancel: CancelToken) -> list[int]:
    """Return the ends of units as word counts from the start, the last one included. No word weighs less than one."""
    costs, heaviest = _LengthCosts(pacing), pacing.longest + 10
    # Scores of the best cuts up to each word, including a cut before it.
    scores = [0.0]
    previous = [0]
    for end in range(1, len(weights) + 1):
        if end % 4096 == 0:
            cancel.check()
        first = max(0, end - heaviest)
        # Lengths of all units that end here, the shortest first.
        totals = list(accumulate(reversed(weights[first:end])))
        del totals[max(1, bisect_right(totals, heaviest)) :]
        values = list(map(sub, reversed(scores[end - len(totals) :]), map(costs.__getitem__, totals)))
        best = max(values)
        previous.append(end - 1 - values.index(best))
        scores.append(best + (gains[end] + CUT_BIAS) if end < len(weights) else best)
    cuts = [len(weights)]
    while previous[cuts[-1]] > 0:
        cuts.append(previous[cuts[-1]])
    return cuts[::-1]


def segment_unpunctuated(
    text: str, words: Sequence[Token], times: Sequence[float | None], pacing: LengthLimits, *, language: str = "en", cancel: CancelToken
) -> list[tuple[int, int]]:
    """Return (start, end) of each unit of `text`. `times` are the seconds of its words, or None."""
    spelled = [text[word.start : word.end] for word in words]
    gains = [gain + word.cut_gain for gain, word in zip(_gains(spelled, times, language), words, strict=True)]
    cuts = _best_cuts([weight(word) for word in spelled], gains, pacing, cancel)
    begins = [0, *cuts[:-1]]
    return [(words[first].start, words[last - 1].end) for first, last in zip(begins, cuts, strict=True)]
