"""Training losses: a query has to be nearer to its own published text than to any other of the batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

PROBABLY_SAME = 0.85
"""Published texts with a cosine from this on may be about the same claim, and are no negatives of each other."""
_BACKWARD = 0.3
_NEVER = -1e4


def ranking_loss(
    queries: Any, targets: Any, decoys: Any, *, about: Sequence[str], scale: float, trust: Sequence[float] | None = None
) -> Any:
    """Return the multiple-negatives ranking loss (Henderson et al. 2017, section 4), plus a third of it in the other direction.

    `queries` and `targets` (n, dimension), `decoys` (m, dimension) are unit vectors; `about` is the fact-check of each target.
    Targets of one fact-check, and near-duplicates, are not used as negatives of each other; decoys are negatives of all. `trust`
    (n,) are weights of the pairs (None: equal).
    """
    import torch

    pool = torch.cat([targets, decoys]) if len(decoys) else targets
    scores = queries @ pool.T * scale
    diagonal = torch.arange(len(queries))
    with torch.no_grad():
        is_same_target = targets @ targets.T >= PROBABLY_SAME
        is_same_target |= torch.tensor([[first == second for second in about] for first in about])
        is_same_target[diagonal, diagonal] = False
        masked = torch.cat([is_same_target, torch.zeros(len(queries), len(decoys), dtype=torch.bool)], dim=1)
    forward = torch.nn.functional.cross_entropy(scores.masked_fill(masked, _NEVER), diagonal, reduction="none")
    square = scores[:, : len(queries)].masked_fill(is_same_target, _NEVER)
    backward = torch.nn.functional.cross_entropy(square.T, diagonal, reduction="none")
    weights = torch.ones(len(queries)) if trust is None else torch.tensor(trust, dtype=torch.float32)
    return (weights * (forward + _BACKWARD * backward)).sum() / weights.sum()


def trust_of(logits: Sequence[Sequence[float]], *, temperature: float) -> list[float]:
    """Return the teacher's probability of the own target among its candidates: `logits` (n, k), the own one first.

    A generated claim that fits another fact-check better, or none, gets a low weight (soft denoising, cf. RocketQA, Qu et al. 2021,
    section 3.2).
    """
    import torch

    probabilities: list[float] = torch.softmax(torch.tensor(logits, dtype=torch.float32) / temperature, dim=1)[:, 0].tolist()
    return probabilities


def teaching_loss(
    queries: Any, targets: Any, *, candidates: Sequence[Sequence[int]], logits: Sequence[Sequence[float]], scale: float, temperature: float
) -> Any:
    """Return the mean cross-entropy of the encoder's distribution over a few targets with the teacher's.

    `queries` and `targets` (n, dimension) are unit vectors, `candidates` (n, k) the indexes of the targets, `logits` (n, k) the
    teacher's: -Σ softmax(logits / temperature) log softmax(scale * cosines). A cross-encoder teaches on generated claims as in GPL
    (Wang et al. 2022, section 3), by whole distributions (Hinton et al. 2015, section 2) instead of margins: targets that it finds
    as good as the own one are not treated as negatives.
    """
    import torch

    cosines = (queries[:, None] * targets[torch.tensor(candidates)]).sum(dim=2)
    # Whole distributions, so that targets which the teacher finds as good as the pair's own one are no negatives.
    teacher = torch.softmax(torch.tensor(logits, dtype=torch.float32) / temperature, dim=1)
    return -(teacher * torch.log_softmax(cosines * scale, dim=1)).sum(dim=1).mean()
