"""Adapters of the model ports: encoder, pair scorer, stance, on the processor or an accelerator."""

from __future__ import annotations

from app.inference.cached_encoder import CachedEncoder
from app.inference.checkworthiness import load_checkworthiness_scorer
from app.inference.folder_encoder import load_second_encoder
from app.inference.loading import load_encoder
from app.inference.manifest import ModelEntry, ModelFile, checked_model, list_models, verify_models
from app.inference.onnx_encoder import OnnxEncoder
from app.inference.pair_scorer import load_pair_scorer
from app.inference.stance_scorer import load_stance_scorer
from app.inference.token_vectors import load_token_encoder
from app.inference.trunk import Trunk
from app.inference.trunk_loading import load_trunk

__all__ = [
    "CachedEncoder",
    "ModelEntry",
    "ModelFile",
    "OnnxEncoder",
    "Trunk",
    "checked_model",
    "list_models",
    "load_checkworthiness_scorer",
    "load_encoder",
    "load_pair_scorer",
    "load_second_encoder",
    "load_stance_scorer",
    "load_token_encoder",
    "load_trunk",
    "verify_models",
]
