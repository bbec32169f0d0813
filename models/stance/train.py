"""Trains the first stance model: `python -m models.stance.train DATA` (the research data's folder).

Reads stance/pairs.jsonl.gz there. Nine tenths of the premises are for training and temperature, one tenth is held back for
`metrics.json`. One thread, seeded. Run `python -m models.manifest` after it.
"""

from __future__ import annotations

import random
import sys
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file
from torch import nn

from app.inference.pairs.stance_features import WORDING_NAMES, stance_features, width
from models.training import EncodedTexts, read_rows, write_json

FOLDER = Path(__file__).resolve().parent
LABELS = {"support": 0, "refute": 1, "neutral": 2, "not_support": 3}
HIDDEN, EPOCHS, BATCH, RATE, DECAY, DROPOUT = 256, 12, 256, 1e-3, 1e-2, 0.4
UNRELATED, REPEATED = 8000, 3000
"""Made pairs: two texts that have nothing to do with each other (neutral), a text with itself (support)."""

Row = dict[str, Any]
Array = NDArray[np.float32]


class Network(nn.Module):
    """As `StanceNetwork` computes it."""

    def __init__(self, columns: int) -> None:
        super().__init__()
        self.hidden = nn.Linear(columns, HIDDEN)
        self.output = nn.Linear(HIDDEN, 3)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Logits (n, 3)."""
        logits: torch.Tensor = self.output(self.dropout(torch.relu(self.hidden(self.dropout(features)))))
        return logits


def train(data: Path) -> None:
    """Fit, calibrate, measure; writes `model.safetensors`, `config.json`, `metrics.json`."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    parts = _split(read_rows(data / "stance" / "pairs.jsonl.gz"))
    parts["train"] += _made_pairs(parts["train"])
    vectors = EncodedTexts(row[side] for rows in parts.values() for row in rows for side in ("premise", "hypothesis"))
    features = {part: _features(rows, vectors) for part, rows in parts.items()}
    labels = {part: np.array([LABELS[row["label"]] for row in rows]) for part, rows in parts.items()}
    mean, spread = features["train"].mean(axis=0), features["train"].std(axis=0) + 1e-3
    network = Network(width(vectors.dimension))
    _fit(network, (features["train"] - mean) / spread, labels["train"])
    _fold_scaling(network, mean, spread)
    temperature = _temperature(_logits(network, features["calibrate"]), labels["calibrate"])
    _save(network, temperature)
    metrics = _measure(_logits(network, features["test"]) / temperature, labels["test"], parts["test"])
    write_json(FOLDER / "metrics.json", {"temperature": temperature, "trained_on": _counts(parts["train"]), "held_back": metrics})
    print(metrics)


def _split(rows: list[Row]) -> dict[str, list[Row]]:
    """By premise, so that no premise is in two parts: eight tenths, one, one."""
    parts: dict[str, list[Row]] = {"train": [], "calibrate": [], "test": []}
    for row in rows:
        tenth = zlib.crc32(row["premise"].encode()) % 10
        parts["test" if tenth == 0 else "calibrate" if tenth == 1 else "train"].append(row)
    return parts


def _made_pairs(rows: list[Row]) -> list[Row]:
    chooser = random.Random(0)
    unrelated = [(chooser.choice(rows)["premise"], chooser.choice(rows)["hypothesis"]) for _ in range(UNRELATED)]
    made = [{"premise": premise, "hypothesis": other, "label": "neutral", "source": "made"} for premise, other in unrelated]
    repeated = [chooser.choice(rows)["hypothesis"] for _ in range(REPEATED)]
    return made + [{"premise": text, "hypothesis": text, "label": "support", "source": "made"} for text in repeated]


def _features(rows: list[Row], vectors: EncodedTexts) -> Array:
    premises, hypotheses = [row["premise"] for row in rows], [row["hypothesis"] for row in rows]
    return stance_features(premises, hypotheses, vectors.encode(premises), vectors.encode(hypotheses))


