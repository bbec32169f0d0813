"""The syntax network in torch: the cross-encoder's layers, a linear head for each kind of label, and biaffine scores of every pair
of words for the dependency arcs (Dozat and Manning 2017, section 2.2)."""

from __future__ import annotations

import torch
from torch import nn
from transformers import BertConfig, BertModel

from app.inference.syntax.labels import ENTITIES, PARTS, RELATIONS
from app.paths import models_dir
from models.branches import complete_tensors

SIZES = {"part": len(PARTS), "relation": len(RELATIONS), "entity": len(ENTITIES)}
FROZEN = 3
"""Number of the trunk's layers that are frozen."""
ARC = 192


class Syntax(nn.Module):
    """Network from token numbers to the logits of each kind of label, and to the arc scores of each pair of tokens."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert
        width = bert.config.hidden_size
        self.labels = nn.ModuleDict({name: nn.Linear(width, size) for name, size in SIZES.items()})
        self.dependent, self.governor = nn.Linear(width, ARC), nn.Linear(width, ARC)
        self.arc = nn.Linear(ARC, ARC)
        self.dropout = nn.Dropout(0.1)

    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> dict[str, torch.Tensor]:
        """Return logits (rows, tokens, labels) of each kind, and `head` (rows, tokens, tokens)."""
        states = self.dropout(self.bert(input_ids=tokens, attention_mask=mask).last_hidden_state)
        outputs = {name: layer(states) for name, layer in self.labels.items()}
        dependent = self.arc(torch.nn.functional.gelu(self.dependent(states)))
        governor = torch.nn.functional.gelu(self.governor(states))
        scores = dependent @ governor.transpose(1, 2)
        outputs["head"] = scores.masked_fill(mask[:, None, :] == 0, -1e4)
        return outputs


def start() -> Syntax:
    """Return a network with the shipped cross-encoder's layers. The lower ones are frozen."""
    config = BertConfig.from_pretrained(models_dir() / "trunk", attention_probs_dropout_prob=0.0)
    bert = BertModel(config, add_pooling_layer=False)
    tensors = complete_tensors(models_dir() / "trunk" / "model.safetensors")
    bert.load_state_dict({name: torch.from_numpy(value).float() for name, value in tensors.items() if not name.startswith("heads.")})
    model = Syntax(bert)
    for part in (bert.embeddings, *bert.encoder.layer[:FROZEN]):
        part.requires_grad_(requires_grad=False)
    return model
