"""What is looked at while training: the development part of the parallel texts, and questions of another kind in `shift.txt`.

`shift.txt` holds sixty questions of general knowledge in the project's own words, in English and the languages of its first line; they
stand among thousands of English texts of the research data. XQuAD is not looked at here.
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
"""Languages of `shift.txt` with a mean of their own: those with many parallel sentences, and those that have few of them."""

Encode = Callable[[FeatureRows], NDArray[np.float32]]
Vectors = NDArray[np.float32]


def shift_pairs() -> list[Pair]:
    """The questions of another domain, each beside its English: language by language, in the order of the file's first line."""
    head, *lines = SHIFT.read_text(encoding="utf-8").splitlines()
    rows = [line.split("|") for line in lines]
    return [Pair(language, row[place], row[0]) for place, language in enumerate(head.split("|")[1:], start=1) for row in rows]


class Development:
    """Accuracy@1 from the foreign text to its English one."""

    def __init__(self, data: Path, teacher: Teacher) -> None:
        others, pairs = english_texts(data)[:_DISTRACTORS], parallel(data, "development")
        teacher.learn([*others, *(pair.english for pair in (*pairs, *shift_pairs()))])
        self._vectors = teacher.vectors
        self._sets: dict[str, tuple[FeatureRows, NDArray[np.int64], NDArray[np.int64]]] = {}
        for language in LOOKED_AT:
            unique = {same(pair.english): pair for pair in pairs if pair.language == language}
            self._add(f"dev {language}", list(unique.values()), [], teacher)
        shifted = shift_pairs()
        for language in dict.fromkeys(pair.language for pair in shifted):
            self._add(f"shift {language}", [pair for pair in shifted if pair.language == language], others, teacher)

    def _add(self, name: str, pairs: list[Pair], others: list[str], teacher: Teacher) -> None:
        right = teacher.rows([pair.english for pair in pairs])
        self._sets[name] = feature_rows(pair.text for pair in pairs), right, np.concatenate([right, teacher.rows(others)])

    def measure(self, encode: Encode) -> dict[str, float]:
        """Accuracy by set ("dev de", "shift ar"), and the means that `means` says."""
        found: dict[str, float] = {}
        ranks: dict[str, float] = {}
        for name, (features, right, pool) in self._sets.items():
            places = places_of(encode(features), self._vectors[right].astype(np.float32), self._vectors[pool].astype(np.float32))
            found[name] = float((places == 0).mean())
            ranks[name] = float((1 / (1 + places)).mean())
        return found | means(found, ranks)


def means(found: Mapping[str, float], ranks: Mapping[str, float]) -> dict[str, float]:
    """Mean accuracy of both kinds of set, and of each of `GROUPS` ("shift de es ru zh").

    Of the other domain the mean reciprocal rank too ("shift mrr", "shift mrr de es ru zh"), which says more of few texts.
    `found` and `ranks`: accuracy and mean reciprocal rank by set.
    """
    shifted = [name for name in found if name.startswith("shift")]
    said = {kind: _mean(found, [name for name in found if name.startswith(kind)]) for kind in ("dev", "shift")}
    said["shift mrr"] = _mean(ranks, shifted)
    for group in GROUPS:
        names = [f"shift {language}" for language in group]
        said |= {f"shift {' '.join(group)}": _mean(found, names), f"shift mrr {' '.join(group)}": _mean(ranks, names)}
    return said


def _mean(values: Mapping[str, float], names: Iterable[str]) -> float:
    return float(np.mean([values[name] for name in names]))


def places_of(vectors: Vectors, right: Vectors, pool: Vectors) -> NDArray[np.int64]:
    """How many of the pool are nearer to each vector than the right one."""
    own = (vectors * right).sum(axis=1)
    return np.array((vectors @ pool.T > own[:, None] + 1e-6).sum(axis=1), np.int64)
