"""Train the answer scorer: `python -m models.evidence.branch DATA` (the research data's folder; half an hour on one thread).

It has the trunk's first layers, frozen (`app/inference/pairs/branch.py`), and its own last layers and head. It learns which of the
passages found for a claim are its annotators' answers; passages compete within one claim. The claims are those of AVeriTeC's
training part by date that the answerer does not learn from. Training is seeded, and measured on the choice part. Run `python -m
models.evidence.train DATA` after it, since the answerer uses its scores.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from sklearn.metrics import average_precision_score
from torch.nn.functional import binary_cross_entropy_with_logits, softplus

from app.bootstrap import Session
from app.inference.pairs.pair_text import PairTokenizer, PairTokens
from app.paths import models_dir
from app.ports import PairInput
from app.verify.query_projection import load_query_projection
from models.averitec import read_claims
from models.evidence.candidates import RankedPassages, answerer_claims, pool_index, ranked_passages
from models.evidence.export import HEAD, export_branch
from models.training import CACHE
from models.trunk.network import CrossEncoder
from models.trunk.train import start

PASSES, CLAIMS, RATE, HEAD_RATE, SEED = 1.0, 4, 5e-5, 2e-4, 0
"""Passes over the claims (after two and a half it had memorised them), claims per step, learning rates of layers and head."""
_RIGHT, _NEAR, _FURTHER, _WITHIN = 4, 5, 3, 30
"""Per claim: right passages at most, nearest wrong ones, and random others among the nearest `_WITHIN`."""
_SINGLE_WEIGHT = 0.3
"""Weight of the loss of single passages, relative to that of their order."""
_WARM, _LEAST = 50, 0.05
_JUDGED, _BATCH = 24, 64
_LOGIT_WEIGHT = 0.08
"""Weight of a logit relative to nearness when both are summed for a figure. The answerer learns its own weights."""


class PassageScorer:
    """Cross-encoder with one head for answers, and its tokenizer."""

    def __init__(self) -> None:
        self.network: CrossEncoder = start(models_dir() / "trunk" / "model.safetensors", free=False)
        # Relevance is a good start: a passage about the claim mostly answers it.
        self.network.heads[HEAD] = self.network.heads["relevance"]
        del self.network.heads["relevance"], self.network.heads["stance"]
        self._tokenize = PairTokenizer(models_dir() / "trunk" / "tokenizer.json")

    def rows(self, claim: RankedPassages, indexes: Sequence[int]) -> list[PairTokens]:
        """Return the token rows of the claim with its passages at these indexes."""
        return self._tokenize([PairInput(sentence=claim.claim, claim=claim.texts[index]) for index in indexes])

    def logits(self, rows: Sequence[PairTokens], *, parts: int) -> torch.Tensor:
        """Return logits (rows,), computed in `parts` batches of similar length."""
        order = np.argsort([len(tokens) for tokens, _ in rows], kind="stable")
        groups = [group for group in np.array_split(order, parts) if len(group)]
        scores = torch.cat([self.network(*_padded([rows[index] for index in group]), HEAD)[:, 0] for group in groups])
        inverse = np.empty(len(rows), np.int64)
        inverse[np.concatenate(groups)] = np.arange(len(rows))
        return scores[torch.from_numpy(inverse)]


def _padded(rows: Sequence[PairTokens]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return tokens, kinds and mask, (rows, longest) each."""
    longest = max(len(tokens) for tokens, _ in rows)
    padded = torch.zeros(3, len(rows), longest, dtype=torch.long)
    for index, (tokens, kinds) in enumerate(rows):
        padded[:, index, : len(tokens)] = torch.tensor([tokens, kinds, [1] * len(tokens)])
    return padded[0], padded[1], padded[2]


def learn(scorer: PassageScorer, claims: Sequence[RankedPassages]) -> None:
    """Go through the claims, each time in another order."""
    torch.manual_seed(SEED)
    chance = random.Random(SEED)
    claims = [claim for claim in claims if claim.right.any() and not claim.right.all()]
    steps = int(PASSES * len(claims) / CLAIMS)
    network = scorer.network.train()
    layers = [parameter for parameter in network.trunk.parameters() if parameter.requires_grad]
    groups = [{"params": layers, "lr": RATE}, {"params": network.heads[HEAD].parameters(), "lr": HEAD_RATE}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1.0, (step + 1) / _WARM) * max(_LEAST, 1 - step / steps))
    queue: list[RankedPassages] = []
    total = 0.0
    for step in range(1, steps + 1):
        if len(queue) < CLAIMS:
            queue += chance.sample(claims, len(claims))
        batch, queue = queue[:CLAIMS], queue[CLAIMS:]
        loss = _loss(scorer, batch, chance)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        total += float(loss.detach())
        if step % _WARM == 0:
            print(f"{step} of {steps}: {total / _WARM:.3f}", flush=True)
            total = 0.0


