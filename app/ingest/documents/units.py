"""Sentence-sized units out of text without punctuation, as automatic captions are.

A cut pays where the speaker pauses, where a word follows that opens sentences, and costs where a sentence cannot end;
the cheapest way through the whole text is found by dynamic programming, with lengths held between 8 and 30 words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.progress import CancelToken
from app.ingest.documents.openers import BASE, PAUSE, word_weights

_BETWEEN, _SHORT, _OVER = 2.5, 0.3, 0.1
_TERMINAL = re.compile(r"[.!?。！？।؟…][\"”’)»\]]*(?=\s|$)")
_WIDE = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_LOOK = 40
_ENDING = re.compile(r"[.!?,;:…。！？、，]\W*$")


@dataclass(frozen=True, slots=True)
class Pacing:
    """How long a sentence may be before it is cut (`allowed` words), and the length of the units then (in words)."""

    allowed: int
    shortest: int = 8
    longest: int = 30

    @classmethod
    def of_prose(cls) -> Pacing:
        """Written sentences are long now and then; only a text without punctuation exceeds this."""
        return cls(allowed=120, shortest=8, longest=40)

    @classmethod
    def of_captions(cls, text: str) -> Pacing:
        """Captions with fewer than one full stop in 40 words have none worth trusting."""
        words = len(text.split())
        trusted = len(_TERMINAL.findall(text)) * 40 >= words
        return cls(allowed=80) if trusted else cls(allowed=24)


def _weight(word: str) -> float:
    wide = len(_WIDE.findall(word))
    return max(1.0, wide / 2) if wide else 1.0


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


def _length_cost(weight: float, pacing: Pacing) -> float:
    short = max(0.0, pacing.shortest - weight)
    over = max(0.0, weight - (pacing.shortest + pacing.longest) / 2)
    return _SHORT * short + _OVER * over + (10.0 * (weight - pacing.longest) if weight > pacing.longest else 0.0)


def _best_cuts(weights: Sequence[float], gains: Sequence[float], pacing: Pacing, cancel: CancelToken) -> list[int]:
    """Where units end (as word counts from the start, the last one included)."""
    count = len(weights)
    best = [0.0] + [float("-inf")] * count
    came = [0] * (count + 1)
    for end in range(1, count + 1):
        if end % 4096 == 0:
            cancel.check()
        weight, start = 0.0, end
        while start > 0:
            start -= 1
            weight += weights[start]
            if weight > pacing.longest + 10 and end - start > 1:
                break
            value = best[start] + (gains[start] + BASE if start else 0.0) - _length_cost(weight, pacing)
            if value > best[end]:
                best[end], came[end] = value, start
    cuts = [count]
    while came[cuts[-1]] > 0:
        cuts.append(came[cuts[-1]])
    return cuts[::-1]


def cut_units(
    text: str, words: Sequence[tuple[int, int]], times: Sequence[float | None], pacing: Pacing, *, language: str = "en", cancel: CancelToken
) -> list[tuple[int, int]]:
    """(start, end) of each unit of `text`; `words` are (start, end) of its words, `times` their seconds or None."""
    spelled = [text[start:end] for start, end in words]
    cuts = _best_cuts([_weight(word) for word in spelled], _gains(spelled, times, language), pacing, cancel)
    begins = [0, *cuts[:-1]]
    return [(words[first][0], words[last - 1][1]) for first, last in zip(begins, cuts, strict=True)]
