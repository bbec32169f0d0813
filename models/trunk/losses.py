"""Losses of the cross-encoder: relevance over groups, stance over pairs, and optionally the drift of relevance."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

from app.inference.pairs.pair_text import PairTokens

Network = Callable[[torch.Tensor, torch.Tensor, torch.Tensor, str], torch.Tensor]
"""From token numbers, kinds, mask and the name of a head to logits."""
Item = tuple[Sequence[PairTokens], Sequence[int]]
"""Token rows of a group (or of one pair) with their labels."""


def tensors(rows: Sequence[PairTokens]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return token numbers, kinds and mask, padded to the longest row."""
    longest = max(len(tokens) for tokens, _ in rows)
    ids, kinds, mask = (np.zeros((len(rows), longest), np.int64) for _ in range(3))
    for row, (tokens, parts) in enumerate(rows):
        ids[row, : len(tokens)], kinds[row, : len(tokens)], mask[row, : len(tokens)] = tokens, parts, 1
    return torch.from_numpy(ids), torch.from_numpy(kinds), torch.from_numpy(mask)


def relevance_loss(model: Network, batch: list[Item], *, teacher: Network | None = None, keep: float = 0.0) -> torch.Tensor:
    """Return the cross-entropy of the match over each group with one, plus the binary cross-entropy over all pairs.

    With a `teacher`, `keep` times Huber's loss between its logits and the model's is added, so that relevance stays close to the
    teacher's.
    """
    arrays = tensors([row for rows, _ in batch for row in rows])
    logits = model(*arrays, "relevance").squeeze(1).float()
    labels = torch.tensor([label for _, labels in batch for label in labels], dtype=torch.float32)
    loss = nn.functional.binary_cross_entropy_with_logits(logits, labels)
    grouped, offset = [], 0
    for _, group_labels in batch:
        if group_labels[0] == 1 and len(group_labels) > 1:
            grouped.append(-torch.log_softmax(logits[offset : offset + len(group_labels)], dim=0)[0])
        offset += len(group_labels)
    loss = loss + (0.5 * torch.stack(grouped).mean() if grouped else 0.0)
    if teacher is None or not keep:
        return loss
    with torch.no_grad():
        teacher_logits = teacher(*arrays, "relevance").squeeze(1).float()
    return loss + keep * nn.functional.smooth_l1_loss(logits, teacher_logits)


def stance_loss(model: Network, batch: list[Item], *, smoothing: float = 0.0) -> torch.Tensor:
    """Return the cross-entropy. For label 3 ("not support") it is that of the sum of the other two.

    With `smoothing`, that share of each label is spread over all three (Szegedy et al. 2016, section 7).
    """
    logits = model(*tensors([rows[0] for rows, _ in batch]), "stance").float()
    labels = torch.tensor([labels[0] for _, labels in batch])
    logs = torch.log_softmax(logits, dim=1)
    not_support = torch.logsumexp(logs[:, 1:], dim=1, keepdim=True)
    gold_logs: torch.Tensor = torch.cat([logs, not_support], dim=1).gather(1, labels[:, None])
    return -(1 - smoothing) * gold_logs.mean() - smoothing * logs.mean()
