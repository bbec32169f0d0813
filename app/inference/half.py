"""The bundled models in bfloat16 on the processor, for research runs over millions of texts.

On a processor with matrix units that is three times as fast as float32. A number then depends, in its third digit, on the batch around
its text, so that no index, cache or ranking of the product is made this way.
"""

from __future__ import annotations

from pathlib import Path

from app.inference.encoders import torch_encoder
from app.inference.manifest import checked_model
from app.inference.pairs.trunk_loading import half_trunk
from app.inference.pairs.trunk_scorers import load_stance_scorer
from app.ports import StanceScorer, TextEncoder


def half_encoder(models: Path | None = None) -> TextEncoder:
    """The bundled encoder. Raises ModelError: `model-missing`, `model-altered`, `model-mismatch`."""
    return torch_encoder.half_encoder(checked_model("encoder", models))


def half_stance_scorer(models: Path | None = None) -> StanceScorer:
    """The bundled stance scorer, with the same errors."""
    return load_stance_scorer(models=models, trunk=lambda: half_trunk(models))
