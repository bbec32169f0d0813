"""Shared code of the training commands: reading JSON Lines, encoding each text once, writing configuration and metrics."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, no_progress
from app.inference.encoders.loading import load_encoder
from app.paths import models_dir
from app.ports import ModelIdentity

CACHE = Path("build") / "training"


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Return all objects of a JSON Lines file, gzipped or not."""
    open_file = gzip.open if path.suffix == ".gz" else open
    with open_file(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class EncodedTexts:
    """Vectors of a set of texts, computed on the processor. Each is stored under `build/` for the next run."""

    def __init__(self, texts: Iterable[str], *, threads: int = 1) -> None:
        unique = sorted(set(texts))
        encoder = load_encoder(models=models_dir(), device="cpu", threads=threads)
        self.identity: ModelIdentity = encoder.identity
        self.dimension = encoder.dimension
        path = CACHE / f"vectors-{self.identity.artefact[:16]}.npz"
        row_of_digest, matrix = self._known(path)
        missing = [text for text in unique if _digest(text) not in row_of_digest]
        if missing:
            new_vectors = encoder.encode(missing, progress=no_progress, cancel=CancelToken())
            row_of_digest |= {_digest(text): len(matrix) + row for row, text in enumerate(missing)}
            matrix = np.concatenate([matrix, new_vectors])
            CACHE.mkdir(parents=True, exist_ok=True)
            np.savez(path, digests=np.array(list(row_of_digest)), matrix=matrix)
        self._row = {text: row for row, text in enumerate(unique)}
        self._matrix = matrix[[row_of_digest[_digest(text)] for text in unique]]

    def _known(self, path: Path) -> tuple[dict[str, int], NDArray[np.float32]]:
        if not path.is_file():
            return {}, np.empty((0, self.dimension), np.float32)
        with np.load(path) as archive:
            return {str(digest): row for row, digest in enumerate(archive["digests"])}, archive["matrix"]

    def encode(self, texts: Iterable[str]) -> NDArray[np.float32]:
        """Return the vectors (texts, d), in the order of the texts."""
        return self._matrix[[self._row[text] for text in texts]]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write JSON as UTF-8, with the same bytes on every system."""
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
