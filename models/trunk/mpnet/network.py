"""The cross-encoder over MPNet: twelve layers of 768 over a pair's tokens, one pooled vector, one small head for each task.

Pooling and heads are those of the smaller trunk (`models.trunk.network`). A new task is one more entry of HEADS; a head that a
checkpoint lacks starts with random weights.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn
from transformers import MPNetConfig, MPNetModel

from models.trunk.network import head, pooled

HEADS = {"relevance": 1, "stance": 3, "slots": 4}
"""Logits of each head. Slots: who, where, when, how much differ."""
FIRST_POSITION = 2


class MpnetCrossEncoder(nn.Module):
    """MPNet with its heads. Padding has the mask 0; the padding token is arbitrary."""

    def __init__(self, mpnet: MPNetModel) -> None:
        super().__init__()
        self.mpnet = mpnet
        width = 3 * mpnet.config.hidden_size
        self.heads = nn.ModuleDict({name: head(width, size) for name, size in HEADS.items()})

    def forward(self, tokens: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor, task: str) -> torch.Tensor:
        """Return logits (pairs, size of the head) of `tokens`, `kinds`, `mask` (pairs, longest)."""
        positions = (torch.arange(tokens.shape[1]) + FIRST_POSITION).expand_as(tokens)
        states = self.mpnet(input_ids=tokens, position_ids=positions, attention_mask=mask).last_hidden_state
        logits: torch.Tensor = self.heads[task](pooled(states, kinds, mask))
        return logits


def load_base(folder: Path, *, frozen: int) -> MpnetCrossEncoder:
    """Start from the base weights in `folder`; word vectors, position bias and the first `frozen` layers stay as they are."""
    mpnet = MPNetModel.from_pretrained(str(folder), add_pooling_layer=False, attention_probs_dropout_prob=0.0)
    return freeze(MpnetCrossEncoder(mpnet), frozen)


def empty(config: MPNetConfig, *, frozen: int = 0) -> MpnetCrossEncoder:
    """Return a network of the same shape with random weights."""
    return freeze(MpnetCrossEncoder(MPNetModel(config, add_pooling_layer=False)), frozen)


def freeze(model: MpnetCrossEncoder, layers: int) -> MpnetCrossEncoder:
    """Exclude word vectors, position bias and the first layers from training."""
    encoder = model.mpnet.encoder
    for part in (model.mpnet.embeddings, encoder.relative_attention_bias, *encoder.layer[:layers]):
        part.requires_grad_(False)
    return model


def trained(model: nn.Module) -> dict[str, nn.Parameter]:
    """Return the parameters that training changes, by name."""
    return {name: parameter for name, parameter in model.named_parameters() if parameter.requires_grad}
