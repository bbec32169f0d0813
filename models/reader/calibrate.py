"""Calibrate and measure a checkpoint: `python -m models.reader.calibrate DATA CHECKPOINT --head span|opinion`.

Opinion: one temperature (Guo et al. 2017) on Perspectrum's dev part, over the results of the first stage for each claim. Span:
Platt's scaling of the margin over "no answer" (is the answer right?) on the held-back articles. The threshold of the margin is
chosen on two of the four articles and measured on the other two, and the other way round. Writes calibration.json beside the
checkpoint and the metrics.json of the head's role.
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
    """Return the temperature with the least cross-entropy. Retrieved texts without annotation count as neither."""
    rows, labels = [], []
    for topic in opinions.dev:
        claim = tokenizer.encode(topic.claim, add_special_tokens=False).ids
        for row in topic.ranked_rows[:DEPTH]:
            label = SUPPORT if row in topic.supporting else REFUTE if row in topic.refuting else NEITHER
            rows.append(row_of(claim, tokenizer.encode(opinions.texts[row], add_special_tokens=False).ids))
            labels.append(label)
    logits = opinion_logits(model, rows).astype(np.float64)
    grid = np.geomspace(0.5, 3.0, 51)
    return float(grid[int(np.argmin([_cross_entropy(logits / candidate, np.array(labels)) for candidate in grid]))])


def _cross_entropy(logits: Array, labels: NDArray[np.int64]) -> float:
    logs = logits - logsumexp(logits, axis=1, keepdims=True)
    return -float(np.mean(logs[np.arange(len(logs)), labels]))


def spans(model: Reader, data: Path, tokenizer: Tokenizer) -> tuple[dict[str, float], dict[str, float]]:
    """Return scale and shift of the margin, and the figures of the reader with a threshold from other articles."""
    questions = held_back_part(data)
    predictions = answers(model, questions, tokenizer)
    margins = np.array([margin for _, margin in predictions])
    correct = np.array(
        [
            bool(question.answers) and exact_and_overlap(question, text)[1] > 0.5
            for question, (text, _) in zip(questions, predictions, strict=True)
        ]
    )
    first = np.array([HELD_BACK.index(question.article) % 2 == 0 for question in questions])
    pairs = np.array(
        [
            (exact_and_overlap(question, text), exact_and_overlap(question, ""))
            for question, (text, _) in zip(questions, predictions, strict=True)
        ]
    )
    answered = np.zeros(len(questions), np.bool_)
    for half_mask in (first, ~first):
        answered[~half_mask] = margins[~half_mask] > _threshold(margins[half_mask], pairs[half_mask, :, 1])
    scores = np.where(answered[:, None], pairs[:, 0], pairs[:, 1])
    forced = [exact_and_overlap(question, text)[1] for question, (text, _) in zip(questions, predictions, strict=True) if question.answers]
    fitted = _platt(margins, correct)
    measured = {
        "questions": len(questions),
        "exact": float(scores[:, 0].mean()),
        "f1": float(scores[:, 1].mean()),
        "answered": float(answered.mean()),
        "no_answer_accuracy": float(
            np.mean([speaks == bool(question.answers) for question, speaks in zip(questions, answered, strict=True)])
        ),
        "f1_of_answerable": float(np.mean(forced)),
    }
    scaling = {"scale": float(fitted.coef_[0, 0]), "shift": float(fitted.intercept_[0])}
    return scaling, {name: round(value, 4) for name, value in measured.items()}


def _threshold(margins: Array, overlaps: Array) -> float:
    """Return the margin with the highest F1. Questions with a larger margin are answered. `overlaps` (questions, 2) has the F1 of
    answering and of silence."""
    grid = np.quantile(margins, np.linspace(0, 1, 201))
    return float(grid[int(np.argmax([np.where(margins > candidate, overlaps[:, 0], overlaps[:, 1]).mean() for candidate in grid]))])


def _platt(margins: Array, correct: NDArray[np.bool_]) -> LogisticRegression:
    return LogisticRegression(C=1e6).fit(margins[:, None], correct)


def main() -> None:
    """Calibrate, measure and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("checkpoint", type=Path, help="of a training, or the shipped weights")
    parser.add_argument("--head", choices=ROLES, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    model, tokenizer = start(arguments.checkpoint), plain_tokenizer()
    model.eval()
    measured: dict[str, object]
    if arguments.head == "span":
        numbers, figures = spans(model, arguments.data, tokenizer)
        measured = {"reading_held_back": figures}
    else:
        opinions = read_opinions(arguments.data)
        numbers = {"temperature": temperature(model, opinions, tokenizer)}
        measured = {"perspectrum_dev": contradictions(model, opinions, tokenizer, depth=100)}
    write_json(arguments.checkpoint.with_name("calibration.json"), {arguments.head: numbers})
    write_json(models_dir() / ROLES[arguments.head][0] / "metrics.json", measured)
    print(numbers, measured)


if __name__ == "__main__":
    main()
