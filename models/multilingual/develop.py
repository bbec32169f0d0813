"""Development measures during training: parallel texts, and questions of another domain in `shift.txt`.

`shift.txt` holds sixty questions of general knowledge in the project's own words, in English and the languages of its first line.
They are searched among thousands of English texts of the research data. XQuAD is not used here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.multilingual.english import english_texts
from models.multilingual.features import FeatureRows, feature_rows
from models.multilingual.pairs import Pair, parallel, same
from models.multilingual.teacher import Teacher

SHIFT = Path(__file__).resolve().parent / "shift.txt"
_DISTRACTORS = 4000
LOOKED_AT = ("de", "fr", "ja", "ru", "zh")
GROUPS = (("de", "es", "ru", "zh"), ("ar", "el", "hi", "ro", "th", "tr", "vi"))
"""Languages of `shift.txt` with a mean of their own: those with many parallel sentences, and those with few."""

Encode = Callable[[FeatureRows], NDArray[np.float32]]
Vectors = NDArray[np.float32]


def shift_pairs() -> list[Pair]:
    """Read the questions of another domain with their English text, language by language in the order of the file's first line."""
    head, *lines = SHIFT.read_text(encoding="utf-8").splitlines()
    rows = [line.split("|") for line in lines]
    return [Pair(language, row[column], row[0]) for column, language in enumerate(head.split("|")[1:], start=1) for row in rows]


class Development:
    """Measure of accuracy@1: the English text is the nearest one to its foreign text."""

    def __init__(self, data: Path, teacher: Teacher) -> None:
        distractors, pairs = english_texts(data)[:_DISTRACTORS], parallel(data, "development")
        teacher.learn([*distractors, *(pair.english for pair in (*pairs, *shift_pairs()))])
        self._vectors = teacher.vectors
        self._sets: dict[str, tuple[FeatureRows, NDArray[np.int64], NDArray[np.int64]]] = {}
        for language in LOOKED_AT:
            unique = {same(pair.english): pair for pair in pairs if pair.language == language}
            self._add(f"dev {language}", list(unique.values()), [], teacher)
        shifted = shift_pairs()
        for language in dict.fromkeys(pair.language for pair in shifted):
            self._add(f"shift {language}", [pair for pair in shifted if pair.language == language], distractors, teacher)

    def _add(self, name: str, pairs: list[Pair], distractors: list[str], teacher: Teacher) -> None:
        target_rows = teacher.rows([pair.english for pair in pairs])
        self._sets[name] = feature_rows(pair.text for pair in pairs), target_rows, np.concatenate([target_rows, teacher.rows(distractors)])

    def measure(self, encode: Encode) -> dict[str, float]:
        """Return accuracy by set ("dev de", "shift ar"), and the values of `means`."""
        rates: dict[str, float] = {}
        ranks: dict[str, float] = {}
        for name, (features, right, pool) in self._sets.items():
            ranks_of_right = ranks_of(encode(features), self._vectors[right].astype(np.float32), self._vectors[pool].astype(np.float32))
            rates[name] = float((ranks_of_right == 0).mean())
            ranks[name] = float((1 / (1 + ranks_of_right)).mean())
        return rates | means(rates, ranks)


def means(rates: Mapping[str, float], ranks: Mapping[str, float]) -> dict[str, float]:
    """Return mean accuracy of both kinds of set, and of each of `GROUPS` ("shift de es ru zh").

    For the other domain also the mean reciprocal rank ("shift mrr", "shift mrr de es ru zh"), which is more informative for few
    texts. `rates` and `ranks` are accuracy and mean reciprocal rank by set.
    """
    shifted = [name for name in rates if name.startswith("shift")]
    averages = {kind: _mean(rates, [name for name in rates if name.startswith(kind)]) for kind in ("dev", "shift")}
    averages["shift mrr"] = _mean(ranks, shifted)
    for group in GROUPS:
        names = [f"shift {language}" for language in group]
        averages |= {f"shift {' '.join(group)}": _mean(rates, names), f"shift mrr {' '.join(group)}": _mean(ranks, names)}
    return averages


def _mean(values: Mapping[str, float], names: Iterable[str]) -> float:
    return float(np.mean([values[name] for name in names]))


def ranks_of(vectors: Vectors, right: Vectors, pool: Vectors) -> NDArray[np.int64]:
    """Return for each vector how many vectors of the pool are nearer than the right one."""
    right_cosines = (vectors * right).sum(axis=1)
    return np.array((vectors @ pool.T > right_cosines[:, None] + 1e-6).sum(axis=1), np.int64)
