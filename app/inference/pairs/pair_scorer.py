"""The bundled pair scorer: a head of the cross-encoder."""

from __future__ import annotations

from pathlib import Path

from app.inference.manifest import checked_model, read_config
from app.inference.pairs.trunk import mismatch
from app.inference.pairs.trunk_scorers import TrunkLoader, head_pair_scorer, is_head, own_trunk
from app.ports import PairScorer


def load_pair_scorer(*, models: Path | None = None, trunk: TrunkLoader | None = None) -> PairScorer:
    """The bundled pair scorer, over the cross-encoder that `trunk` gives (None: a new one on the processor).

    Raises ModelError: `model-missing`, `model-altered`, `model-mismatch` (made for another cross-encoder or version).
    """
    entry = checked_model("pair_scorer", models)
    config = read_config(entry)
    if not is_head(config):
        raise mismatch(entry.name)
    return head_pair_scorer(entry, config, (trunk or own_trunk(models))())
