"""The cross-encoder as torch trains it: six layers of BERT over a pair's tokens, one pooled vector, one small head a task.

Pooled vector (1,152 numbers): the [CLS] state, then |s - c| and s * c of the mean states of the sentence's (kind 0) and the
claim's tokens (kind 1), as Conneau et al. 2017 (InferSent, section 3.2) combine two sentences; here both have seen each other.
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
    """Token numbers and kinds to pooled vectors (pairs, 3 * width)."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert

    def forward(self, tokens: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """`tokens`, `kinds`, `mask` (pairs, longest) integers; float (pairs, 3 * width)."""
        return pooled(self.bert(input_ids=tokens, attention_mask=mask, token_type_ids=kinds % 2).last_hidden_state, kinds, mask)


def pooled(states: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The states of all tokens (pairs, longest, width) to one vector a pair (pairs, 3 * width)."""
    sentence, claim = _mean(states, (kinds == 0) & (mask == 1)), _mean(states, (kinds == 1) & (mask == 1))
    return torch.cat([states[:, 0], (sentence - claim).abs(), sentence * claim], dim=1)


def _mean(states: torch.Tensor, chosen: torch.Tensor) -> torch.Tensor:
    weights = chosen.unsqueeze(2).to(states.dtype)
    total: torch.Tensor = (states * weights).sum(dim=1) / weights.sum(dim=1).clamp(min=1.0)
    return total


class CrossEncoder(nn.Module):
    """The trunk with its heads; each head is a layer of 256 GELU units and a linear layer."""

    def __init__(self, bert: BertModel, heads: dict[str, int] | None = None) -> None:
        super().__init__()
        self.trunk = Trunk(bert)
        width = 3 * bert.config.hidden_size
        self.heads = nn.ModuleDict({name: head(width, size) for name, size in (heads or HEADS).items()})

    def forward(self, tokens: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor, head: str) -> torch.Tensor:
        """Logits (pairs, size of the head)."""
        logits: torch.Tensor = self.heads[head](self.trunk(tokens, kinds, mask))
        return logits


def head(width: int, size: int) -> nn.Sequential:
    """A layer of 256 GELU units and a linear one."""
    return nn.Sequential(nn.Dropout(0.1), nn.Linear(width, HIDDEN), nn.GELU(), nn.Linear(HIDDEN, size))


def start_from(folder: Path) -> CrossEncoder:
    """A cross-encoder whose layers are a bi-encoder's (a folder with BERT's config.json and model.safetensors)."""
    return CrossEncoder(BertModel.from_pretrained(str(folder), add_pooling_layer=False))


def empty(config: BertConfig) -> CrossEncoder:
    """The same shape with random weights, to load a checkpoint into."""
    return CrossEncoder(BertModel(config, add_pooling_layer=False))


def checkpoint_state(path: Path) -> dict[str, torch.Tensor]:
    """The state of a checkpoint; of the shipped weights (float16, BERT's tensors by BERT's own names) as a checkpoint holds it."""
    state: dict[str, torch.Tensor] = load_file(path)
    if any(name.startswith("trunk.") for name in state):
        return state
    return {name if name.startswith("heads.") else f"trunk.bert.{name}": value.float() for name, value in state.items()}