def _loss(scorer: PassageScorer, claims: Sequence[RankedPassages], chance: random.Random) -> torch.Tensor:
    """Return the loss of each right passage against all wrong ones of its claim, plus that of each single passage."""
    rows: list[PairTokens] = []
    sizes: list[int] = []
    labels: list[float] = []
    for claim in claims:
        right, wrong = np.flatnonzero(claim.right)[:_RIGHT].tolist(), np.flatnonzero(~claim.right).tolist()
        further = wrong[_NEAR:_WITHIN]
        wrong = wrong[:_NEAR] + chance.sample(further, min(_FURTHER, len(further)))
        rows += scorer.rows(claim, [*right, *wrong])
        sizes.append(len(right) + len(wrong))
        labels += [1.0] * len(right) + [0.0] * len(wrong)
    logits, targets = scorer.logits(rows, parts=3), torch.tensor(labels)
    order = torch.stack(
        [
            softplus(torch.logsumexp(claim_logits[claim_labels == 0], 0) - claim_logits[claim_labels == 1]).mean()
            for claim_logits, claim_labels in zip(torch.split(logits, sizes), torch.split(targets, sizes), strict=True)
        ]
    )
    return order.mean() + _SINGLE_WEIGHT * binary_cross_entropy_with_logits(logits, targets)


def measure(
    scorer: PassageScorer, claims: Sequence[RankedPassages]
) -> tuple[dict[str, float], tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    """Return figures, and all logits with their labels.

    The figures are mean average precision and the share of a claim's answers among five and ten: by nearness, by the network and by
    both, each over the nearest 24.
    """
    rows = [row for claim in claims for row in scorer.rows(claim, range(len(claim.texts))[:_JUDGED])]
    scorer.network.eval()
    with torch.inference_mode():
        logits = scorer.logits(rows, parts=max(1, len(rows) // _BATCH)).numpy().astype(np.float64)
    sizes = [len(claim.texts[:_JUDGED]) for claim in claims]
    read_scores = np.split(logits, np.cumsum(sizes)[:-1])
    near_scores = [claim.nearness[:_JUDGED] for claim in claims]
    sums = [claim + _LOGIT_WEIGHT * logit for claim, logit in zip(near_scores, read_scores, strict=True)]
    orders = {"near": near_scores, "read": read_scores, "both": sums}
    figures = {f"{name}_{key}": value for name, scores in orders.items() for key, value in _figures(claims, scores).items()}
    return figures, (logits, np.concatenate([claim.right[:_JUDGED] for claim in claims]))


def _figures(claims: Sequence[RankedPassages], scores: Sequence[NDArray[np.float64]]) -> dict[str, float]:
    precisions, shares = [], {5: [0.0][:0], 10: [0.0][:0]}
    for claim, claim_scores in zip(claims, scores, strict=True):
        right = claim.right[:_JUDGED]
        if right.any():
            precisions.append(average_precision_score(right, claim_scores))
        for depth, recalls in shares.items():
            recalls.append(min(1.0, right[np.argsort(-claim_scores, kind="stable")][:depth].sum() / claim.answers))
    return {"map": round(float(np.mean(precisions)), 4)} | {
        f"among_{depth}": round(float(np.mean(values)), 4) for depth, values in shares.items()
    }


def train(data: Path) -> None:
    """Train, measure on the choice part, and write the branch's files."""
    claims = read_claims(data)
    session = Session(device="cpu", threads=1)
    leading = load_query_projection(models_dir() / "evidence" / "leading.safetensors")
    held_out = set(answerer_claims(claims.parts))
    with pool_index(session, claims.all) as index:
        learnt = [row for row in claims.parts.train if row not in held_out]
        training, choice = (
            list(ranked_passages(claims.all, indexes, session=session, index=index, leading=leading))
            for indexes in (learnt, claims.parts.choice)
        )
    scorer = PassageScorer()
    learn(scorer, training)
    CACHE.mkdir(parents=True, exist_ok=True)
    torch.save(scorer.network.state_dict(), CACHE / "evidence-branch.pt")
    figures, (logits, right) = measure(scorer, choice)
    print(figures)
    export_branch(scorer.network, logits=logits, right=right)


if __name__ == "__main__":
    train(Path(sys.argv[1]))
