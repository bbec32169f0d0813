"""The ClaimBuster sentences of CheckThat! 2024: training, threshold and test rows."""

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
"""Spreadsheet error in place of a sentence that began with a dash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """Sentence of a debate. `number` counts sentences through all debates, so neighbours have neighbouring numbers."""

    number: int
    text: str
    worthy: bool


def held_back(number: int) -> bool:
    """Return True if a training sentence is reserved for calibration: every tenth block of a hundred neighbouring sentences.

    An encoder that also learns check-worthiness must leave these out. Otherwise its vectors look better on them than on new text.
    """
    return number // _BLOCK % _BLOCKS == 0


def block(number: int) -> int:
    """Return the block of a sentence. A fold of a cross-validation must not split a block."""
    return number // _BLOCK


def read_train(data: Path) -> list[Labelled]:
    """Read all usable sentences of ct24_train.tsv, without those said in the seven evaluation debates."""
    guard = EvaluationGuard(data / "debates")
    rows = _read(data / "checkworthiness" / "ct24_train.tsv")
    return [row for row in rows if row.text.strip() != _SPOILED and not guard.overlaps(row.text)]


def read_dev(data: Path) -> list[Labelled]:
    """Return the sentences of ct24_dev.tsv, for scoring only."""
    return _read(data / "checkworthiness" / "ct24_dev.tsv")


def repeated(rows: list[Labelled], reference_rows: list[Labelled], *, least: float) -> list[bool]:
    """Return for each row whether it repeats a known sentence: Jaccard similarity of the word sets is `least` or more."""
    sets = [_words(row.text) for row in reference_rows]
    postings: dict[str, list[int]] = {}
    for index, words in enumerate(sets):
        for word in words:
            postings.setdefault(word, []).append(index)
    return [_nearest(_words(row.text), sets, postings, least) >= least for row in rows]


def _nearest(words: frozenset[str], sets: list[frozenset[str]], postings: dict[str, list[int]], least: float) -> float:
    """Return the largest Jaccard similarity.

    Two sets as similar as `least` share at least one of their rarest words, so only these are compared (prefix filter; Chaudhuri et
    al. 2006).
    """
    rarest = sorted(words, key=lambda word: (len(postings.get(word, ())), word))[: len(words) - math.ceil(least * len(words)) + 1]
    candidates = {index for word in rarest for index in postings.get(word, ())}
    return max((len(words & sets[index]) / len(words | sets[index]) for index in candidates), default=0.0)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _read(path: Path) -> list[Labelled]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [Labelled(number=int(row["Sentence_id"]), text=row["Text"], worthy=row["class_label"] == "Yes") for row in rows]
