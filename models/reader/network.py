"""The reader in torch: the cross-encoder's trunk, a head over the pooled pair (opinion) and one over every token (span).

`opinion` says whether the post supports the statement, refutes it, or neither. `span` gives logits for every token to begin and to
end an answer; the logits of [CLS] stand for "no answer here" (Devlin et al. 2019, section 4.3).
"""

from __future__ import annotations

import torch
from torch import nn
from transformers import BertModel

from models.trunk.network import Trunk, head, pooled

OPINION, SPAN = "opinion", "span"


class Reader(nn.Module):
    """Network from token numbers and kinds to the logits of either head."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.trunk = Trunk(bert)
        width = bert.config.hidden_size
        self.heads = nn.ModuleDict({OPINION: head(3 * width, 3)})
        self.span = nn.Linear(width, 2)

    def opinion(self, tokens: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return logits (pairs, 3): support, refute, neither."""
        logits: torch.Tensor = self.heads[OPINION](pooled(self._states(tokens, kinds, mask), kinds, mask))
        return logits

    def spans(self, tokens: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return logits (pairs, tokens, 2) of begin and end; -1e4 at tokens that cannot be in an answer (the question, the
        padding)."""
        logits: torch.Tensor = self.span(self._states(tokens, kinds, mask))
        allowed = (kinds == 1) & (mask == 1)
        allowed[:, 0] = True
        return logits.masked_fill(~allowed.unsqueeze(2), -1e4)

    def _states(self, tokens: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        states: torch.Tensor = self.trunk.bert(input_ids=tokens, attention_mask=mask, token_type_ids=kinds % 2).last_hidden_state
        return states
