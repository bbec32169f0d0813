"""Cross-encoder on the processor with ONNX Runtime: weights stored as float16, computed in float32."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from app.inference.encoders.onnx_encoder import open_session, usable_threads
from app.inference.manifest import ModelEntry
from app.inference.pairs.branch import artefact, check_grown
from app.inference.pairs.pair_text import PairTokens
from app.inference.pairs.trunk import PAIRS, Head, PairReader, TrunkTokenizer, mismatch
from app.inference.running.batching import TokenMatrix
from app.inference.running.budget import BatchBudget
from app.inference.text_versions import reading
from app.ports import FloatMatrix, ModelIdentity, PairInput

# Padded tokens a batch: as for the encoder, the activations stay in the processor's cache.
_BUDGET = 512


class OnnxTrunk:
    """The graph `model.onnx` over the tensors of `model.safetensors`, with one output for each head. For a branch, `entry` is its
    own folder and `beneath` that of its trunk."""

    step: int | None = 8

    def __init__(
        self,
        entry: ModelEntry,
        heads: Mapping[str, Head],
        *,
        threads: int | None = None,
        reader: PairReader = PAIRS,
        beneath: ModelEntry | None = None,
    ) -> None:
        if beneath is not None:
            check_grown(entry, beneath)
        self._session = open_session(entry, branch=beneath is not None)
        self._outputs = list(heads)
        self.columns = sum(len(head.columns) for head in heads.values())
        offered = {output.name: output.shape[-1] for output in self._session.get_outputs()}
        if any(offered.get(name) != len(head.columns) for name, head in heads.items()):
            raise mismatch(entry.name)
        self._tokenize = TrunkTokenizer(beneath or entry, reader)
        self.budget = BatchBudget(_BUDGET)
        self.workers = usable_threads(threads)
        self.identity = ModelIdentity(
            name=entry.name, artefact=artefact(entry, beneath), backend="onnx-cpu", precision="float32", reading=reading(reader.name)
        )

    def tokenize(self, pairs: Sequence[PairInput]) -> list[PairTokens | None]:
        """Return the token row of each pair; None for an unreadable one."""
        return self._tokenize(pairs)

    def logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return the concatenated logits of all heads (pairs, columns)."""
        outputs = self._session.run(self._outputs, {"input_ids": tokens, "kinds": kinds, "attention_mask": mask})
        return np.concatenate(outputs, axis=1, dtype=np.float32)
