"""Accuracy of a checkpoint by source and group: `python -m models.trunk.mpnet.evaluate BASE DATASETS CHECKPOINT [--part develop]`.

Choices are made by the parts "develop" and "unseen" (sources of another origin); "test" is for reports. "opposite" is the share of
supported pairs judged as refuted and of refuted ones judged as supported. Relevance: how often the linked fact-check of a group
comes first, and the average precision over all pairs. Slots: how often "differs" is right if both texts fill the slot.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from statistics import fmean

import numpy as np
import torch
from numpy.typing import NDArray
from sklearn.metrics import average_precision_score

from models.examples.polarity import NOT_SUPPORT, REFUTE, SUPPORT
from models.trunk.losses import tensors
from models.trunk.mpnet import checkpoint
from models.trunk.mpnet.network import MpnetCrossEncoder, load_base, trained
from models.trunk.mpnet.pair_set import PairSet
from models.trunk.mpnet.slots import decode
from models.trunk.mpnet.sources import sources
from models.trunk.mpnet.swaps import ABSENT, DIFFERENT

BATCH = 32
Array = NDArray[np.float32]


def logits(model: MpnetCrossEncoder, pairs: PairSet, task: str) -> Array:
    """Return the logits of all pairs of a set in order, (pairs, size of the head)."""
    rows = [row for index in range(len(pairs)) for row in pairs.item(index)[0]]
    order = np.argsort([len(tokens) for tokens, _ in rows], kind="stable")
    parts = [order[low : low + BATCH] for low in range(0, len(order), BATCH)]
    with torch.inference_mode(), torch.autocast("cpu", dtype=torch.bfloat16):
        computed = [model(*tensors([rows[int(index)] for index in part]), task).float().numpy() for part in parts]
    result = np.empty((len(rows), computed[0].shape[1]), np.float32)
    result[order] = np.concatenate(computed)
    return result


def stance_figures(values: Array, pairs: PairSet) -> dict[str, object]:
    """Return accuracy by source, its mean by group of sources, and the share of opposites."""
    labels, predicted = pairs.labels.astype(int), values.argmax(axis=1)
    correct = np.where(labels == NOT_SUPPORT, predicted != SUPPORT, predicted == labels)
    opposite = ((labels == SUPPORT) & (predicted == REFUTE)) | ((labels == REFUTE) & (predicted == SUPPORT))
    by_source = {name: float(correct[pairs.sources == index].mean()) for index, name in enumerate(pairs.names)}
    by_group: dict[str, list[float]] = defaultdict(list)
    for name, accuracy in by_source.items():
        by_group[sources()[name].group].append(accuracy)
    groups = {group: round(fmean(accuracies), 4) for group, accuracies in by_group.items()}
    rounded = {name: round(accuracy, 4) for name, accuracy in by_source.items()}
    return {"mean": round(fmean(by_source.values()), 4), "opposite": round(float(opposite.mean()), 4), "groups": groups, "sources": rounded}


def relevance_figures(values: Array, pairs: PairSet) -> dict[str, float]:
    """Return for each source the share of linked groups whose first pair has the highest logit, and the average precision."""
    figures: dict[str, float] = {}
    for index, name in enumerate(pairs.names):
        spans = [slice(pairs.group_starts[group], pairs.group_starts[group + 1]) for group in np.flatnonzero(pairs.sources == index)]
        first = [values[span, 0].argmax() == 0 for span in spans if pairs.labels[span.start] == 1]
        labels = np.concatenate([pairs.labels[span] for span in spans])
        scores = np.concatenate([values[span, 0] for span in spans])
        figures[f"{name} first"] = round(float(np.mean(first)), 4)
        figures[f"{name} average precision"] = round(float(average_precision_score(labels, scores)), 4)
    return figures


def slot_figures(values: Array, pairs: PairSet) -> dict[str, float]:
    """Return for each slot how often its state is judged rightly."""
    states = np.array([decode(int(label)) for label in pairs.labels])
    correct = (values > 0) == (states == DIFFERENT)
    names = ("who", "where", "when", "how much")
    return {name: round(float(correct[states[:, slot] != ABSENT, slot].mean()), 4) for slot, name in enumerate(names)}


def evaluate(model: MpnetCrossEncoder, datasets: Path, parts: list[str]) -> dict[str, object]:
    """Return the figures of all tasks; those of stance for each part."""
    model.eval()
    stance = {part: PairSet.load(datasets / f"stance-{part}.npz") for part in parts}
    relevance, slots = (PairSet.load(datasets / f"{task}-develop.npz") for task in ("relevance", "slots"))
    figures: dict[str, object] = {part: stance_figures(logits(model, pairs, "stance"), pairs) for part, pairs in stance.items()}
    figures["relevance"] = relevance_figures(logits(model, relevance, "relevance"), relevance)
    figures["slots"] = slot_figures(logits(model, slots, "slots"), slots)
    return figures


def main() -> None:
    """Print the figures of one checkpoint."""
    parser = argparse.ArgumentParser()
    parser.add_argument("base", type=Path)
    parser.add_argument("datasets", type=Path)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--part", action="append", choices=("develop", "unseen", "test"))
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    plan = json.loads((arguments.checkpoint.parent / "plan.json").read_text(encoding="utf-8"))
    model = load_base(arguments.base, frozen=plan["frozen"])
    checkpoint.load_weights(arguments.checkpoint, trained(model))
    print(json.dumps(evaluate(model, arguments.datasets, arguments.part or ["develop", "unseen"]), indent=1))


if __name__ == "__main__":
    main()
