"""Calibrates and measures a checkpoint: `python -m models.reader.calibrate DATA CHECKPOINT --head span|opinion`.

Opinion: one temperature (Guo et al. 2017) on Perspectrum's dev part, over what the first stage finds for each claim. Span: Platt's scaling
of the margin over "no answer" (is the answer right?) on the articles held back. What is measured there answers from a margin that was
chosen on two of the four articles and measured on the other two, and the other way round. Writes calibration.json beside
the checkpoint and the metrics.json of the head's role.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.special import logsumexp  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression
from tokenizers import Tokenizer

from app.inference.reading.rows import row_of
from app.paths import models_dir
from models.reader.export import ROLES
from models.reader.measure import answers, contradictions, exact_and_overlap, opinion_logits
from models.reader.network import Reader
from models.reader.opinions import NEITHER, REFUTE, SUPPORT, Opinions, read_opinions
from models.reader.spans import HELD_BACK, held_back_part
from models.reader.train import plain_tokenizer, start
from models.training import write_json

DEPTH = 60
Array = NDArray[np.float64]


def temperature(model: Reader, opinions: Opinions, tokenizer: Tokenizer) -> float:
    """The one with the least cross-entropy; what is found for a claim and not annotated counts as neither."""
    rows, labels = [], []
    for topic in opinions.dev:
        claim = tokenizer.encode(topic.claim, add_special_tokens=False).ids
        for place in topic.found[:DEPTH]:
            label = SUPPORT if place in topic.supporting else REFUTE if place in topic.refuting else NEITHER
            rows.append(row_of(claim, tokenizer.encode(opinions.texts[place], add_special_tokens=False).ids))
            labels.append(label)
    logits = opinion_logits(model, rows).astype(np.float64)
    grid = np.geomspace(0.5, 3.0, 51)
    return float(grid[int(np.argmin([_cross_entropy(logits / one, np.array(labels)) for one in grid]))])


def _cross_entropy(logits: Array, labels: NDArray[np.int64]) -> float:
    logs = logits - logsumexp(logits, axis=1, keepdims=True)
    return -float(np.mean(logs[np.arange(len(logs)), labels]))


def spans(model: Reader, data: Path, tokenizer: Tokenizer) -> tuple[dict[str, float], dict[str, float]]:
    """Scale and shift of the margin; and how well the reader answers with a threshold that other articles set."""
    asked = held_back_part(data)
    found = answers(model, asked, tokenizer)
    margins = np.array([margin for _, margin in found])
    right = np.array([bool(one.answers) and exact_and_overlap(one, text)[1] > 0.5 for one, (text, _) in zip(asked, found, strict=True)])
    first = np.array([HELD_BACK.index(one.article) % 2 == 0 for one in asked])
    pairs = np.array([(exact_and_overlap(one, text), exact_and_overlap(one, "")) for one, (text, _) in zip(asked, found, strict=True)])
    said = np.zeros(len(asked), np.bool_)
    for half in (first, ~first):
        said[~half] = margins[~half] > _threshold(margins[half], pairs[half, :, 1])
    scores = np.where(said[:, None], pairs[:, 0], pairs[:, 1])
    forced = [exact_and_overlap(one, text)[1] for one, (text, _) in zip(asked, found, strict=True) if one.answers]
    whole = _platt(margins, right)
    measured = {
        "questions": len(asked),
        "exact": float(scores[:, 0].mean()),
        "f1": float(scores[:, 1].mean()),
        "answered": float(said.mean()),
        "no_answer_accuracy": float(np.mean([speaks == bool(one.answers) for one, speaks in zip(asked, said, strict=True)])),
        "f1_of_answerable": float(np.mean(forced)),
    }
    scaling = {"scale": float(whole.coef_[0, 0]), "shift": float(whole.intercept_[0])}
    return scaling, {name: round(value, 4) for name, value in measured.items()}


def _threshold(margins: Array, overlaps: Array) -> float:
    """The margin from which to answer that gives the highest F1; `overlaps` (questions, 2) are those of answering and of silence."""
    grid = np.quantile(margins, np.linspace(0, 1, 201))
    return float(grid[int(np.argmax([np.where(margins > one, overlaps[:, 0], overlaps[:, 1]).mean() for one in grid]))])


def _platt(margins: Array, right: NDArray[np.bool_]) -> LogisticRegression:
    return LogisticRegression(C=1e6).fit(margins[:, None], right)


def main() -> None:
    """Calibrate, measure, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("checkpoint", type=Path, help="of a training, or the shipped weights")
    parser.add_argument("--head", choices=ROLES, required=True)
    told = parser.parse_args()
    torch.set_num_threads(2)
    model, tokenizer = start(told.checkpoint), plain_tokenizer()
    model.eval()
    measured: dict[str, object]
    if told.head == "span":
        numbers, read = spans(model, told.data, tokenizer)
        measured = {"reading_held_back": read}
    else:
        opinions = read_opinions(told.data)
        numbers = {"temperature": temperature(model, opinions, tokenizer)}
        measured = {"perspectrum_dev": contradictions(model, opinions, tokenizer, depth=100)}
    write_json(told.checkpoint.with_name("calibration.json"), {told.head: numbers})
    write_json(models_dir() / ROLES[told.head][0] / "metrics.json", measured)
    print(numbers, measured)


if __name__ == "__main__":
    main()