def _loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross-entropy; where only "not support" is known, of the sum of the other two."""
    logs = torch.log_softmax(logits, dim=1)
    either = torch.logsumexp(logs[:, 1:], dim=1, keepdim=True)
    chosen: torch.Tensor = torch.cat([logs, either], dim=1).gather(1, labels[:, None])
    return -chosen.mean()


def _fit(network: Network, features: Array, labels: NDArray[np.int64]) -> None:
    inputs, targets = torch.from_numpy(features), torch.from_numpy(labels)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    steps = EPOCHS * (len(inputs) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    generator = torch.Generator().manual_seed(0)
    network.train()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(inputs), generator=generator).split(BATCH):  # type: ignore[no-untyped-call]
            optimiser.zero_grad()
            _loss(network(inputs[rows]), targets[rows]).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            schedule.step()
    network.eval()


def _fold_scaling(network: Network, mean: Array, spread: Array) -> None:
    """Let the first layer take raw features."""
    with torch.no_grad():
        network.hidden.weight.div_(torch.from_numpy(spread))
        network.hidden.bias.sub_(network.hidden.weight @ torch.from_numpy(mean))


def _logits(network: Network, features: Array) -> torch.Tensor:
    with torch.inference_mode():
        logits: torch.Tensor = network(torch.from_numpy(features)).double()
        return logits


def _temperature(logits: torch.Tensor, labels: NDArray[np.int64]) -> float:
    """The divisor of the logits with the least loss on the calibration part, of a fixed grid."""
    grid = [0.5 + 0.05 * step for step in range(60)]
    targets = torch.from_numpy(labels)
    losses = [float(_loss(logits / divisor, targets)) for divisor in grid]
    return round(grid[int(np.argmin(losses))], 2)


def _save(network: Network, temperature: float) -> None:
    tensors = {name: tensor.detach().half().contiguous() for name, tensor in network.state_dict().items()}
    save_file(tensors, FOLDER / "model.safetensors")
    (FOLDER / "model.safetensors").chmod(0o644)
    about = {"name": "stance-network-1", "role": "stance", "licence": "AGPL-3.0-or-later (see CARD.md)", "code": 1}
    about |= {"files": ["model.safetensors", "config.json"]}
    write_json(FOLDER / "config.json", {"priorcheck": about, "wording": list(WORDING_NAMES), "temperature": temperature})


def _counts(rows: list[Row]) -> dict[str, int]:
    return dict(sorted(Counter(row["source"] for row in rows).items()))


def _measure(logits: torch.Tensor, labels: NDArray[np.int64], rows: list[Row]) -> dict[str, Any]:
    """Accuracy and macro F1 where the label is one of three; calibration error in ten bins; accuracy by source."""
    probabilities = torch.softmax(logits, dim=1).numpy()
    sources = np.array([row["source"] for row in rows])
    fever = sources == "fever-dev"
    known = ~fever
    right = probabilities.argmax(axis=1) == labels
    by_source = {str(one): round(float(right[known & (sources == one)].mean()), 4) for one in sorted(set(sources[known]))}
    f1 = [_f1(probabilities[known].argmax(axis=1) == one, labels[known] == one) for one in range(3)]
    return {
        "pairs": int(known.sum()),
        "accuracy": round(float(right[known].mean()), 4),
        "macro_f1": round(sum(f1) / 3, 4),
        "f1": dict(zip(("support", "refute", "neutral"), (round(one, 4) for one in f1), strict=True)),
        "calibration_error": round(_calibration_error(probabilities[known].max(axis=1), right[known]), 4),
        "fever_support_or_not": round(float(((probabilities[fever].argmax(axis=1) == 0) == (labels[fever] == 0)).mean()), 4),
        "by_source": by_source,
    }


def _f1(said: NDArray[np.bool_], true: NDArray[np.bool_]) -> float:
    return float(2 * (said & true).sum() / max(1, said.sum() + true.sum()))


def _calibration_error(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    bins = np.minimum((confidence * 10).astype(int), 9)
    return float(sum(abs(confidence[bins == one].mean() - right[bins == one].mean()) * (bins == one).mean() for one in set(bins.tolist())))


if __name__ == "__main__":
    train(Path(sys.argv[1]))
