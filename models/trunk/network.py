"""The cross-encoder in torch: six layers of BERT over a pair's tokens, one pooled vector, one small head for each task.

The pooled vector (1,152 numbers) is the [CLS] state, then |s - c| and s * c of the mean states of the sentence's (kind 0) and the
claim's tokens (kind 1). Conneau et al. 2017 (InferSent, section 3.2) combine two sentences in this way; here both have attended to
each other.
"""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn
from transformers import BertConfig, BertModel

HIDDEN = 256
HEADS = {"relevance": 1, "stance": 3}


class Trunk(nn.Module):
    """Network from token numbers and kinds to pooled vectors (pairs, 3 * width)."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert

    def forward(self, tokens: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return pooled vectors (pairs, 3 * width). `tokens`, `kinds` and `mask` are integers (pairs, longest)."""
        return pooled(self.bert(input_ids=tokens, attention_mask=mask, token_type_ids=kinds % 2).last_hidden_state, kinds, mask)


def pooled(states: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Pool the states of all tokens (pairs, longest, width) to one vector for each pair (pairs, 3 * width)."""
    sentence, claim = _mean(states, (kinds == 0) & (mask == 1)), _mean(states, (kinds == 1) & (mask == 1))
    return torch.cat([states[:, 0], (sentence - claim).abs(), sentence * claim], dim=1)


def _mean(states: torch.Tensor, selected: torch.Tensor) -> torch.Tensor:
    weights = selected.unsqueeze(2).to(states.dtype)
    total: torch.Tensor = (states * weights).sum(dim=1) / weights.sum(dim=1).clamp(min=1.0)
    return total


class CrossEncoder(nn.Module):
    """The trunk with its heads. Each head is a layer of 256 GELU units and a linear layer."""

    def __init__(self, bert: BertModel, heads: dict[str, int] | None = None) -> None:
        super().__init__()
        self.trunk = Trunk(bert)
        width = 3 * bert.config.hidden_size
        self.heads = nn.ModuleDict({name: head(width, size) for name, size in (heads or HEADS).items()})

    def forward(self, tokens: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor, head: str) -> torch.Tensor:
        """Return logits (pairs, size of the head)."""
        logits: torch.Tensor = self.heads[head](self.trunk(tokens, kinds, mask))
        return logits


def head(width: int, size: int) -> nn.Sequential:
    """Return a layer of 256 GELU units and a linear one."""
    return nn.Sequential(nn.Dropout(0.1), nn.Linear(width, HIDDEN), nn.GELU(), nn.Linear(HIDDEN, size))


def start_from(folder: Path) -> CrossEncoder:
    """Return a cross-encoder with the layers of a bi-encoder (a folder with BERT's config.json and model.safetensors)."""
    return CrossEncoder(BertModel.from_pretrained(str(folder), add_pooling_layer=False))


def empty(config: BertConfig) -> CrossEncoder:
    """Return a network of the same shape with random weights, to load a checkpoint into."""
    return CrossEncoder(BertModel(config, add_pooling_layer=False))


def checkpoint_state(path: Path) -> dict[str, torch.Tensor]:
    """Return the state of a checkpoint. Shipped weights (float16, BERT's tensors by BERT's own names) are renamed as in a
    checkpoint."""
    state: dict[str, torch.Tensor] = load_file(path)
    if any(name.startswith("trunk.") for name in state):
        return state
    return {name if name.startswith("heads.") else f"trunk.bert.{name}": value.float() for name, value in state.items()}
