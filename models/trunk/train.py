"""Trains the cross-encoder: `python -m models.trunk.train DATA [--start FOLDER-OR-CHECKPOINT]` (the research data's folder).

One step learns from some groups of relevance (is the fact-check about what was said? cross-entropy over the group and binary
cross-entropy of each pair) and from some stance pairs. Starts from the fine-tuned encoder's layers in build/training/encoder, or goes
on from a checkpoint (a file): a run from the encoder and one from its checkpoint with another seed made the shipped weights.
Nothing of the seven annotated debates is learnt from (see models/examples/guard.py), nor every sixth training debate.
Writes build/training/trunk/checkpoint.safetensors; `python -m models.trunk.calibrate` and `.export` make the shipped files of it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import nn
from transformers import BertConfig

from app.inference.pairs.pair_text import PairTokenizer, PairTokens
from app.paths import models_dir
from app.ports import PairInput
from models.examples.groups import Group
from models.examples.licences import NON_COMMERCIAL_HELP, NON_COMMERCIAL_STANCES
from models.examples.polarity import StancePair
from models.trunk.data import Material, balanced, stance_rows
from models.trunk.network import CrossEncoder, empty

ENCODER = Path("build") / "training" / "encoder"
OUT = Path("build") / "training" / "trunk"
RATE, HEAD_RATE, WARM = 6e-5, 5e-4, 0.06
FROZEN = 2
"""Layers that stay as they are: a fifth of the work saved."""
WINDOW = 48
"""Groups or pairs of like length go together, among so many batches."""


def start(source: Path) -> CrossEncoder:
    """A checkpoint (a file) or the layers of the encoder in a folder; word vectors and the first layers stay as they are."""
    model = empty(BertConfig.from_pretrained(models_dir() / "encoder", attention_probs_dropout_prob=0.0))
    if source.is_file():
        model.load_state_dict(load_file(source))
    else:
        model.trunk.bert.load_state_dict(load_file(source / "model.safetensors"))
    for part in (model.trunk.bert.embeddings, *model.trunk.bert.encoder.layer[:FROZEN]):
        for parameter in part.parameters():
            parameter.requires_grad = False
    return model


def tensors(rows: Sequence[PairTokens]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Token numbers, kinds and mask, padded to the longest row."""
    longest = max(len(tokens) for tokens, _ in rows)
    ids, kinds, mask = (np.zeros((len(rows), longest), np.int64) for _ in range(3))
    for row, (tokens, parts) in enumerate(rows):
        ids[row, : len(tokens)], kinds[row, : len(tokens)], mask[row, : len(tokens)] = tokens, parts, 1
    return torch.from_numpy(ids), torch.from_numpy(kinds), torch.from_numpy(mask)


class Batches:
    """Endless batches of `size` items of like length, in an order that the seed fixes."""

    def __init__(self, items: Sequence[tuple[Sequence[PairTokens], Sequence[int]]], size: int, *, seed: int) -> None:
        self._items = items
        self._size = size
        self._chooser = np.random.default_rng(seed)

    def __iter__(self) -> Iterator[list[tuple[Sequence[PairTokens], Sequence[int]]]]:
        while True:
            order = self._chooser.permutation(len(self._items))
            for low in range(0, len(order), self._size * WINDOW):
                window = sorted(order[low : low + self._size * WINDOW], key=lambda place: max(len(row[0]) for row in self._items[place][0]))
                chunks = [window[at : at + self._size] for at in range(0, len(window), self._size)]
                for chunk in self._chooser.permutation(len(chunks)):
                    yield [self._items[place] for place in chunks[chunk]]


def relevance_loss(model: CrossEncoder, batch: list[tuple[Sequence[PairTokens], Sequence[int]]]) -> torch.Tensor:
    """Over each group with a match the cross-entropy of the match; over all pairs binary cross-entropy."""
    logits = model(*tensors([row for rows, _ in batch for row in rows]), "relevance").squeeze(1)
    labels = torch.tensor([label for _, labels in batch for label in labels], dtype=torch.float32)
    pairwise = nn.functional.binary_cross_entropy_with_logits(logits, labels)
    grouped, at = [], 0
    for _, own in batch:
        if own[0] == 1 and len(own) > 1:
            grouped.append(-torch.log_softmax(logits[at : at + len(own)], dim=0)[0])
        at += len(own)
    return pairwise + (0.5 * torch.stack(grouped).mean() if grouped else 0.0)


