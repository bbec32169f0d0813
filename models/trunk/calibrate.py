"""Measure the trained cross-encoder and calibrate its heads: `python -m models.trunk.calibrate DATA`.

Relevance: Platt's scaling (Platt 1999) on debates and tweets that no network has seen. Stance: one temperature (Guo et al. 2017,
section 4.2) on a tenth of the premises; another tenth is measured on. Writes calibration.json and measured.json beside the
checkpoint, and the metrics.json of pair scorer and stance.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file
from scipy.special import logsumexp  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from transformers import BertConfig

from app.inference.pairs.pair_text import PairTokenizer
from app.paths import models_dir
from app.ports import PairInput
from models.examples.factchecks import read_factchecks
from models.examples.groups import Group, GroupMaker
from models.examples.links import debate_sentences, hash_part, is_held_back, snopes_tweets
from models.examples.polarity import NOT_SUPPORT, SUPPORT, StancePair
from models.examples.written import written_pairs
from models.training import EncodedTexts, write_json
from models.trunk.data import stance_part, stance_rows
from models.trunk.fit import OUT
from models.trunk.losses import tensors
from models.trunk.network import HEADS, CrossEncoder, empty

BATCH = 64
SAMPLED = 4
"""One unlinked sentence in this many is used, with that weight."""
Array = NDArray[np.float64]


def load() -> CrossEncoder:
    """Load the trained network in evaluation mode."""
    model = empty(BertConfig.from_pretrained(models_dir() / "encoder"))
    model.load_state_dict(load_file(OUT / "checkpoint.safetensors"))
    return model.eval()


def logits(model: CrossEncoder, pairs: Sequence[PairInput], head: str) -> Array:
    """Return logits (pairs, size of the head)."""
    rows = PairTokenizer(models_dir() / "encoder" / "tokenizer.json")(pairs)
    order = sorted(range(len(rows)), key=lambda index: len(rows[index][0]))
    result: Array = np.zeros((len(rows), HEADS[head]))
    with torch.inference_mode():
        for low in range(0, len(order), BATCH):
            batch_rows = order[low : low + BATCH]
            result[batch_rows] = model(*tensors([rows[index] for index in batch_rows]), head).float().numpy()
    return result


def held_back_groups(data: Path) -> list[tuple[Group, float]]:
    """Return groups of debates and tweets that no network has seen. Weights restore the frequency of unlinked sentences."""
    political, snopes = (read_factchecks(data / name / "factchecks.jsonl.gz") for name in ("politifact", "snopes"))
    sentences = debate_sentences(data / "debates_train", wanted_held_back=True)
    linked = [spoken for spoken in sentences if spoken.linked]
    free = [spoken for spoken in sentences if not spoken.linked and hash_part(spoken.text, SAMPLED) == 0 and len(spoken.text.split()) >= 6]
    tweets = [spoken for spoken in snopes_tweets(data / "snopes", "train") if is_held_back(spoken)]
    texts = {spoken.text for part in (linked, free, tweets) for spoken in part}
    texts |= {text for part in (political, snopes) for item in part for text in (item.claim, item.title)}
    vectors = EncodedTexts(texts, threads=2)
    debates, rumours = GroupMaker(political, vectors, seed=7), GroupMaker(snopes, vectors, seed=7)
    weighted_groups = [(group, 1.0) for group in debates.groups(linked)] + [(group, float(SAMPLED)) for group in debates.groups(free)]
    return weighted_groups + [(group, 1.0) for group in rumours.groups(tweets)]


def relevance(model: CrossEncoder, groups: list[tuple[Group, float]]) -> tuple[dict[str, float], dict[str, float]]:
    """Return scale and shift of the logit, and measures of how well the head separates linked pairs from near ones, by source."""
    pairs = [pair for group, _ in groups for pair in group.pairs]
    labels = np.array([label for group, _ in groups for label in group.labels])
    weights = np.array([weight for group, weight in groups for _ in group.labels])
    sources = np.array([group.source for group, _ in groups for _ in group.labels])
    values = logits(model, pairs, "relevance")[:, 0]
    of_debates = sources == "debate"
    platt = LogisticRegression(C=1e6).fit(values[of_debates, None], labels[of_debates], sample_weight=weights[of_debates])
    of_source = {str(name): sources == name for name in sorted(set(sources))}
    measured = {
        f"average_precision_{name}": float(average_precision_score(labels[members], values[members])) for name, members in of_source.items()
    }
    offset, first = 0, Counter[str]()
    for group, _ in groups:
        members = values[offset : offset + len(group.labels)]
        if group.labels[0]:
            first[f"{group.source} first"] += int(members.argmax() == 0)
            first[f"{group.source} groups"] += 1
        offset += len(group.labels)
    return {"scale": float(platt.coef_[0, 0]), "shift": float(platt.intercept_[0])}, measured | dict(first)


def temperature(values: Array, pairs: Sequence[StancePair]) -> float:
    """Return the temperature with the lowest cross-entropy."""
    labels = np.array([pair.label for pair in pairs])
    grid = np.geomspace(0.5, 4.0, 61)
    return float(grid[int(np.argmin([_cross_entropy(values / candidate, labels) for candidate in grid]))])


def _cross_entropy(values: Array, labels: NDArray[np.int64]) -> float:
    logs = values - logsumexp(values, axis=1, keepdims=True)
    not_support = logsumexp(logs[:, 1:], axis=1)
    return -float(np.mean(np.where(labels == NOT_SUPPORT, not_support, logs[np.arange(len(logs)), labels % 3])))


def accuracy(values: Array, pairs: Sequence[StancePair]) -> dict[str, float]:
    """Return accuracy by source. A pair labelled "not support" counts as right if support was avoided."""
    correct_by_source: dict[str, list[bool]] = {}
    for row, pair in zip(values.argmax(axis=1), pairs, strict=True):
        correct = bool(row != SUPPORT) if pair.label == NOT_SUPPORT else bool(row == pair.label)
        correct_by_source.setdefault(pair.source, []).append(correct)
    return {source: round(float(np.mean(flags)), 4) for source, flags in sorted(correct_by_source.items())}


def stances(model: CrossEncoder, pairs: Sequence[StancePair]) -> Array:
    """Return the stance logits of premises towards hypotheses."""
    return logits(model, [PairInput(sentence=pair.hypothesis, claim=pair.premise) for pair in pairs], "stance")


def main() -> None:
    """Calibrate, measure and write."""
    data = Path(sys.argv[1])
    torch.set_num_threads(2)
    model, rows = load(), stance_rows(data / "stance" / "pairs.jsonl.gz")
    heat = temperature(stances(model, rows["calibrate"]), rows["calibrate"])
    scaling, relevance_measures = relevance(model, held_back_groups(data))
    measured_on = rows["test"] + [pair for pair in written_pairs() if stance_part(pair.premise) == "test"]
    right = accuracy(stances(model, measured_on), measured_on)
    measured = {"stance_held_back": right, "relevance_held_back": relevance_measures}
    (OUT / "calibration.json").write_text(json.dumps({"relevance": scaling, "stance": {"temperature": heat}}, indent=1))
    (OUT / "measured.json").write_text(json.dumps(measured, indent=1))
    write_json(
        models_dir() / "pair_scorer" / "metrics.json", {"held_back": {name: round(value, 4) for name, value in relevance_measures.items()}}
    )
    write_json(models_dir() / "stance" / "metrics.json", {"held_back": right})
    print(json.dumps({"calibration": [scaling, heat], **measured}, indent=1))


if __name__ == "__main__":
    main()
