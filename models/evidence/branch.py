"""Trains the answer scorer: `python -m models.evidence.branch DATA` (the research data's folder; half an hour on one thread).

The last layers and a head of their own over the trunk's first layers, which stay as they are (`app/inference/pairs/branch.py`), learn
which of the passages that the search finds for a claim are its annotators' answers: claims of AVeriTeC's training part by date without
those that the answerer learns from, one claim's passages against one another. Seeded; measured on the part for choosing. Run
`python -m models.evidence.train DATA` after it, since the answerer sees what it says.
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
from models.evidence.candidates import Offered, answerer_claims, offered, pool_index
from models.evidence.export import HEAD, export_branch
from models.training import CACHE
from models.trunk.network import CrossEncoder
from models.trunk.train import start

PASSES, CLAIMS, RATE, HEAD_RATE, SEED = 1.0, 4, 5e-5, 2e-4, 0
"""Passes over the claims (after two and a half it knew them by heart), claims a step, learning rates of layers and head."""
_RIGHT, _NEAR, _FURTHER, _WITHIN = 4, 5, 3, 30
"""Of a claim at most so many right passages, the nearest wrong ones, and others of the nearest `_WITHIN`, by chance."""
_EACH = 0.3
"""How much each passage by itself counts beside the order of a claim's passages."""
_WARM, _LEAST = 50, 0.05
_JUDGED, _BATCH = 24, 64
_OF_READING = 0.08
"""How much a logit counts beside nearness where the two order together; the answerer weighs them itself."""


class Reading:
    """The network with what makes its rows."""

    def __init__(self) -> None:
        self.network: CrossEncoder = start(models_dir() / "trunk" / "model.safetensors", free=False)
        self.network.heads[HEAD] = self.network.heads["relevance"]  # what is about a claim answers it more often than not
        del self.network.heads["relevance"], self.network.heads["stance"]
        self._tokenize = PairTokenizer(models_dir() / "trunk" / "tokenizer.json")

    def rows(self, one: Offered, places: Sequence[int]) -> list[PairTokens]:
        """The claim with its passages at these places."""
        return self._tokenize([PairInput(sentence=one.claim, claim=one.texts[place]) for place in places])

    def logits(self, rows: Sequence[PairTokens], *, parts: int) -> torch.Tensor:
        """(rows,), computed in so many batches of like length."""
        order = np.argsort([len(tokens) for tokens, _ in rows], kind="stable")
        groups = [group for group in np.array_split(order, parts) if len(group)]
        found = torch.cat([self.network(*_padded([rows[place] for place in group]), HEAD)[:, 0] for group in groups])
        back = np.empty(len(rows), np.int64)
        back[np.concatenate(groups)] = np.arange(len(rows))
        return found[torch.from_numpy(back)]


