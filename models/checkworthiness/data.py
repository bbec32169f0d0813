"""The ClaimBuster sentences of CheckThat! 2024: what is learnt from, what sets the threshold, what is scored."""

from __future__ import annotations

import csv
import math
import re
from dataclasses import dataclass
from pathlib import Path

from models.examples.guard import EvaluationGuard

_BLOCK, _BLOCKS = 100, 10
_WORD = re.compile(r"\w+")
_SPOILED = "#NAME?"
"""What a spreadsheet made of a sentence that began with a dash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A sentence of a debate; `number` counts sentences through the debates, so neighbours have neighbouring numbers."""

    number: int
    text: str
    worthy: bool


def held_back(number: int) -> bool:
    """Whether a sentence of the training file is kept for calibration: every tenth block of a hundred neighbouring sentences.

    An encoder that learns check-worthiness too must leave these out, or its vectors promise more on them than on new text.
    """
    return number // _BLOCK % _BLOCKS == 0


def block(number: int) -> int:
    """The block that a sentence is in: what one fold of a cross-validation must keep together."""
    return number // _BLOCK


def read_train(data: Path) -> list[Labelled]:
    """All usable sentences of ct24_train.tsv; what was said in the seven evaluation debates is left out."""
    guard = EvaluationGuard(data / "debates")
    rows = _read(data / "checkworthiness" / "ct24_train.tsv")
    return [row for row in rows if row.text.strip() != _SPOILED and not guard.spoken(row.text)]


def read_dev(data: Path) -> list[Labelled]:
    """The sentences of ct24_dev.tsv, for scoring only."""
    return _read(data / "checkworthiness" / "ct24_dev.tsv")


def repeated(rows: list[Labelled], known: list[Labelled], *, least: float) -> list[bool]:
    """Which rows share so much (Jaccard of word sets, `least` or more) with a known sentence that they are the same again."""
    sets = [_words(row.text) for row in known]
    places: dict[str, list[int]] = {}
    for place, words in enumerate(sets):
        for word in words:
            places.setdefault(word, []).append(place)
    return [_nearest(_words(row.text), sets, places, least) >= least for row in rows]


def _nearest(words: frozenset[str], sets: list[frozenset[str]], places: dict[str, list[int]], least: float) -> float:
    """The largest Jaccard; sets as like as `least` share one of so many of the rarest words (Chaudhuri et al. 2006, prefix filter)."""
    rarest = sorted(words, key=lambda word: (len(places.get(word, ())), word))[: len(words) - math.ceil(least * len(words)) + 1]
    near = {place for word in rarest for place in places.get(word, ())}
    return max((len(words & sets[place]) / len(words | sets[place]) for place in near), default=0.0)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _read(path: Path) -> list[Labelled]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [Labelled(number=int(row["Sentence_id"]), text=row["Text"], worthy=row["class_label"] == "Yes") for row in rows]
