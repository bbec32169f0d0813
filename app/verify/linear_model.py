"""Small linear models that stand in JSON: named features, and words that count for or against a class."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.decoding import DECODING_ERRORS
from app.errors import ModelError
from app.ports import FloatMatrix
from app.translation import tr


class LinearFile(msgspec.Struct, frozen=True, kw_only=True):
    """Content of a linear model's file. `coefficients` and `intercepts` are by class; `words` maps a word to its weight for each
    class."""

    name: str
    classes: tuple[str, ...]
    features: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    coefficients: tuple[tuple[float, ...], ...]
    intercepts: tuple[float, ...]
    words: dict[str, tuple[float, ...]] = {}


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Features to probabilities of classes; `key` names the model and the hash of its file."""

    file: LinearFile
    key: str

    def probabilities(self, features: FloatMatrix, words: tuple[dict[str, float], ...] = ()) -> NDArray[np.float64]:
        """Rows of shape (n, classes) that sum to 1; of a model with one class, the sigmoid of its score. `words` are each row's."""
        standard = (features.astype(np.float64) - np.array(self.file.mean)) / np.array(self.file.scale)
        scores: NDArray[np.float64] = np.tile(np.array(self.file.intercepts), (len(features), 1))
        for column in range(len(self.file.features)):  # summed column by column: no dependence on the batch
            scores += standard[:, [column]] * np.array([row[column] for row in self.file.coefficients])
        for row_number, counts in enumerate(words):
            for word, count in counts.items():
                scores[row_number] += count * np.array(self.file.words.get(word, (0.0,) * len(self.file.classes)))
        if len(self.file.classes) == 1:
            return np.asarray(1.0 / (1.0 + np.exp(-np.clip(scores, -60.0, 60.0))))
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def load_linear(path: Path, *, features: tuple[str, ...], classes: tuple[str, ...]) -> LinearModel:
    """Read a model of these features and classes. Raises ModelError when it is missing, damaged, or made for others."""
    if not path.is_file():
        raise ModelError("model-missing", tr("The model {file} is missing.", file=path.name), hint=tr("Install Priorcheck again."))
    content = path.read_bytes()
    try:
        file = msgspec.json.decode(content, type=LinearFile)
    except DECODING_ERRORS as error:
        message = tr("The model {file} cannot be read: {reason}.", file=path.name, reason=error)
        raise ModelError("model-altered", message, hint=tr("Install Priorcheck again.")) from error
    widths = {len(features), len(file.mean), len(file.scale), *map(len, file.coefficients)}
    heights = {len(classes), len(file.intercepts), len(file.coefficients), *map(len, file.words.values())}
    if file.features != features or file.classes != classes or widths != {len(features)} or heights != {len(classes)}:
        message = tr("The model {file} was made for another version.", file=path.name)
        raise ModelError("model-mismatch", message, hint=tr("Install Priorcheck again."))
    return LinearModel(file=file, key=f"{file.name}:{hashlib.sha256(content).hexdigest()[:16]}")
