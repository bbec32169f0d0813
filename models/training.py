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
from app.inference.loading import load_encoder
from app.paths import models_dir
from app.ports import ModelIdentity

CACHE = Path("build") / "training"


def read_rows(path: Path) -> list[dict[str, Any]]:
    """All objects of a JSON Lines file, gzipped or not."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class EncodedTexts:
    """Vectors of a set of texts, computed on the processor and kept under `build/` for the next run."""

    def __init__(self, texts: Iterable[str], *, threads: int = 1) -> None:
        unique = sorted(set(texts))
        encoder = load_encoder(models=models_dir(), device="cpu", threads=threads)
        self.identity: ModelIdentity = encoder.identity
        self.dimension = encoder.dimension
        digest = hashlib.sha256("\0".join([self.identity.key(), *unique]).encode("utf-8", "replace")).hexdigest()
        path = CACHE / f"{digest[:24]}.npy"
        if not path.is_file():
            CACHE.mkdir(parents=True, exist_ok=True)
            np.save(path, encoder.encode(unique, progress=no_progress, cancel=CancelToken()))
        self._matrix: NDArray[np.float32] = np.load(path)
        self._row = {text: row for row, text in enumerate(unique)}

    def encode(self, texts: Iterable[str]) -> NDArray[np.float32]:
        """Rows in the order of the texts."""
        return self._matrix[[self._row[text] for text in texts]]


def write_json(path: Path, content: dict[str, Any]) -> None:
    """UTF-8, the same bytes on every system."""
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
