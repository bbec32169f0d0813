"""The cross-encoder on an accelerator, through torch, in half precision; pooling and heads are computed in float32."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from app.inference.manifest import ModelEntry, read_config
from app.inference.pairs.pair_text import CLAIM, SENTENCE, PairTokens
from app.inference.pairs.trunk import Head, TrunkTokenizer, mismatch
from app.inference.running.batching import TokenMatrix
from app.inference.running.budget import BatchBudget
from app.inference.running.devices import Backend
from app.inference.running.fallback import OutOfDeviceMemory
from app.inference.running.torch_memory import is_out_of_memory, within_memory
from app.ports import FloatMatrix, ModelIdentity, PairInput

_BUDGETS = {"cuda": (8192, 1 << 18), "mps": (4096, 16384), "cpu": (512, 512)}
"""Padded tokens a batch, to begin with and at most; Apple's limit keeps a batch under the time in which cancel is to be heard."""


class TorchTrunk:
    """The same tensors as the ONNX graph's; float16 on an accelerator, float32 on the processor unless `precision` says otherwise."""

    step: int | None = None
    workers = 1

    def __init__(self, entry: ModelEntry, heads: Mapping[str, Head], *, device: Backend, precision: str = "") -> None:
        import torch

        self._torch: Any = torch
        self._device = device
        precision = precision or ("float32" if device == "cpu" else "float16")
        try:
            self._bert, self._heads = _modules(entry, heads, torch=torch, device=device, precision=precision)
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            if is_out_of_memory(error):
                raise OutOfDeviceMemory from error
            raise mismatch(entry.name, error) from error
        self._tokenize = TrunkTokenizer(entry)
        self.columns = sum(len(head.columns) for head in heads.values())
        first, most = _BUDGETS[device]
        self.budget = BatchBudget(first, most=most)
        self.identity = ModelIdentity(name=entry.name, artefact=entry.artefact, backend=f"torch-{device}", precision=precision)

    def tokenize(self, pairs: Sequence[PairInput]) -> list[PairTokens | None]:
        """The token row of each pair; None for what cannot be read."""
        return self._tokenize(pairs)

    def logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """(pairs, columns), the heads' logits side by side. Raises OutOfDeviceMemory."""
        return within_memory(lambda: self._logits(tokens, kinds, mask), torch=self._torch, device=self._device)

    def _logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        torch = self._torch
        with torch.inference_mode():
            ids, parts, seen = (torch.from_numpy(array).to(self._device) for array in (tokens, kinds, mask))
            states = self._bert(input_ids=ids, attention_mask=seen, token_type_ids=parts % 2).last_hidden_state.float()
            sentence, claim = (_mean(states, ((parts == kind) & (seen == 1)).float()) for kind in (SENTENCE, CLAIM))
            pooled = torch.cat([states[:, 0], (sentence - claim).abs(), sentence * claim], dim=1)
            found = torch.cat([head(pooled) for head in self._heads], dim=1)
            return np.asarray(found.cpu().numpy(), np.float32)


def _mean(states: Any, weights: Any) -> Any:
    """The mean state (pairs, width) of the tokens that have weight 1."""
    total = (states * weights.unsqueeze(2)).sum(dim=1)
    return total / weights.sum(dim=1, keepdim=True).clamp(min=1.0)


def _modules(entry: ModelEntry, heads: Mapping[str, Head], *, torch: Any, device: Backend, precision: str) -> tuple[Any, list[Any]]:
    """BERT and the heads with their tensors, on the device. Raises what torch raises where they do not fit together."""
    from safetensors.torch import load_file
    from transformers import BertConfig, BertModel

    tensors = load_file(entry.path("model.safetensors"))
    config = {key: value for key, value in read_config(entry).items() if key != "priorcheck"}
    bert: Any = BertModel(BertConfig(**config), add_pooling_layer=False)
    bert.load_state_dict({name: value for name, value in tensors.items() if not name.startswith("heads.")})
    shapes = {name: (3 * bert.config.hidden_size, len(head.columns)) for name, head in heads.items()}
    made = [_head(torch, tensors, f"heads.{name}.", *shape).to(device).eval() for name, shape in shapes.items()]
    return bert.to(device=device, dtype=getattr(torch, precision)).eval(), made


def _head(torch: Any, tensors: Mapping[str, Any], prefix: str, width: int, size: int) -> Any:
    """A linear layer, GELU, a linear layer, in float32; their places are those of the training's (dropout is the first)."""
    hidden = len(tensors[f"{prefix}1.bias"])
    head = torch.nn.Sequential(torch.nn.Identity(), torch.nn.Linear(width, hidden), torch.nn.GELU(), torch.nn.Linear(hidden, size))
    head.load_state_dict({name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)})
    return head
