"""Trains the multilingual student: `python -m models.multilingual.train DATA` (the research data's folder).

Knowledge distillation over parallel text (Reimers and Gurevych 2020, section 2): a foreign sentence and its English side both get the
vector that the teacher, the claim encoder, gives the English side. The loss is their cosine distance, and beside it the student's
place for the right vector among those of its batch (multiple-negatives ranking, Henderson et al. 2017, section 4).
Run `.collect`, `.teacher DATA` and `.examples DATA` first, `.export` after it.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save_file

from models.multilingual.develop import Development
from models.multilingual.examples import counted, epoch_order, example_features, read_examples, table_codes
from models.multilingual.features import FeatureRows
from models.multilingual.network import Head, Table
from models.multilingual.teacher import KEPT, Teacher

OUT = KEPT.parent / "student"
_DUPLICATE = 0.92
"""Two English texts as near as this are no negatives of each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The training's numbers."""

    rows: int = 150_000
    width: int = 256
    hidden: int = 512
    batch: int = 1024
    epochs: float = 7.0
    table_rate: float = 0.015
    head_rate: float = 1e-3
    scale: float = 20.0
    ranking: float = 0.15
    every: int = 1
    limit_minutes: float = 0.0
    seed: int = 0


class Training:
    """One run: the examples, their features, the table and the head."""

    def __init__(self, data: Path, plan: Plan) -> None:
        self._plan = plan
        self._teacher = Teacher(threads=1)
        examples = read_examples()
        examples = examples[:: plan.every]
        self._sources = np.array([one.source for one in examples])
        print(counted(self._sources), flush=True)
        features = example_features(examples)
        self.codes = table_codes(features, self._sources, rows=plan.rows)
        self._features = features.known(self.codes)
        self._targets = self._teacher.rows([one.english for one in examples])
        print(f"{len(self.codes)} features, {len(self._features.codes) / len(examples):.0f} a text", flush=True)
        mean, projection = _principal(self._teacher.vectors[np.unique(self._targets)].astype(np.float32), plan.width)
        start = _mean_of_texts(self._features, self._teacher.vectors[self._targets], mean, projection, len(self.codes))
        self.table = Table(start, rate=plan.table_rate)
        torch.manual_seed(plan.seed)
        self.head = Head(projection, hidden=plan.hidden)
        self._chooser = np.random.default_rng(plan.seed)
        self._development = Development(data, self._teacher)
        self._optimiser = torch.optim.Adam(self.head.parameters(), lr=plan.head_rate)

    def run(self) -> None:
        """All epochs, measured after each on the development parts."""
        plan = self._plan
        first = len(epoch_order(self._sources, np.random.default_rng(plan.seed)))
        total = int(plan.epochs * first / plan.batch)
        begun, done = time.monotonic(), 0
        while done < total:
            order = epoch_order(self._sources, self._chooser)
            losses = []
            for place in range(0, len(order) - plan.batch + 1, plan.batch):
                spent = (time.monotonic() - begun) / 60 / plan.limit_minutes if plan.limit_minutes else 0.0
                share = max(0.02, 1.0 - max(done / total, spent))
                losses.append(self._step(order[place : place + plan.batch], share))
                done += 1
                if done >= total or spent >= 1.0:
                    done = max(done, total)
                    break
                if done % 100 == 0:
                    print(f"step {done} of {total}, {time.monotonic() - begun:.0f} s, loss {np.mean(losses[-100:]):.4f}", flush=True)
            print({name: round(value, 4) for name, value in self.measure().items()}, flush=True)
            self.save()

    def measure(self) -> dict[str, float]:
        """Accuracy@1 on the development parts."""
        return self._development.measure(self.encode)

    def encode(self, features: FeatureRows) -> NDArray[np.float32]:
        """Unit vectors by the student as it is now; `features` by codes."""
        with torch.inference_mode():
            return np.asarray(self.head(self.table.pool(features.known(self.codes))[0]).numpy(), np.float32)

    def _step(self, chosen: NDArray[np.int64], share: float) -> float:
        for group in self._optimiser.param_groups:
            group["lr"] = self._plan.head_rate * share
        pooled, leaf, numbers = self.table.pool(self._features.take(chosen))
        vectors = self.head(pooled)
        wanted = torch.from_numpy(self._teacher.vectors[self._targets[chosen]].astype(np.float32))
        loss = self._loss(vectors, wanted)
        self._optimiser.zero_grad()
        loss.backward()
        self._optimiser.step()
        self.table.step(leaf, numbers, share)
        return float(loss.detach())

    def _loss(self, vectors: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
        distance = (1 - (vectors * wanted).sum(1)).mean()
        likeness = wanted @ wanted.T
        same = (likeness > _DUPLICATE) & ~torch.eye(len(wanted), dtype=torch.bool)
        scores = (vectors @ wanted.T * self._plan.scale).masked_fill(same, -1e4)
        rank = torch.nn.functional.cross_entropy(scores, torch.arange(len(wanted)))
        return distance + self._plan.ranking * rank

    def save(self) -> None:
        """The student as float32 tensors, with the plan."""
        OUT.mkdir(parents=True, exist_ok=True)
        tensors = {name: tensor.detach().numpy() for name, tensor in self.head.state_dict().items()}
        tensors |= {"codes": self.codes.astype(np.uint32), "table": self.table.values}
        save_file(tensors, OUT / "model.safetensors")
        about = {"plan": asdict(self._plan), "teacher": self._teacher.artefact, "examples": counted(self._sources)}
        (OUT / "plan.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def _principal(vectors: NDArray[np.float32], width: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Mean (dimension,) and the first principal components (width, dimension)."""
    mean = vectors.mean(axis=0)
    values, axes = np.linalg.eigh(np.cov((vectors - mean).T))
    return mean, axes[:, np.argsort(-values)[:width]].T.astype(np.float32)


def _mean_of_texts(
    features: FeatureRows, wanted: NDArray[np.float16], mean: NDArray[np.float32], projection: NDArray[np.float32], rows: int
) -> NDArray[np.float32]:
    """Where each feature begins: the mean of the vectors that its texts should have, weighted down where it is rare or everywhere."""
    sums, counts = np.zeros((rows, projection.shape[0]), np.float32), np.zeros(rows, np.float32)
    lengths = np.diff(features.starts)
    for start in range(0, len(features), 20_000):
        chosen = np.arange(start, min(start + 20_000, len(features)))
        part = features.take(chosen)
        reduced = ((wanted[chosen].astype(np.float32) - mean) @ projection.T).astype(np.float32)
        numbers, places = np.unique(part.codes, return_inverse=True)
        texts = np.repeat(np.arange(len(chosen)), lengths[chosen])
        order = np.argsort(places, kind="stable")
        bounds = np.concatenate([[0], np.cumsum(np.bincount(places))])[:-1]
        if len(order):
            sums[numbers] += np.add.reduceat(reduced[texts[order]], bounds, axis=0)
            counts[numbers] += np.bincount(places)
    return sums / (counts + 2.0)[:, None] * np.log(len(features) / (1.0 + counts))[:, None] * 0.1


def main() -> None:
    """Train by the plan; options change its numbers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    for name, value in asdict(Plan()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    told = vars(parser.parse_args())
    data = told.pop("data")
    training = Training(data, Plan(**told))
    print({name: round(value, 4) for name, value in training.measure().items()}, flush=True)
    training.run()


if __name__ == "__main__":
    main()
