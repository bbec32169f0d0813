"""The bundled models in bfloat16 on the processor, for runs over millions of texts.

On a processor with matrix units that is three times as fast as float32. The third digit of a number then depends on the batch
around its text, so no index, cache or ranking of the product is made this way.
"""

from __future__ import annotations

from pathlib import Path

from app.inference.encoders.batch_encoder import BatchEncoder
from app.inference.encoders.torch_encoder import TorchModel, bundled_source, bundled_tokenizer
from app.inference.manifest import checked_model
from app.inference.pairs.pair_logits import PairLogits
from app.inference.pairs.trunk import Trunk, read_heads
from app.inference.pairs.trunk_scorers import load_stance_scorer
from app.inference.pairs.trunk_torch import TorchTrunk
from app.inference.running.fallback import DeviceFallback
from app.ports import StanceScorer, TextEncoder


def half_encoder(models: Path | None = None) -> TextEncoder:
    """Load the bundled encoder. Raises ModelError: `model-missing`, `model-altered`, `model-mismatch`."""
    entry = checked_model("encoder", models)
    return BatchEncoder(TorchModel(bundled_source(entry), device="cpu", precision="bfloat16"), bundled_tokenizer(entry))


def half_stance_scorer(models: Path | None = None) -> StanceScorer:
    """Load the bundled stance scorer. Raises ModelError as `half_encoder` does."""
    return load_stance_scorer(models=models, trunk=lambda: _half_trunk(models))


def _half_trunk(models: Path | None) -> Trunk:
    entry = checked_model("trunk", models)
    heads = read_heads(entry)
    model = TorchTrunk(entry, heads, device="cpu", precision="bfloat16")
    return Trunk(name=entry.name, logits=PairLogits(DeviceFallback(model, lambda: model, role="cross-encoder")), heads=heads)