def stance_loss(model: CrossEncoder, batch: list[tuple[Sequence[PairTokens], Sequence[int]]]) -> torch.Tensor:
    """Cross-entropy; where only "not support" is known (label 3), of the sum of the other two."""
    logits = model(*tensors([rows[0] for rows, _ in batch]), "stance")
    labels = torch.tensor([labels[0] for _, labels in batch])
    logs = torch.log_softmax(logits, dim=1)
    either = torch.logsumexp(logs[:, 1:], dim=1, keepdim=True)
    chosen: torch.Tensor = torch.cat([logs, either], dim=1).gather(1, labels[:, None])
    return -chosen.mean()


def tokenised_groups(groups: Sequence[Group], tokenize: PairTokenizer) -> list[tuple[Sequence[PairTokens], Sequence[int]]]:
    """Groups as token rows with labels."""
    return [(tokenize(group.pairs), group.labels) for group in groups]


def tokenised_stances(pairs: Sequence[StancePair], tokenize: PairTokenizer) -> list[tuple[Sequence[PairTokens], Sequence[int]]]:
    """Stance pairs as token rows with labels: the premise is the claim, the hypothesis the sentence."""
    rows = tokenize([PairInput(sentence=pair.hypothesis, claim=pair.premise) for pair in pairs])
    return [([row], [pair.label]) for row, pair in zip(rows, pairs, strict=True)]


@dataclass(frozen=True, slots=True)
class Plan:
    """How long to learn: `steps`, of so many groups each; the stance pairs are gone through `passes` times in all."""

    steps: int
    groups: int
    passes: float
    seed: int
    threads: int
    open_only: bool = False


def train(data: Path, source: Path, plan: Plan) -> None:
    """Groups of relevance, with stance pairs beside them."""
    torch.manual_seed(plan.seed)
    torch.set_num_threads(plan.threads)
    material = Material(data, open_only=plan.open_only)
    tokenize = PairTokenizer(models_dir() / "encoder" / "tokenizer.json")
    groups = tokenised_groups(material.groups(seed=plan.seed), tokenize)
    left_out = NON_COMMERCIAL_STANCES if plan.open_only else frozenset()
    published = [pair for pair in stance_rows(data / "stance" / "pairs.jsonl.gz")["train"] if pair.source not in left_out]
    stances = tokenised_stances(balanced([*published, *material.made_stances(seed=plan.seed)], seed=plan.seed), tokenize)
    beside = max(8, round(plan.passes * len(stances) / plan.steps))
    print(f"{len(groups)} groups, {len(stances)} stance pairs, {plan.steps} steps, {beside} stance pairs a step", flush=True)
    relevance, stance = Batches(groups, plan.groups, seed=2 * plan.seed + 1), Batches(stances, beside, seed=2 * plan.seed + 2)
    _fit(start(source), iter(relevance), iter(stance), plan.steps)


def _fit(
    model: CrossEncoder,
    groups: Iterator[list[tuple[Sequence[PairTokens], Sequence[int]]]],
    stances: Iterator[list[tuple[Sequence[PairTokens], Sequence[int]]]],
    steps: int,
) -> None:
    body = [parameter for parameter in model.trunk.parameters() if parameter.requires_grad]
    heads = list(model.heads.parameters())
    optimiser = torch.optim.AdamW([{"params": body, "lr": RATE}, {"params": heads, "lr": HEAD_RATE}], weight_decay=0.01)
    warm = WARM * steps
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1.0, (step + 1) / warm) * max(0.02, 1 - step / steps))
    model.train()
    started, losses = time.time(), np.zeros((steps, 2))
    for step in range(steps):
        optimiser.zero_grad()
        tasks: list[Callable[[], torch.Tensor]] = [
            lambda: relevance_loss(model, next(groups)),
            lambda: stance_loss(model, next(stances)),
        ]
        for column, task in enumerate(tasks):
            loss = task()
            loss.backward()  # type: ignore[no-untyped-call]
            losses[step, column] = float(loss.detach())
        nn.utils.clip_grad_norm_(body + heads, 1.0)
        optimiser.step()
        schedule.step()
        if step % 20 == 19:
            print(f"{step + 1}/{steps} {time.time() - started:.0f} s {losses[step - 19 : step + 1].mean(axis=0).round(3)}", flush=True)
        if step % 100 == 99 or step == steps - 1:
            OUT.mkdir(parents=True, exist_ok=True)
            save_file(model.state_dict(), OUT / "checkpoint.safetensors")


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--start", type=Path, default=ENCODER)
    parser.add_argument("--steps", type=int, default=850)
    parser.add_argument("--groups", type=int, default=8)
    parser.add_argument("--passes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--open-only", action="store_true", help=NON_COMMERCIAL_HELP)
    told = parser.parse_args()
    train(told.data, told.start, Plan(told.steps, told.groups, told.passes, told.seed, told.threads, told.open_only))


if __name__ == "__main__":
    main()
