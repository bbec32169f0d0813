"""Result folder of a training: an encoder that is used like any of the user's own models."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.file_replacement import flush_folder


def blend(weights: Mapping[str, Any], untrained: Mapping[str, Any], *, share: float) -> None:
    """Keep only this share of the change in weights, in place (WiSE-FT, Wortsman et al. 2022, section 3)."""
    import torch

    with torch.no_grad():
        for name, tensor in weights.items():
            tensor.copy_(untrained[name] + share * (tensor - untrained[name]))


def write_encoder(network: Any, folder: Path) -> None:
    """Write the network atomically as a sentence-transformers folder of safetensors. Raises OSError."""
    part = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.parent.mkdir(parents=True, exist_ok=True)
    network.save_pretrained(str(part), create_model_card=False, safe_serialization=True)
    part.rename(folder)
    flush_folder(folder.parent)
