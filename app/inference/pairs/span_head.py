"""Span head for extractive answers: logits of answer starts and ends, reduced to the best span of a row.

Three columns: the margin of the best span's start and end over those of [CLS], which represents "no answer" (Devlin et al. 2019,
section 4.3), and its first and last token, counted from the text's first. `models/reader/graph.py` builds the same as an ONNX
graph.
"""

from __future__ import annotations

from typing import Any

LONGEST = 20
"""Tokens of an answer at most."""
NEVER = -1e4
SEP = 102


def best_spans(torch: Any, logits: Any, answerable: Any, first: Any) -> Any:
    """Return the best spans (rows, 3), float, from `logits` (rows, tokens, 2), `answerable` (rows, tokens) bool, and each text's
    first token `first` (rows,)."""
    begin, end = (torch.where(answerable, logits[:, :, side], NEVER) for side in (0, 1))
    all_cells = torch.ones(logits.shape[1], logits.shape[1], dtype=torch.bool, device=logits.device)
    span_logits = torch.where(all_cells.triu() & ~all_cells.triu(LONGEST), begin.unsqueeze(2) + end.unsqueeze(1), 4 * NEVER).flatten(1)
    best, position = span_logits.max(dim=1)
    width = logits.shape[1]
    margin = best - logits[:, 0].sum(dim=1)
    return torch.stack([margin, position // width - first, position % width - first], dim=1)
