"""Train the syntax network on the output of `models.syntax.teacher`: `python -m models.syntax.train SILVER.jsonl.gz`.

Every thousand steps it writes build/training/syntax/checkpoint.safetensors and prints the agreement with the teacher on held-back
lines: parts of speech, heads (with the relation and without), and whole names, amounts and times (F1).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn

from app.inference.syntax.labels import ENTITIES, RELATIONS, SAME
from app.paths import models_dir
from models.syntax.data import NONE, Row, read_silver, rows
from models.syntax.network import SIZES, Syntax, start

OUT = Path("build") / "training" / "syntax"
RATE, HEAD_RATE, WARM, BATCH, TOGETHER, HELD_BACK = 1e-4, 1e-3, 0.05, 32, 64, 1500
KINDS = (*SIZES, "head")
Batch = dict[str, torch.Tensor]


def tensors(batch: Sequence[Row]) -> Batch:
    """Return the rows as tensors, padded to the longest."""
    width = max(len(row.tokens) for row in batch)

    def padded(name: str, fill: int) -> torch.Tensor:
        return torch.tensor([[*getattr(row, name), *[fill] * (width - len(row.tokens))] for row in batch])

    return {"tokens": padded("tokens", 0), **{name: padded(name, NONE) for name in KINDS}}


def batches(examples: Sequence[Row], *, seed: int) -> Iterator[list[Row]]:
    """Yield endless batches of rows of similar length, in a new order at every pass."""
    dice = np.random.default_rng(seed)
    while True:
        order = dice.permutation(len(examples))
        for low in range(0, len(order), BATCH * TOGETHER):
            window = sorted(order[low : low + BATCH * TOGETHER], key=lambda index: len(examples[index].tokens))
            chunks = [window[offset : offset + BATCH] for offset in range(0, len(window), BATCH)]
            for chunk in dice.permutation(len(chunks)):
                yield [examples[index] for index in chunks[chunk]]


def loss_of(model: Syntax, batch: Batch) -> torch.Tensor:
    """Return the sum of the cross-entropies of all labels and arcs of a word."""
    logits = model(batch["tokens"], (batch["tokens"] != 0).long())
    return sum(
        (nn.functional.cross_entropy(logits[name].flatten(0, 1), batch[name].flatten(), ignore_index=NONE) for name in KINDS),
        torch.zeros(()),
    )


@torch.no_grad()
def agreement(model: Syntax, held_back: Sequence[Row]) -> dict[str, float]:
    """Measure how often the model agrees with the teacher."""
    model.eval()
    agreed: dict[str, int] = dict.fromkeys(("part", "relation", "head", "both", "words"), 0)
    spans = [0, 0, 0]
    for low in range(0, len(held_back), 64):
        batch = tensors(held_back[low : low + 64])
        predicted = {name: scores.argmax(-1) for name, scores in model(batch["tokens"], (batch["tokens"] != 0).long()).items()}
        counted = (batch["relation"] != NONE) & (batch["relation"] != RELATIONS.index(SAME)) & (batch["head"] != NONE)
        is_same = {name: (predicted[name] == batch[name]) & counted for name in KINDS}
        for name in ("part", "relation", "head"):
            agreed[name] += int(is_same[name].sum())
        agreed["both"] += int((is_same["head"] & is_same["relation"]).sum())
        agreed["words"] += int(counted.sum())
        for predicted_entities, other in zip(predicted["entity"].tolist(), batch["entity"].tolist(), strict=True):
            predicted_spans, teacher_spans = (
                _spans([a for a, b in zip(predicted_entities, other, strict=True) if b != NONE]),
                _spans([b for b in other if b != NONE]),
            )
            spans = [spans[0] + len(predicted_spans & teacher_spans), spans[1] + len(predicted_spans), spans[2] + len(teacher_spans)]
    model.train()
    words = agreed.pop("words")
    return {
        **{name: round(count / words, 4) for name, count in agreed.items()},
        "entities_f1": round(2 * spans[0] / max(1, spans[1] + spans[2]), 4),
    }


def _spans(numbers: Sequence[int]) -> set[tuple[int, int, str]]:
    spans, begun, kind = set(), 0, ""
    for index, label in enumerate([*(ENTITIES[number] for number in numbers), "O"]):
        continues = label == f"I-{kind}"
        if kind and not continues:
            spans.add((begun, index, kind))
            kind = ""
        if label != "O" and not continues:
            begun, kind = index, label[2:]
    return spans


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("silver", type=Path)
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--resume", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(1)
    tokenizer = Tokenizer.from_file(str(models_dir() / "trunk" / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    lines = list(read_silver(arguments.silver))
    held_back, training_rows = rows(lines[:HELD_BACK], tokenizer, seed=2), rows(lines[HELD_BACK:], tokenizer, seed=1)
    model = start()
    first = 0
    OUT.mkdir(parents=True, exist_ok=True)
    if arguments.resume:
        model.load_state_dict(load_file(OUT / "checkpoint.safetensors"))
        first = json.loads((OUT / "progress.json").read_text())["step"]
    bert = [p for p in model.bert.parameters() if p.requires_grad]
    heads = [p for name, p in model.named_parameters() if not name.startswith("bert.")]
    optimiser = torch.optim.AdamW([{"params": bert, "lr": RATE}, {"params": heads, "lr": HEAD_RATE}], weight_decay=0.01)
    warm = int(WARM * arguments.steps)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + first + 1) / warm, max(0.02, (arguments.steps - step - first) / (arguments.steps - warm)))
    )
    started, total = time.monotonic(), 0.0
    source = batches(training_rows, seed=first + 1)
    for step in range(first + 1, arguments.steps + 1):
        loss = loss_of(model, tensors(next(source)))
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        total += loss.item()
        if step % 100 == 0:
            print(f"{step} loss {total / 100:.3f} {time.monotonic() - started:.0f} s", flush=True)
            total = 0.0
        if step % 1000 == 0 or step == arguments.steps:
            save_file(model.state_dict(), OUT / "checkpoint.safetensors")
            figures = {"step": step, **agreement(model, held_back)}
            (OUT / "progress.json").write_text(json.dumps(figures))
            print(figures, flush=True)


if __name__ == "__main__":
    main()