def _padded(rows: Sequence[PairTokens]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Tokens, kinds and mask, (rows, longest) each."""
    longest = max(len(tokens) for tokens, _ in rows)
    made = torch.zeros(3, len(rows), longest, dtype=torch.long)
    for place, (tokens, kinds) in enumerate(rows):
        made[:, place, : len(tokens)] = torch.tensor([tokens, kinds, [1] * len(tokens)])
    return made[0], made[1], made[2]


def learn(reading: Reading, claims: Sequence[Offered]) -> None:
    """Go through the claims, each time in another order."""
    torch.manual_seed(SEED)
    chance = random.Random(SEED)
    claims = [one for one in claims if one.right.any() and not one.right.all()]
    steps = int(PASSES * len(claims) / CLAIMS)
    network = reading.network.train()
    layers = [parameter for parameter in network.trunk.parameters() if parameter.requires_grad]
    groups = [{"params": layers, "lr": RATE}, {"params": network.heads[HEAD].parameters(), "lr": HEAD_RATE}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1.0, (step + 1) / _WARM) * max(_LEAST, 1 - step / steps))
    waiting: list[Offered] = []
    total = 0.0
    for step in range(1, steps + 1):
        if len(waiting) < CLAIMS:
            waiting += chance.sample(claims, len(claims))
        taken, waiting = waiting[:CLAIMS], waiting[CLAIMS:]
        loss = _loss(reading, taken, chance)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        total += float(loss.detach())
        if step % _WARM == 0:
            print(f"{step} of {steps}: {total / _WARM:.3f}", flush=True)
            total = 0.0


def _loss(reading: Reading, taken: Sequence[Offered], chance: random.Random) -> torch.Tensor:
    """Of each claim's right passages against all wrong ones together, and of each passage by itself."""
    rows: list[PairTokens] = []
    sizes: list[int] = []
    labels: list[float] = []
    for one in taken:
        right, wrong = np.flatnonzero(one.right)[:_RIGHT].tolist(), np.flatnonzero(~one.right).tolist()
        further = wrong[_NEAR:_WITHIN]
        wrong = wrong[:_NEAR] + chance.sample(further, min(_FURTHER, len(further)))
        rows += reading.rows(one, [*right, *wrong])
        sizes.append(len(right) + len(wrong))
        labels += [1.0] * len(right) + [0.0] * len(wrong)
    said, wanted = reading.logits(rows, parts=3), torch.tensor(labels)
    order = torch.stack(
        [
            softplus(torch.logsumexp(own[truth == 0], 0) - own[truth == 1]).mean()
            for own, truth in zip(torch.split(said, sizes), torch.split(wanted, sizes), strict=True)
        ]
    )
    return order.mean() + _EACH * binary_cross_entropy_with_logits(said, wanted)


def measured(reading: Reading, claims: Sequence[Offered]) -> tuple[dict[str, float], tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    """Mean average precision and the share of a claim's answers among five and ten, by nearness, by the network and by both, each over the
    nearest 24; and all logits with their labels."""
    rows = [row for one in claims for row in reading.rows(one, range(len(one.texts))[:_JUDGED])]
    reading.network.eval()
    with torch.inference_mode():
        said = reading.logits(rows, parts=max(1, len(rows) // _BATCH)).numpy().astype(np.float64)
    sizes = [len(one.texts[:_JUDGED]) for one in claims]
    each = np.split(said, np.cumsum(sizes)[:-1])
    near = [one.near[:_JUDGED] for one in claims]
    both = [one + _OF_READING * own for one, own in zip(near, each, strict=True)]
    orders = {"near": near, "read": each, "both": both}
    figures = {f"{name}_{key}": value for name, found in orders.items() for key, value in _figures(claims, found).items()}
    return figures, (said, np.concatenate([one.right[:_JUDGED] for one in claims]))


def _figures(claims: Sequence[Offered], scores: Sequence[NDArray[np.float64]]) -> dict[str, float]:
    precisions, shares = [], {5: [0.0][:0], 10: [0.0][:0]}
    for one, own in zip(claims, scores, strict=True):
        right = one.right[:_JUDGED]
        if right.any():
            precisions.append(average_precision_score(right, own))
        for most, found in shares.items():
            found.append(min(1.0, right[np.argsort(-own, kind="stable")][:most].sum() / one.answers))
    return {"map": round(float(np.mean(precisions)), 4)} | {f"among_{most}": round(float(np.mean(of)), 4) for most, of in shares.items()}


def train(data: Path) -> None:
    """Learn, measure on the part for choosing, and write the branch's files."""
    claims = read_claims(data)
    session = Session(device="cpu", threads=1)
    leading = load_query_projection(models_dir() / "evidence" / "leading.safetensors")
    kept_back = set(answerer_claims(claims.parts))
    with pool_index(session, claims.all) as index:
        learnt = [place for place in claims.parts.train if place not in kept_back]
        first, other = (
            list(offered(claims.all, places, session=session, index=index, leading=leading)) for places in (learnt, claims.parts.choice)
        )
    reading = Reading()
    learn(reading, first)
    CACHE.mkdir(parents=True, exist_ok=True)
    torch.save(reading.network.state_dict(), CACHE / "evidence-branch.pt")
    figures, (said, right) = measured(reading, other)
    print(figures)
    export_branch(reading.network, said=said, right=right)


if __name__ == "__main__":
    train(Path(sys.argv[1]))
