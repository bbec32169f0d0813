"""What the training commands share: reading JSON Lines, encoding each text once, writing configuration and metrics."""

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
    """All objects of a JSON Lines file, gzipped or not."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class EncodedTexts:
    """Vectors of a set of texts, computed on the processor; each text's is kept under `build/` for the next run."""

    def __init__(self, texts: Iterable[str], *, threads: int = 1) -> None:
        unique = sorted(set(texts))
        encoder = load_encoder(models=models_dir(), device="cpu", threads=threads)
        self.identity: ModelIdentity = encoder.identity
        self.dimension = encoder.dimension
        path = CACHE / f"vectors-{self.identity.artefact[:16]}.npz"
        known, matrix = self._known(path)
        missing = [text for text in unique if _digest(text) not in known]
        if missing:
            fresh = encoder.encode(missing, progress=no_progress, cancel=CancelToken())
            known |= {_digest(text): len(matrix) + row for row, text in enumerate(missing)}
            matrix = np.concatenate([matrix, fresh])
            CACHE.mkdir(parents=True, exist_ok=True)
            np.savez(path, digests=np.array(list(known)), matrix=matrix)
        self._row = {text: row for row, text in enumerate(unique)}
        self._matrix = matrix[[known[_digest(text)] for text in unique]]

    def _known(self, path: Path) -> tuple[dict[str, int], NDArray[np.float32]]:
        if not path.is_file():
            return {}, np.empty((0, self.dimension), np.float32)
        with np.load(path) as kept:
            return {str(digest): row for row, digest in enumerate(kept["digests"])}, kept["matrix"]

    def encode(self, texts: Iterable[str]) -> NDArray[np.float32]:
        """Rows in the order of the texts."""
        return self._matrix[[self._row[text] for text in texts]]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def write_json(path: Path, content: dict[str, Any]) -> None:
    """UTF-8, the same bytes on every system."""
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
