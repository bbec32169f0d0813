"""Train the cross-encoder over MPNet: `python -m models.trunk.mpnet.train BASE DATASETS RUN [--stop-after MINUTES]`.

BASE is the folder of the base weights, DATASETS the output of `models.trunk.mpnet.dataset`, RUN the folder of this training. The
first call writes RUN/plan.json. Later calls read it and resume from the latest checkpoint; the weights are exactly those of an
unbroken training (same threads, same processor). It stops at its last step, after the given minutes, or on SIGTERM, with a
checkpoint.

A step learns from a batch of stance pairs, a batch of relevance groups and at intervals a batch of slots.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import FrameType

import torch
from torch import nn

from models.training import write_json
from models.trunk.losses import Item, relevance_loss, stance_loss
from models.trunk.mpnet import checkpoint, delta
from models.trunk.mpnet.base import check
from models.trunk.mpnet.network import MpnetCrossEncoder, load_base, trained
from models.trunk.mpnet.order import BatchOrder
from models.trunk.mpnet.pair_set import PairSet
from models.trunk.mpnet.slots import slots_loss
from models.trunk.mpnet.sources import sources

LINE = 20
"""Steps between two lines of the log."""
SAVE_SECONDS = 600.0
RELEVANCE = {"told": 6000, "written": 2000, "snopes": 1500}
"""Groups of a source in an epoch, if they are not all of them once."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings of a run.

    `rate` is the learning rate of the layers (the heads' is `heads_rate`): it rises over `warm` steps, is constant, and falls to
    zero over the last `cool` of `steps`. The first `frozen` layers are not trained. `stance`, `relevance` and `slots` are the
    groups of a batch; slots come every `slots_every` steps. Every `kept` steps a checkpoint is kept.
    """

    steps: int = 12_000
    rate: float = 3e-5
    heads_rate: float = 3e-4
    warm: int = 300
    cool: int = 2_000
    frozen: int = 6
    stance: int = 24
    relevance: int = 2
    slots: int = 12
    slots_every: int = 4
    smoothing: float = 0.02
    half: bool = True
    threads: int = 2
    seed: int = 1
    kept: int = 1_000


Loss = Callable[[MpnetCrossEncoder, list[Item]], torch.Tensor]


@dataclass(frozen=True, slots=True)
class Task:
    """Batches and loss of a head. It takes part in every `every`-th step."""

    name: str
    batches: BatchOrder
    loss: Loss
    every: int = 1


def tasks(datasets: Path, plan: Plan) -> list[Task]:
    """Return the tasks over the training sets in this folder."""
    quotas = {name: source.rows for name, source in sources().items()}

    def order(name: str, size: int, amounts: Mapping[str, int], seed: int) -> BatchOrder:
        return BatchOrder(PairSet.load(datasets / f"{name}-train.npz"), amounts, size=size, seed=seed)

    return [
        Task("stance", order("stance", plan.stance, quotas, plan.seed), lambda *about: stance_loss(*about, smoothing=plan.smoothing)),
        Task("relevance", order("relevance", plan.relevance, RELEVANCE, plan.seed + 1), relevance_loss),
        Task("slots", order("slots", plan.slots, {}, plan.seed + 2), slots_loss, plan.slots_every),
    ]


def share_of_rate(step: int, plan: Plan) -> float:
    """Return the part of the learning rate that a step has."""
    return min(1.0, (step + 1) / max(1, plan.warm), max(0, plan.steps - step) / max(1, plan.cool))


class Trainer:
    """A run with its network, optimiser and step. `folder` receives checkpoints and the log; `copies` receives copies."""

    def __init__(self, model: MpnetCrossEncoder, learnt: list[Task], plan: Plan, folder: Path, *, copies: Path | None = None) -> None:
        self._model = model
        self._tasks = learnt
        self._plan = plan
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._copies = copies
        self._parameters = trained(model)
        self._rates = (plan.rate, plan.heads_rate)
        of_heads = [name.startswith("heads.") for name in self._parameters]
        groups = [[p for p, head in zip(self._parameters.values(), of_heads, strict=True) if head is of_head] for of_head in (False, True)]
        self._optimiser = torch.optim.AdamW([{"params": group} for group in groups], lr=plan.rate, weight_decay=0.01)
        self.step = checkpoint.load(folder, self._parameters, self._optimiser)
        self._stopped = False

    def stop(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        """Stop after the step that is being computed."""
        self._stopped = True

    def run(self, *, last: int | None = None, until: float = float("inf")) -> None:
        """Learn until the step `last` (None: the plan's), `stop` or the time `until` of time.monotonic()."""
        last = self._plan.steps if last is None else min(last, self._plan.steps)
        self._model.train()
        started = saved = time.monotonic()
        losses: list[dict[str, float]] = []
        while self.step < last and not self._stopped and time.monotonic() < until:
            losses.append(self._learn())
            self.step += 1
            if self.step % LINE == 0:
                self._log(losses, time.monotonic() - started)
                losses, started = [], time.monotonic()
            if self.step % self._plan.kept == 0:
                checkpoint.keep(self._folder, self._parameters, self.step)
            if time.monotonic() - saved >= SAVE_SECONDS:
                self._save()
                saved = time.monotonic()
        self._save()

    def _learn(self) -> dict[str, float]:
        """Run one step and return its losses. Dropout is seeded by the step, so it is the same after a restart."""
        torch.manual_seed(self._plan.seed * 1_000_003 + self.step)
        for group, rate in zip(self._optimiser.param_groups, self._rates, strict=True):
            group["lr"] = rate * share_of_rate(self.step, self._plan)
        self._optimiser.zero_grad()
        losses = {}
        for task in self._tasks:
            if self.step % task.every == 0:
                with self._precision():
                    loss = task.loss(self._model, task.batches.batch(self.step // task.every))
                loss.backward()  # type: ignore[no-untyped-call]
                losses[task.name] = float(loss.detach())
        nn.utils.clip_grad_norm_(self._parameters.values(), 1.0)
        self._optimiser.step()
        return losses

    def _precision(self) -> AbstractContextManager[object]:
        return torch.autocast("cpu", dtype=torch.bfloat16) if self._plan.half else nullcontext()

    def _log(self, losses: list[dict[str, float]], seconds: float) -> None:
        means = {task.name: [loss[task.name] for loss in losses if task.name in loss] for task in self._tasks}
        line = {"step": self.step, "seconds": round(seconds, 1), "processor": round(time.process_time()), "load": os.getloadavg()[0]}
        line |= {name: round(sum(values) / len(values), 4) for name, values in means.items() if values}
        with (self._folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def _save(self) -> None:
        checkpoint.save(self._folder, self._parameters, self._optimiser, self.step)
        if self._copies is not None:
            checkpoint.mirror(self._folder, self._copies)


def read_plan(folder: Path, changes: Mapping[str, object]) -> Plan:
    """Return the plan of a run, with these fields changed, and write it down. A plan that has begun keeps all but its steps."""
    path = folder / "plan.json"
    started = path.is_file()
    if started and not changes.keys() <= {"steps", "cool"}:
        raise ValueError(f"{folder} has begun with another plan; only its steps can change.")
    written = json.loads(path.read_text(encoding="utf-8")) if started else {}
    plan = Plan(**{**written, **changes})
    folder.mkdir(parents=True, exist_ok=True)
    write_json(path, asdict(plan))
    return plan


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser()
    parser.add_argument("base", type=Path)
    parser.add_argument("datasets", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--start", type=Path, help="a delta (models.trunk.mpnet.delta) that a new run begins with")
    parser.add_argument("--copies", type=Path, help="a second folder for the latest state")
    parser.add_argument("--stop-after", type=float, default=float("inf"), metavar="MINUTES")
    parser.add_argument("--stop-at", type=int, metavar="STEP")
    for field in fields(Plan):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=json.loads, help=f"field of the plan, {field.default}")
    arguments = vars(parser.parse_args())
    changes = {field.name: arguments[field.name] for field in fields(Plan) if arguments[field.name] is not None}
    until = time.monotonic() + 60 * arguments["stop_after"]
    check(arguments["base"])
    plan = read_plan(arguments["run"], changes)
    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    model = load_base(arguments["base"], frozen=plan.frozen)
    if arguments["start"] is not None:
        delta.apply(arguments["start"], trained(model))
    trainer = Trainer(model, tasks(arguments["datasets"], plan), plan, arguments["run"], copies=arguments["copies"])
    signal.signal(signal.SIGTERM, trainer.stop)
    trainer.run(last=arguments["stop_at"], until=until)


if __name__ == "__main__":
    main()
