"""The head that finds an answer: of every token how likely an answer begins and ends there, reduced to the best span of a row.

Three columns a row: by how much the best span's begin and end exceed those of [CLS], which stand for "no answer" (Devlin et al. 2019,
section 4.3), and its first and last token, counted from the text's first. `models/reader/graph.py` computes the same as an ONNX graph.
"""

from __future__ import annotations

from typing import Any

LONGEST = 20
"""Tokens of an answer at most."""
NEVER = -1e4
SEP = 102


def best_spans(torch: Any, logits: Any, answerable: Any, first: Any) -> Any:
    """`logits` (rows, tokens, 2), `answerable` (rows, tokens) bool, `first` (rows,) each text's first token; float (rows, 3)."""
    begin, end = (torch.where(answerable, logits[:, :, side], NEVER) for side in (0, 1))
    ones = torch.ones(logits.shape[1], logits.shape[1], dtype=torch.bool, device=logits.device)
    both = torch.where(ones.triu() & ~ones.triu(LONGEST), begin.unsqueeze(2) + end.unsqueeze(1), 4 * NEVER).flatten(1)
    best, position = both.max(dim=1)
    width = logits.shape[1]
    margin = best - logits[:, 0].sum(dim=1)
    return torch.stack([margin, position // width - first, position % width - first], dim=1)
