"""The folder that comes out of a training: an encoder that takes its role like any other model of the user's own."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.file_replacement import flush_folder


def blend(weights: Mapping[str, Any], untrained: Mapping[str, Any], *, share: float) -> None:
    """Keep this share of what the training changed (WiSE-FT, Wortsman et al. 2022, section 3), in place."""
    import torch

    with torch.no_grad():
        for name, tensor in weights.items():
            tensor.copy_(untrained[name] + share * (tensor - untrained[name]))


def write_encoder(network: Any, out: Path) -> None:
    """Write the network as a sentence-transformers folder of safetensors: whole, or not there. Raises OSError."""
    part = out.with_name(f".{out.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.parent.mkdir(parents=True, exist_ok=True)
    network.save_pretrained(str(part), create_model_card=False, safe_serialization=True)
    part.rename(out)
    flush_folder(out.parent)
