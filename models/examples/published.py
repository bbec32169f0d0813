"""Stance pairs made of published ones: words of denial or assertion around the hypothesis, and sentences that people rated as
alike.

A denied entailment is a contradiction, and the other way round. A neutral pair stays neutral.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from models.examples.alter import ASSERTIONS, DENIALS, affirmed, lower_first, negated
from models.examples.minimal.speech import denied, spoken
from models.examples.polarity import NEUTRAL, NOT_SUPPORT, REFUTE, SUPPORT, StancePair
from models.examples.reword import QUOTED_DENIALS, WRAPPERS, bare

SAME, ALIKE, OTHER = 4.4, 3.8, (1.6, 3.2)
"""Ratings of STSb (0 to 5): the same statement, nearly the same, and the same topic only."""
TWO_SENTENCES = 30
_DENIED_ONCE, _ASSERTED, _ALTERED = 0.45, 0.65, 0.85
_OPPOSITE = {SUPPORT: REFUTE, REFUTE: SUPPORT, NEUTRAL: NEUTRAL, NOT_SUPPORT: NOT_SUPPORT}

Change = Callable[[str, random.Random], str | None]


def wrapped(pairs: Sequence[StancePair], count: int, *, seed: int) -> list[StancePair]:
    """Return `count` of these pairs with a changed hypothesis: denied, asserted, with a negated verb, or two of these."""
    chooser = random.Random(seed)
    contrary_pairs = [pair for pair in pairs if pair.label != NOT_SUPPORT and len(pair.hypothesis.split()) <= TWO_SENTENCES]
    result: list[StancePair] = []
    while len(result) < count:
        pair = chooser.choice(contrary_pairs)
        changed, label = _changed(pair, chooser)
        if changed is not None and changed != pair.hypothesis:
            result.append(StancePair(pair.premise, changed, label, f"wrapped-{pair.source}"))
    return result


def rated_alike(path: Path, keep: Callable[[str], bool], *, seed: int) -> list[StancePair]:
    """Read the sentence pairs of an STSb file, in both directions.

    Pairs of the same meaning agree; pairs on the same topic do not. `keep` returns True for a sentence that may be used in
    training.
    """
    chooser = random.Random(seed)
    result: list[StancePair] = []
    with path.open(encoding="utf-8", newline="") as lines:
        for left_text, other, rating in csv.reader(lines):
            if not (keep(left_text) and keep(other)) or left_text == other:
                continue
            label = _label(float(rating))
            if label is None:
                continue
            for first, second in ((left_text, other), (other, left_text)):
                result.append(StancePair(first, second, label, "rated"))
                if label == SUPPORT:
                    changed, label_changed = _changed(result[-1], chooser)
                    result += [] if changed is None else [StancePair(first, changed, label_changed, "wrapped-rated")]
    return result


def _label(rating: float) -> int | None:
    if rating >= ALIKE:
        return SUPPORT
    return NOT_SUPPORT if OTHER[0] <= rating <= OTHER[1] else None


def _changed(pair: StancePair, chooser: random.Random) -> tuple[str | None, int]:
    draw = chooser.random()
    if draw < _DENIED_ONCE:
        return _deny(pair.hypothesis, chooser), _OPPOSITE[pair.label]
    if draw < _ASSERTED:
        return _assert(pair.hypothesis, chooser), pair.label
    altered = chooser.choice((negated, affirmed))(pair.hypothesis, chooser)
    if altered is None or draw < _ALTERED:
        return altered, _OPPOSITE[pair.label]
    return _deny(altered, chooser), pair.label


def _deny(text: str, chooser: random.Random) -> str:
    if chooser.random() < 0.5:
        return chooser.choice((*DENIALS[:2], DENIALS[3], *DENIALS[5:], *QUOTED_DENIALS))(text)
    return _sentence(denied(lower_first(bare(text)), chooser))


def _assert(text: str, chooser: random.Random) -> str:
    if chooser.random() < 0.5:
        return chooser.choice((*ASSERTIONS, *WRAPPERS))(text)
    return _sentence(spoken(lower_first(bare(text)), chooser))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text[-1] in ".?!”" else ".")
