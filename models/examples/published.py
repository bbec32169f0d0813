"""Stance pairs made of published ones: words of denial or assertion around the hypothesis, and sentences that people rated as alike.

What a premise entails it contradicts once that is denied, and the other way round; what it leaves open it leaves open.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from models.examples.alter import ASSERTIONS, DENIALS, affirmed, lowered, negated
from models.examples.minimal.speech import denied, spoken
from models.examples.polarity import NEUTRAL, NOT_SUPPORT, REFUTE, SUPPORT, StancePair
from models.examples.reword import QUOTED_DENIALS, WRAPPERS, bare

SAME, ALIKE, OTHER = 4.4, 3.8, (1.6, 3.2)
"""STSb's ratings (0 to 5): the same said, nearly the same, and about the same without saying it."""
TWO_SENTENCES = 30
_DENIED_ONCE, _ASSERTED, _ALTERED = 0.45, 0.65, 0.85
_OPPOSITE = {SUPPORT: REFUTE, REFUTE: SUPPORT, NEUTRAL: NEUTRAL, NOT_SUPPORT: NOT_SUPPORT}

Change = Callable[[str, random.Random], str | None]


def wrapped(pairs: Sequence[StancePair], count: int, *, seed: int) -> list[StancePair]:
    """So many of these pairs with a changed hypothesis: denied, asserted, its verb turned, or two of these."""
    chooser = random.Random(seed)
    known = [pair for pair in pairs if pair.label != NOT_SUPPORT and len(pair.hypothesis.split()) <= TWO_SENTENCES]
    found: list[StancePair] = []
    while len(found) < count:
        pair = chooser.choice(known)
        changed, label = _changed(pair, chooser)
        if changed is not None and changed != pair.hypothesis:
            found.append(StancePair(pair.premise, changed, label, f"wrapped-{pair.source}"))
    return found


def rated_alike(path: Path, keep: Callable[[str], bool], *, seed: int) -> list[StancePair]:
    """The sentence pairs of a file of STSb, in both directions; the same said agrees, what is merely about the same does not.

    `keep` says of a sentence whether it may be learnt from.
    """
    chooser = random.Random(seed)
    found: list[StancePair] = []
    with path.open(encoding="utf-8", newline="") as lines:
        for one, other, rating in csv.reader(lines):
            if not (keep(one) and keep(other)) or one == other:
                continue
            label = _label(float(rating))
            if label is None:
                continue
            for first, second in ((one, other), (other, one)):
                found.append(StancePair(first, second, label, "rated"))
                if label == SUPPORT:
                    changed, turned = _changed(found[-1], chooser)
                    found += [] if changed is None else [StancePair(first, changed, turned, "wrapped-rated")]
    return found


def _label(rating: float) -> int | None:
    if rating >= ALIKE:
        return SUPPORT
    return NOT_SUPPORT if OTHER[0] <= rating <= OTHER[1] else None


def _changed(pair: StancePair, chooser: random.Random) -> tuple[str | None, int]:
    lot = chooser.random()
    if lot < _DENIED_ONCE:
        return _deny(pair.hypothesis, chooser), _OPPOSITE[pair.label]
    if lot < _ASSERTED:
        return _assert(pair.hypothesis, chooser), pair.label
    turned = chooser.choice((negated, affirmed))(pair.hypothesis, chooser)
    if turned is None or lot < _ALTERED:
        return turned, _OPPOSITE[pair.label]
    return _deny(turned, chooser), pair.label


def _deny(text: str, chooser: random.Random) -> str:
    if chooser.random() < 0.5:
        return chooser.choice((*DENIALS[:2], DENIALS[3], *DENIALS[5:], *QUOTED_DENIALS))(text)
    return _sentence(denied(lowered(bare(text)), chooser))


def _assert(text: str, chooser: random.Random) -> str:
    if chooser.random() < 0.5:
        return chooser.choice((*ASSERTIONS, *WRAPPERS))(text)
    return _sentence(spoken(lowered(bare(text)), chooser))


def _sentence(said: str) -> str:
    return said[0].upper() + said[1:] + ("" if said[-1] in ".?!”" else ".")
