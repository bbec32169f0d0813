"""What is looked at while training: the development part of the parallel texts, and questions of another kind in `shift.txt`.

`shift.txt` holds sixty questions of general knowledge in the project's own words, in five languages; they stand among thousands of
English texts of the research data. XQuAD is not looked at here.
"""

from __future__ import annotations

from collections.abc import Callable
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

Encode = Callable[[FeatureRows], NDArray[np.float32]]
Vectors = NDArray[np.float32]


def shift_pairs() -> list[Pair]:
    """The questions of another domain, each in four languages beside its English."""
    head, *lines = SHIFT.read_text(encoding="utf-8").splitlines()
    rows = [line.split("|") for line in lines]
    return [Pair(language, row[place], row[0]) for place, language in enumerate(head.split("|")[1:], start=1) for row in rows]


class Development:
    """Accuracy@1 from the foreign text to its English one."""

    def __init__(self, data: Path, teacher: Teacher) -> None:
        teacher.learn(pair.english for pair in shift_pairs())
        self._vectors = teacher.vectors
        others = [text for text in english_texts(data)[:_DISTRACTORS] if teacher.knows(text)]
        self._sets: dict[str, tuple[FeatureRows, NDArray[np.int64], NDArray[np.int64]]] = {}
        pairs = parallel(data, "development")
        for language in LOOKED_AT:
            unique = {same(pair.english): pair for pair in pairs if pair.language == language}
            self._add(f"dev {language}", list(unique.values()), [], teacher)
        for language in ("de", "es", "ru", "zh"):
            self._add(f"shift {language}", [pair for pair in shift_pairs() if pair.language == language], others, teacher)

    def _add(self, name: str, pairs: list[Pair], others: list[str], teacher: Teacher) -> None:
        right = teacher.rows([pair.english for pair in pairs])
        self._sets[name] = feature_rows(pair.text for pair in pairs), right, np.concatenate([right, teacher.rows(others)])

    def measure(self, encode: Encode) -> dict[str, float]:
        """By set, and the means of both kinds; of the other domain the mean reciprocal rank too, which says more of few texts."""
        found: dict[str, float] = {}
        ranks: list[float] = []
        for name, (features, right, pool) in self._sets.items():
            places = places_of(encode(features), self._vectors[right].astype(np.float32), self._vectors[pool].astype(np.float32))
            found[name] = float((places == 0).mean())
            if name.startswith("shift"):
                ranks.append(float((1 / (1 + places)).mean()))
        means = {kind: float(np.mean([value for name, value in found.items() if name.startswith(kind)])) for kind in ("dev", "shift")}
        return found | means | {"shift mrr": float(np.mean(ranks))}


def places_of(vectors: Vectors, right: Vectors, pool: Vectors) -> NDArray[np.int64]:
    """How many of the pool are nearer to each vector than the right one."""
    own = (vectors * right).sum(axis=1)
    return np.array((vectors @ pool.T > own[:, None] + 1e-6).sum(axis=1), np.int64)
