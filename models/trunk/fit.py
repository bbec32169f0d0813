"""Training loop of the cross-encoder: batches of similar length, two tasks in each step, checkpoints on the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import nn

from models.trunk.losses import Item, relevance_loss, stance_loss
from models.trunk.network import CrossEncoder

OUT = Path("build") / "training" / "trunk"
HEADS_FASTER, WARM, LAST_RATE = 8.0, 0.06, 0.02
WINDOW = 48
"""Number of batches within which groups or pairs are sorted by length."""
LOG_STEPS, SAVE_STEPS = 20, 100
"""Steps between two lines of output and between two checkpoints."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings of a training run.

    There are `steps` steps with `groups` groups each. The stance pairs are used `passes` times in all. `rate` is the highest
    learning rate of the layers; the heads' is eight times that. `free` also trains the first layers. `half` computes in
    bfloat16 where that is precise enough. `keep` is the weight of the starting network's own relevance, `smoothing` that of
    stance labels. `minimal` is the number of minimal pairs among the generated ones, `wrapped` that of published pairs with a
    changed hypothesis. `written` and `told` repeat the hand-written pairs and texts. `apart` saves the checkpoints of all
    steps. `untested` leaves out the data on which adapting is tested.
    """

    steps: int
    groups: int
    passes: float
    seed: int
    threads: int
    open_only: bool = False
    rate: float = 6e-5
    free: bool = False
    half: bool = False
    keep: float = 0.0
    smoothing: float = 0.0
    minimal: int = 0
    wrapped: int = 0
    written: int = 0
    told: int = 0
    apart: bool = False
    untested: bool = False


class Batches:
    """Endless batches of `size` items of similar length, in an order fixed by the seed."""

    def __init__(self, items: Sequence[Item], size: int, *, seed: int) -> None:
        self._items = items
        self._size = size
        self._chooser = np.random.default_rng(seed)

    def __iter__(self) -> Iterator[list[Item]]:
        while True:
            order = self._chooser.permutation(len(self._items))
            for low in range(0, len(order), self._size * WINDOW):
                window = sorted(order[low : low + self._size * WINDOW], key=lambda index: max(len(row[0]) for row in self._items[index][0]))
                chunks = [window[offset : offset + self._size] for offset in range(0, len(window), self._size)]
                for chunk in self._chooser.permutation(len(chunks)):
                    yield [self._items[index] for index in chunks[chunk]]


def fit(model: CrossEncoder, teacher: CrossEncoder | None, groups: Iterator[list[Item]], stances: Iterator[list[Item]], plan: Plan) -> None:
    """Run all steps, save checkpoints on the way, and print the losses."""
    body = [parameter for parameter in model.trunk.parameters() if parameter.requires_grad]
    heads = list(model.heads.parameters())
    rates = [{"params": body, "lr": plan.rate}, {"params": heads, "lr": plan.rate * HEADS_FASTER}]
    optimiser = torch.optim.AdamW(rates, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: share_of_rate(step, plan.steps))
    model.train()
    started, losses = time.time(), np.zeros((plan.steps, 2))
    for step in range(plan.steps):
        optimiser.zero_grad()
        tasks: list[Callable[[], torch.Tensor]] = [
            lambda: relevance_loss(model, next(groups), teacher=teacher, keep=plan.keep),
            lambda: stance_loss(model, next(stances), smoothing=plan.smoothing),
        ]
        for column, task in enumerate(tasks):
            with _precision(plan):
                loss = task()
            loss.backward()  # type: ignore[no-untyped-call]
            losses[step, column] = float(loss.detach())
        nn.utils.clip_grad_norm_(body + heads, 1.0)
        optimiser.step()
        schedule.step()
        if step % LOG_STEPS == LOG_STEPS - 1:
            print(
                f"{step + 1}/{plan.steps} {time.time() - started:.0f} s {losses[step - LOG_STEPS + 1 : step + 1].mean(axis=0).round(3)}",
                flush=True,
            )
        if step % SAVE_STEPS == SAVE_STEPS - 1 or step == plan.steps - 1:
            _save(model, step + 1, apart=plan.apart)


def share_of_rate(step: int, steps: int) -> float:
    """Return the share of the highest rate: a linear rise, then a fall to nearly zero."""
    return min(1.0, (step + 1) / (WARM * steps)) * max(LAST_RATE, 1 - step / steps)


def _precision(plan: Plan) -> AbstractContextManager[object]:
    return torch.autocast("cpu", dtype=torch.bfloat16) if plan.half else nullcontext()


def _save(model: CrossEncoder, step: int, *, apart: bool) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name in ("checkpoint", f"step-{step:05d}") if apart else ("checkpoint",):
        save_file(model.state_dict(), OUT / f"{name}.safetensors")
