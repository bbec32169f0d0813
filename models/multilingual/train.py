"""Train the multilingual student: `python -m models.multilingual.train DATA` (the research data's folder).

This is knowledge distillation over parallel text (Reimers and Gurevych 2020, section 2): the target of a foreign sentence and of
its English side is the teacher's vector of the English side; the teacher is the claim encoder. The loss is their cosine distance
plus multiple-negatives ranking over the batch (Henderson et al. 2017, section 4). Run `.collect`, `.teacher DATA` and `.examples
DATA` first, `.export` after it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from models.multilingual.develop import Development
from models.multilingual.examples import counted, epoch_order, example_features, read_examples, table_codes
from models.multilingual.features import FeatureRows
from models.multilingual.neighbours import Neighbours
from models.multilingual.network import Head, Table
from models.multilingual.teacher import KEPT, Teacher

OUT = KEPT.parent / "student"
NEAR = ("parallel", "sentences")
_TEXTS_AT_ONCE = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Part of the training. Two English texts with a cosine above `duplicate` are no negatives of each other."""

    table_rate: float
    head_rate: float
    scale: float
    ranking: float
    duplicate: float
    near: float
    """Share of the batches that consist of neighbours: texts with similar English sides."""


FIRST = Stage(table_rate=0.015, head_rate=1e-3, scale=20.0, ranking=0.15, duplicate=0.92, near=0.0)
SECOND = Stage(table_rate=0.004, head_rate=5e-4, scale=30.0, ranking=0.5, duplicate=0.97, near=0.6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Settings of the training. Steps count batches, minutes limit a part (0: no limit). `dropped` is the share of a text's
    features that a step omits."""

    rows: int = 320_000
    width: int = 256
    hidden: int = 512
    batch: int = 1024
    first_steps: int = 753
    second_steps: int = 1000
    first_minutes: float = 0.0
    second_minutes: float = 0.0
    dropped: float = 0.0
    seed: int = 0


class Training:
    """Training run: the examples, their features, the table and the head."""

    def __init__(self, data: Path, plan: Plan, *, resumed: bool) -> None:
        self._plan = plan
        self._teacher = Teacher(threads=1)
        examples = read_examples()
        self._sources = np.array([example.source for example in examples])
        print(counted(self._sources), flush=True)
        features = example_features(examples)
        self._targets = self._teacher.rows([example.english for example in examples])
        saved = load_file(OUT / "model.safetensors") if resumed else {}
        self.codes = saved["codes"].astype(np.int64) if resumed else table_codes(features, self._sources, rows=plan.rows)
        self._features = features.known(self.codes)
        print(f"{len(self.codes)} features, {len(self._features.codes) / len(examples):.0f} a text", flush=True)
        torch.manual_seed(plan.seed)
        self._chooser = np.random.default_rng(plan.seed)
        self._development = Development(data, self._teacher)
        if resumed:
            self.head = Head(saved["last.weight"].T, hidden=plan.hidden)
            self.head.load_state_dict({name: torch.from_numpy(values) for name, values in saved.items() if name not in {"codes", "table"}})
            self._values = saved["table"]
        else:
            mean, projection = _principal(self._teacher.vectors[np.unique(self._targets)].astype(np.float32), plan.width)
            self.head = Head(projection, hidden=plan.hidden)
            self._values = _mean_of_texts(self._features, self._teacher.vectors[self._targets], mean, projection, len(self.codes))

    def run(self, stage: Stage, *, steps: int, minutes: float, seed: int) -> None:
        """Run the steps with rates that fall to zero, and measure on the development parts from time to time."""
        self.table = Table(self._values, rate=stage.table_rate)
        self._optimiser = torch.optim.Adam(self.head.parameters(), lr=stage.head_rate)
        batches = self._batches(stage, np.random.default_rng(seed))
        begun, losses = time.monotonic(), []
        for step in range(steps):
            if step % 250 == 0:
                self._measure_and_save()
            used_share = (time.monotonic() - begun) / 60 / minutes if minutes else 0.0
            share = 1.0 - max(step / steps, used_share)
            if share <= 0:
                break
            losses.append(self._step(next(batches), stage, max(0.02, share)))
            if (step + 1) % 100 == 0:
                print(f"step {step + 1} of {steps}, {time.monotonic() - begun:.0f} s, loss {np.mean(losses[-100:]):.4f}", flush=True)
        self._measure_and_save()

    def _measure_and_save(self) -> None:
        print({name: round(value, 4) for name, value in self.measure().items()}, flush=True)
        self.save()

    def _batches(self, stage: Stage, chooser: np.random.Generator) -> Iterator[NDArray[np.int64]]:
        """Yield batches of examples by their source's weight, mixed with batches of neighbouring whole sentences."""
        neighbours = Neighbours(self._teacher.vectors, self._targets, np.flatnonzero(np.isin(self._sources, NEAR))) if stage.near else None
        while True:
            order = epoch_order(self._sources, chooser)
            for offset in range(0, len(order) - self._plan.batch + 1, self._plan.batch):
                while neighbours is not None and chooser.random() < stage.near:
                    yield neighbours.batch(self._plan.batch, chooser)
                yield order[offset : offset + self._plan.batch]

    def measure(self) -> dict[str, float]:
        """Return accuracy@1 on the development parts."""
        return self._development.measure(self.encode)

    def encode(self, features: FeatureRows) -> NDArray[np.float32]:
        """Return unit vectors by the present student. `features` are by code."""
        with torch.inference_mode():
            return np.asarray(self.head(self.table.pool(features.known(self.codes))[0]).numpy(), np.float32)

    def _step(self, row_numbers: NDArray[np.int64], stage: Stage, share: float) -> float:
        for group in self._optimiser.param_groups:
            group["lr"] = stage.head_rate * share
        features = self._features.take(row_numbers).thinned(self._plan.dropped, self._chooser)
        pooled, leaf, numbers = self.table.pool(features)
        vectors = self.head(pooled)
        targets = torch.from_numpy(self._teacher.vectors[self._targets[row_numbers]].astype(np.float32))
        loss = _loss(vectors, targets, stage)
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimiser.step()
        self.table.step(leaf, numbers, share)
        return float(loss.detach())

    def save(self) -> None:
        """Write the student as float32 tensors, with the plan."""
        OUT.mkdir(parents=True, exist_ok=True)
        tensors = {name: tensor.detach().numpy() for name, tensor in self.head.state_dict().items()}
        tensors |= {"codes": self.codes.astype(np.uint32), "table": self.table.values}
        save_file(tensors, OUT / "model.safetensors")
        about = {
            "plan": asdict(self._plan),
            "stages": [asdict(FIRST), asdict(SECOND)],
            "teacher": self._teacher.artefact,
            "examples": counted(self._sources),
        }
        (OUT / "plan.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def _loss(vectors: torch.Tensor, targets: torch.Tensor, stage: Stage) -> torch.Tensor:
    """Return the cosine distance plus the cross entropy of the right vector in the batch."""
    distance = (1 - (vectors * targets).sum(1)).mean()
    same_text = (targets @ targets.T > stage.duplicate) & ~torch.eye(len(targets), dtype=torch.bool)
    scores = (vectors @ targets.T * stage.scale).masked_fill(same_text, -1e4)
    return distance + stage.ranking * torch.nn.functional.cross_entropy(scores, torch.arange(len(targets)))


def _principal(vectors: NDArray[np.float32], width: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the mean (dimension,) and the first principal components (width, dimension)."""
    mean = vectors.mean(axis=0)
    values, axes = np.linalg.eigh(np.cov((vectors - mean).T))
    return mean, axes[:, np.argsort(-values)[:width]].T.astype(np.float32)


def _mean_of_texts(
    features: FeatureRows, targets: NDArray[np.float16], mean: NDArray[np.float32], projection: NDArray[np.float32], rows: int
) -> NDArray[np.float32]:
    """Return the initial vector of each feature: the mean of its texts' target vectors.

    Features that are rare or occur everywhere get a lower weight.
    """
    sums, counts = np.zeros((rows, projection.shape[0]), np.float32), np.zeros(rows, np.float32)
    for start in range(0, len(features), _TEXTS_AT_ONCE):
        row_numbers = np.arange(start, min(start + _TEXTS_AT_ONCE, len(features)))
        part = features.take(row_numbers)
        reduced = ((targets[row_numbers].astype(np.float32) - mean) @ projection.T).astype(np.float32)
        incidence = csr_matrix((np.ones(len(part.codes), np.float32), part.codes, part.starts), shape=(len(row_numbers), rows))
        sums += incidence.T @ reduced
        counts += np.bincount(part.codes, minlength=rows)
    rarity = np.log(len(features) / (1.0 + counts)) * 0.1
    return np.asarray(sums * (rarity / (counts + 2.0))[:, None], np.float32)


def main() -> None:
    """Run both stages. With `--second`, run only the second, from the end of the first."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--second", action="store_true")
    for name, value in asdict(Plan()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    arguments = vars(parser.parse_args())
    data, second = arguments.pop("data"), arguments.pop("second")
    plan = Plan(**arguments)
    training = Training(data, plan, resumed=second)
    if not second:
        training.run(FIRST, steps=plan.first_steps, minutes=plan.first_minutes, seed=plan.seed)
    training.run(SECOND, steps=plan.second_steps, minutes=plan.second_minutes, seed=plan.seed + 1)


if __name__ == "__main__":
    main()
