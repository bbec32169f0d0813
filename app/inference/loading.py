"""Builds the encoder that suits this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from app.inference.manifest import checked_model
from app.inference.onnx_encoder import OnnxEncoder
from app.ports import TextEncoder

Device = Literal["auto", "cpu", "cuda", "mps"]


def load_encoder(*, models: Path, device: Device = "auto", threads: int | None = None) -> TextEncoder:
    """The bundled encoder."""
    return OnnxEncoder(checked_model("encoder", models), threads=threads)
