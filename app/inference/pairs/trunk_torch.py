"""Cross-encoder on an accelerator with torch, in half precision; pooling and heads use float32."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from app.inference.manifest import WEIGHTS, ModelEntry, read_config
from app.inference.pairs.branch import artefact, shared_tensors
from app.inference.pairs.pair_text import CLAIM, SENTENCE, PairTokens
from app.inference.pairs.span_head import best_spans
from app.inference.pairs.trunk import PAIRS, Head, PairReader, TrunkTokenizer, mismatch
from app.inference.running.batching import TokenMatrix
from app.inference.running.budget import BatchBudget, batch_limits
from app.inference.running.devices import Backend, Precision, default_precision
from app.inference.running.fallback import OutOfDeviceMemory
from app.inference.running.torch_memory import is_out_of_memory, within_memory
from app.inference.text_versions import reading
from app.ports import FloatMatrix, ModelIdentity, PairInput

# Padded tokens a batch, to begin with and at most; Apple's limit keeps a batch under the time in which cancel is to be heard.
_BUDGETS: Mapping[Backend, tuple[int, int]] = {"cuda": (8192, 1 << 18), "mps": (4096, 16384), "cpu": (512, 512)}


class TorchTrunk:
    """The same network in torch; float16 on an accelerator, float32 on the processor unless `precision` is given."""

    step: int | None = None
    workers = 1

    def __init__(
        self,
        entry: ModelEntry,
        heads: Mapping[str, Head],
        *,
        device: Backend,
        precision: Precision | None = None,
        reader: PairReader = PAIRS,
        beneath: ModelEntry | None = None,
    ) -> None:
        import torch

        self._torch: Any = torch
        self._device = device
        precision = precision or default_precision(device)
        try:
            self._bert, self._heads = _modules(entry, heads, torch=torch, device=device, precision=precision, beneath=beneath)
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            if is_out_of_memory(error):
                raise OutOfDeviceMemory from error
            raise mismatch(entry.name, error) from error
        self._tokenize = TrunkTokenizer(beneath or entry, reader)
        self.columns = sum(len(head.columns) for head in heads.values())
        first, limit = batch_limits(_BUDGETS, device, precision)
        self.budget = BatchBudget(first, limit=limit)
        self.identity = ModelIdentity(
            name=entry.name, artefact=artefact(entry, beneath), backend=f"torch-{device}", precision=precision, reading=reading(reader.name)
        )

    def tokenize(self, pairs: Sequence[PairInput]) -> list[PairTokens | None]:
        """Return the token row of each pair; None for an unreadable one."""
        return self._tokenize(pairs)

    def logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return the concatenated logits of all heads (pairs, columns). Raises OutOfDeviceMemory."""
        outputs = within_memory(lambda: self._outputs(tokens, kinds, mask), torch=self._torch, device=self._device)
        columns = [best_spans(values, tokens, kinds, mask) if values.ndim == 3 else values for values in outputs]
        return np.concatenate(columns, axis=1, dtype=np.float32)

    def _outputs(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> list[FloatMatrix]:
        torch = self._torch
        with torch.inference_mode():
            ids, parts, attended = (torch.from_numpy(array).to(self._device) for array in (tokens, kinds, mask))
            states = self._bert(input_ids=ids, attention_mask=attended, token_type_ids=parts % 2).last_hidden_state.float()
            sentence, claim = (_mean(states, ((parts == kind) & (attended == 1)).float()) for kind in (SENTENCE, CLAIM))
            pooled = torch.cat([states[:, 0], (sentence - claim).abs(), sentence * claim], dim=1)
            return [np.asarray(head(states, pooled).cpu().numpy(), np.float32) for head in self._heads]


def _mean(states: Any, weights: Any) -> Any:
    """Return the mean state (pairs, width) of the tokens with weight 1."""
    total = (states * weights.unsqueeze(2)).sum(dim=1)
    return total / weights.sum(dim=1, keepdim=True).clamp(min=1.0)


_Module = Callable[[Any, Any], Any]
"""A head over all states (rows, tokens, width) and the pooled ones (rows, 3 * width)."""


def _modules(
    entry: ModelEntry, heads: Mapping[str, Head], *, torch: Any, device: Backend, precision: str, beneath: ModelEntry | None
) -> tuple[Any, list[_Module]]:
    """Load BERT and the heads with their tensors on the device. Raises torch's errors if they do not fit together."""
    from safetensors.torch import load_file
    from transformers import BertConfig, BertModel

    tensors = load_file(entry.path(WEIGHTS))
    if beneath is not None:
        tensors |= {name: torch.from_numpy(value) for name, value in shared_tensors(entry, beneath).items()}
    config = {key: value for key, value in read_config(beneath or entry).items() if key != "priorcheck"}
    bert: Any = BertModel(BertConfig(**config), add_pooling_layer=False)
    bert.load_state_dict({name: value for name, value in tensors.items() if not name.startswith("heads.")})
    width = bert.config.hidden_size
    modules = [
        _head(torch, _own(tensors, f"heads.{name}."), width=width, size=len(head.columns), device=device) for name, head in heads.items()
    ]
    return bert.to(device=device, dtype=getattr(torch, precision)).eval(), modules


def _own(tensors: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    return {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}


def _head(torch: Any, weights: Mapping[str, Any], *, width: int, size: int, device: Backend) -> _Module:
    """Return a head in float32: a linear layer, GELU and a linear layer over the pooled pair, or one linear layer over every token.
    Layer indexes are those of training, where dropout is the first."""
    if "weight" in weights:
        spans = torch.nn.Linear(width, 2)
        spans.load_state_dict(weights)
        spans = spans.to(device).eval()
        return lambda states, _pooled: spans(states)
    hidden_size = len(weights["1.bias"])
    layers = (torch.nn.Identity(), torch.nn.Linear(3 * width, hidden_size), torch.nn.GELU(), torch.nn.Linear(hidden_size, size))
    judged = torch.nn.Sequential(*layers)
    judged.load_state_dict(weights)
    judged = judged.to(device).eval()
    return lambda _states, pooled: judged(pooled)
