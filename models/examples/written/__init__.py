"""Stance pairs written for this project, in blocks of one premise each.

A file holds the blocks of one field. A block is `P: premise` and, a line each, what it supports (`+ `), what it refutes (`- `) and what it
leaves open (`0 `). Their authors saw neither the sets that are measured on nor one another's blocks.
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
"""More of the same, written since the shipped weights were made (`models/trunk/CARD.md` says what they brought)."""
OTHERS = 60
"""So many other premises are looked at for one that shares the most words with a hypothesis."""
_PREMISE, _LABELS = "P", {"+": SUPPORT, "-": REFUTE, "0": NEUTRAL}


def written_pairs(folder: Path = FOLDER) -> list[StancePair]:
    """All pairs, file by file; the source is “written-” and the file's name.

    Raises:
        ValueError: a line that is neither of these, or stands before the first premise.
    """
    return [pair for path in sorted(folder.glob("*.txt")) for pair in _pairs(path)]


def _pairs(path: Path) -> Iterator[StancePair]:
    premise = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        mark, _, said = line.partition(" ")
        mark, said = mark.removesuffix(":"), said.strip()
        if not line.strip():
            premise = ""
        elif mark == _PREMISE and said:
            premise = said
        elif mark in _LABELS and said and premise:
            yield StancePair(premise, said, _LABELS[mark], f"written-{path.stem}")
        else:
            raise ValueError(f"{path.name}, line {number}: not a premise, nor a hypothesis of one: {line[:60]}")


def written_groups(pairs: Sequence[StancePair], *, seed: int) -> list[Group]:
    """Groups for relevance: what a premise supports beside that premise and another one that shares words with it; what it leaves open.

    What it refutes is left out: a fact-check settles it, too, but mostly with the very number or name that makes it another claim.
    """
    chooser = random.Random(seed)
    premises = sorted({pair.premise for pair in pairs})
    words = {premise: _words(premise) for premise in premises}
    found = []
    for pair in pairs:
        own = PairInput(sentence=pair.hypothesis, claim=pair.premise)
        if pair.label == NEUTRAL:
            found.append(Group((own,), (0,), "written"))
        elif pair.label == SUPPORT:
            said = _words(pair.hypothesis)
            others = [other for other in chooser.sample(premises, min(OTHERS, len(premises))) if other != pair.premise]
            near = max(others, key=lambda other: len(words[other] & said), default="")
            found.append(
                Group((own, PairInput(sentence=pair.hypothesis, claim=near)), (1, 0), "written") if near else Group((own,), (1,), "written")
            )
    return found


def _words(text: str) -> set[str]:
    return {word for word in text.casefold().split() if len(word) > 3}
