"""Query projection: a learnt linear map that moves the vector of a claim or question towards its evidence.

Evidence seldom repeats the claim, so the nearest texts to a claim are other claims. A matrix W, learnt from claims and questions
with their answers (`models/evidence`), maps v to `norm(v + v W)`. Evidence keeps its vectors.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.errors import ModelError
from app.ports import FloatMatrix, ModelIdentity
from app.translation import tr

TENSOR, ENCODER = "matrix", "encoder"
"""Names of the tensor and, among the file's metadata, of the first digits of the encoder's artefact."""
_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class QueryProjection:
    """`matrix` (d, d) for the vectors of the encoder whose artefact begins with `encoder`; `key` names it and the hash of its file."""

    matrix: NDArray[np.float32]
    encoder: str
    key: str

    def project(self, vectors: FloatMatrix, encoder: ModelIdentity) -> FloatMatrix:
        """The unit vectors (n, d) moved, each a function of itself alone; as they are where another encoder made them."""
        if not encoder.artefact.startswith(self.encoder) or vectors.shape[1:] != self.matrix.shape[:1]:
            return vectors
        moved = [vector + vector @ self.matrix for vector in vectors]
        return np.array([row / max(float(np.linalg.norm(row)), _LEAST) for row in moved], np.float32).reshape(vectors.shape)


def load_query_projection(path: Path) -> QueryProjection:
    """Read a matrix and whose vectors it is for. Raises ModelError when it is missing, damaged, or no square matrix."""
    from safetensors import SafetensorError, safe_open

    hint = tr("Install Priorcheck again.")
    if not path.is_file():
        raise ModelError("model-missing", tr("The model {file} is missing.", file=path.name), hint=hint)
    try:
        with safe_open(path, "numpy") as file:
            matrix, encoder = file.get_tensor(TENSOR), (file.metadata() or {}).get(ENCODER, "")
    except SafetensorError as error:
        message = tr("The model {file} cannot be read: {reason}.", file=path.name, reason=error)
        raise ModelError("model-altered", message, hint=hint) from error
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not encoder:
        raise ModelError("model-mismatch", tr("The model {file} was made for another version.", file=path.name), hint=hint)
    return QueryProjection(matrix.astype(np.float32), encoder, f"leading-1:{hashlib.sha256(path.read_bytes()).hexdigest()[:16]}")
