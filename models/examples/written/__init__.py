"""Stance pairs written for this project, in blocks with one premise each.

A file holds the blocks of one field. A block is `P: premise`, then one line for each statement that it supports (`+ `), refutes (`-
`) or leaves open (`0 `). The authors saw neither the test sets nor each other's blocks.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.ports import PairInput
from models.examples.groups import Group
from models.examples.polarity import NEUTRAL, REFUTE, SUPPORT, StancePair

FOLDER = Path(__file__).resolve().parent
WAITING = FOLDER.with_name("waiting")
"""Further pairs of the same kind, written after the shipped weights were made (`models/trunk/CARD.md` gives their effect)."""
OTHERS = 60
"""Number of other premises among which the one with the most shared words is chosen."""
_PREMISE, _LABELS = "P", {"+": SUPPORT, "-": REFUTE, "0": NEUTRAL}


def written_pairs(folder: Path = FOLDER) -> list[StancePair]:
    """Return all pairs, file by file. The source is “written-” and the file's name.

    Raises ValueError for a line with an unknown mark, or before the first premise.
    """
    return [pair for path in sorted(folder.glob("*.txt")) for pair in _pairs(path)]


def _pairs(path: Path) -> Iterator[StancePair]:
    premise = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        mark, _, text = line.partition(" ")
        mark, text = mark.removesuffix(":"), text.strip()
        if not line.strip():
            premise = ""
        elif mark == _PREMISE and text:
            premise = text
        elif mark in _LABELS and text and premise:
            yield StancePair(premise, text, _LABELS[mark], f"written-{path.stem}")
        else:
            raise ValueError(f"{path.name}, line {number}: not a premise, nor a hypothesis of one: {line[:60]}")


def written_groups(pairs: Sequence[StancePair], *, seed: int) -> list[Group]:
    """Return relevance groups: a supported statement with its premise and a similar premise, and statements that are left open.

    Refuted statements are left out. A fact-check settles them too, but mostly they contain the very number or name that makes them
    another claim.
    """
    chooser = random.Random(seed)
    premises = sorted({pair.premise for pair in pairs})
    words = {premise: _words(premise) for premise in premises}
    result = []
    for pair in pairs:
        gold_input = PairInput(sentence=pair.hypothesis, claim=pair.premise)
        if pair.label == NEUTRAL:
            result.append(Group((gold_input,), (0,), "written"))
        elif pair.label == SUPPORT:
            hypothesis_words = _words(pair.hypothesis)
            other_premises = [other for other in chooser.sample(premises, min(OTHERS, len(premises))) if other != pair.premise]
            nearest = max(other_premises, key=lambda other: len(words[other] & hypothesis_words), default="")
            result.append(
                Group((gold_input, PairInput(sentence=pair.hypothesis, claim=nearest)), (1, 0), "written")
                if nearest
                else Group((gold_input,), (1,), "written")
            )
    return result


def _words(text: str) -> set[str]:
    return {word for word in text.casefold().split() if len(word) > 3}
