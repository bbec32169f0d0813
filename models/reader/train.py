"""Train the reader from the shipped cross-encoder: `python -m models.reader.train DATA` (the research data's folder).

One step learns from opinions (Perspectrum's train part and stance pairs) and from windows of SQuAD. After every pass it writes
build/training/reader/checkpoint.safetensors, and prints the figures on Perspectrum's dev part and on the held-back articles.
`python -m models.reader.calibrate` and `.export` make the shipped files of it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn
from transformers import BertConfig, BertModel

from app.inference.reading.rows import QUESTION_LIMIT, row_of
from app.paths import models_dir
from models.branches import complete_tensors
from models.examples.licences import NON_COMMERCIAL_HELP, NON_COMMERCIAL_STANCES
from models.reader.generated_questions import generated_questions, plain_claims
from models.reader.measure import measured, reading
from models.reader.network import Reader
from models.reader.opinions import OpinionPairs, read_opinions
from models.reader.spans import SpanRow, SpanRows, held_back_part, training_part
from models.reader.topics import topic_questions
from models.trunk.data import balanced, stance_rows
from models.trunk.losses import tensors

OUT = Path("build") / "training" / "reader"
RATE, HEAD_RATE, WARM = 5e-5, 3e-4, 0.06
QUARTER = 4
"""One question in this many of the held-back articles is measured during training."""
FROZEN, TOGETHER, MADE, TOPICS = 1, 48, 12_000, 60_000
"""Frozen layers; batches that are sorted by length together; generated questions about claims, and about piles of posts."""

Row = tuple[list[int], list[int], int]
"""Tokens, kinds, label."""
T = TypeVar("T")


def start(source: Path | None = None) -> Reader:
    """Return a checkpoint's network, or one with the shipped cross-encoder's layers. Its opinion head starts as the stance head."""
    model = empty()
    if source is not None:
        model.load_state_dict(_as_trained({name: torch.from_numpy(value) for name, value in complete_tensors(source).items()}, model))
    else:
        _from_trunk(model)
    for part in (model.trunk.bert.embeddings, *model.trunk.bert.encoder.layer[:FROZEN]):
        for parameter in part.parameters():
            parameter.requires_grad = False
    return model


def _as_trained(state: dict[str, torch.Tensor], model: Reader) -> dict[str, torch.Tensor]:
    """Return a checkpoint unchanged. Shipped weights get their names in training, and missing tensors come from the model."""
    if any(name.startswith("trunk.") for name in state):
        return state
    named = {name.replace("heads.span.", "span.") if "span" in name else name: value.float() for name, value in state.items()}
    return model.state_dict() | {name if name in model.state_dict() else f"trunk.bert.{name}": value for name, value in named.items()}


def _from_trunk(model: Reader) -> None:
    weights = {name: value.float() for name, value in load_file(models_dir() / "trunk" / "model.safetensors").items()}
    bert = {name: value for name, value in weights.items() if not name.startswith("heads.")}
    model.trunk.bert.load_state_dict(bert)
    opinion = {name.removeprefix("heads.stance."): value for name, value in weights.items() if name.startswith("heads.stance.")}
    model.heads["opinion"].load_state_dict(opinion)


def empty() -> Reader:
    """Return a network of the same shape with random weights."""
    config = BertConfig.from_pretrained(models_dir() / "trunk", attention_probs_dropout_prob=0.0)
    return Reader(BertModel(config, add_pooling_layer=False))


def batches(make: Callable[[], Sequence[T]], size: int, *, length: Callable[[T], int], seed: int) -> Iterator[list[T]]:
    """Yield endless batches of rows of similar length, in a new order at every pass. `make` gives the rows of a pass."""
    chooser = np.random.default_rng(seed)
    while True:
        rows = make()
        order = chooser.permutation(len(rows))
        for low in range(0, len(order), size * TOGETHER):
            window = sorted(order[low : low + size * TOGETHER], key=lambda index: length(rows[index]))
            chunks = [window[offset : offset + size] for offset in range(0, len(window), size)]
            for chunk in chooser.permutation(len(chunks)):
                yield [rows[index] for index in chunks[chunk]]


def pair_rows(pairs: Sequence[tuple[str, str, int]], tokenizer: Tokenizer) -> list[Row]:
    """Return the token rows of (statement, text, label)."""
    first, second = (tokenizer.encode_batch([pair[side] for pair in pairs], add_special_tokens=False) for side in (0, 1))
    return [
        (*row_of(encoding.ids[:QUESTION_LIMIT], text_encoding.ids), label)
        for encoding, text_encoding, (_, _, label) in zip(first, second, pairs, strict=True)
    ]


def opinion_loss(model: Reader, batch: list[Row]) -> torch.Tensor:
    """Return the cross-entropy. For label 3 ("not support") it is that of the sum of the other two."""
    logs = torch.log_softmax(model.opinion(*tensors([(tokens, kinds) for tokens, kinds, _ in batch])), dim=1)
    labels = torch.tensor([label for _, _, label in batch])
    not_support = torch.logsumexp(logs[:, 1:], dim=1, keepdim=True)
    gold_logs: torch.Tensor = torch.cat([logs, not_support], dim=1).gather(1, labels[:, None])
    return -gold_logs.mean()


def span_loss(model: Reader, batch: list[SpanRow]) -> torch.Tensor:
    """Return the mean cross-entropy of begin and end over the window's tokens."""
    logits = model.spans(*tensors([(row.tokens, row.kinds) for row in batch]))
    begin, end = torch.tensor([row.begin for row in batch]), torch.tensor([row.end for row in batch])
    loss: torch.Tensor = nn.functional.cross_entropy(logits[:, :, 0], begin) + nn.functional.cross_entropy(logits[:, :, 1], end)
    return loss / 2


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings of a training: `steps`, each with this many opinions, stance pairs and windows. A part of size 0 is not trained."""

    steps: int
    opinions: int
    stances: int
    spans: int
    seed: int
    threads: int
    open_only: bool = False
    every: int = 400
    name: str = "checkpoint"
    made: int = 0
    topics: int = 0
    peak: float = 1.0
    half: bool = False


def train(data: Path, plan: Plan, source: Path | None = None) -> None:
    """Train from the cross-encoder or from a checkpoint, and save."""
    torch.manual_seed(plan.seed)
    torch.set_num_threads(plan.threads)
    tokenizer = plain_tokenizer()
    opinions = read_opinions(data, threads=plan.threads)
    tasks = _tasks(data, plan, OpinionPairs(opinions, seed=plan.seed), tokenizer)

    def tell(model: Reader) -> None:
        OUT.mkdir(parents=True, exist_ok=True)
        save_file(model.state_dict(), OUT / f"{plan.name}.safetensors")
        model.eval()
        held_back = held_back_part(data)
        measures = measured(model, opinions, data, tokenizer) if plan.opinions else reading(model, held_back[::QUARTER], tokenizer)
        print(json.dumps(measures), flush=True)
        model.train()

    _fit(start(source), tasks, plan, tell)


def plain_tokenizer() -> Tokenizer:
    """Return a tokenizer with the vocabulary that all models share, without padding and truncation."""
    tokenizer = Tokenizer.from_file(str(models_dir() / "trunk" / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


Task = Callable[[Reader], torch.Tensor]
"""Loss of the next batch."""


def _tasks(data: Path, plan: Plan, pairs: OpinionPairs, tokenizer: Tokenizer) -> list[Task]:
    left_out = NON_COMMERCIAL_STANCES if plan.open_only else frozenset()
    published = [pair for pair in stance_rows(data / "stance" / "pairs.jsonl.gz")["train"] if pair.source not in left_out]
    stances = pair_rows([(pair.hypothesis, pair.premise, pair.label) for pair in balanced(published, seed=plan.seed)], tokenizer)
    windows = SpanRows(training_part(data), tokenizer, seed=plan.seed)
    opinions = batches(lambda: pair_rows(pairs(), tokenizer), plan.opinions, length=lambda row: len(row[0]), seed=1)
    stance_batches = batches(lambda: stances, plan.stances, length=lambda row: len(row[0]), seed=2)
    questions = SpanRows(generated_questions(data, count=MADE, seed=plan.seed), tokenizer, seed=plan.seed) if plan.made else list
    question_batches = batches(questions, plan.made, length=lambda row: len(row.tokens), seed=4)
    window_batches = batches(windows, plan.spans, length=lambda row: len(row.tokens), seed=3)
    piles = SpanRows(topic_questions(plain_claims(data), count=TOPICS, seed=plan.seed), tokenizer, seed=plan.seed) if plan.topics else list
    topics = batches(piles, plan.topics, length=lambda row: len(row.tokens), seed=5)
    tasks: list[tuple[int, Task]] = [
        (plan.opinions, lambda model: opinion_loss(model, next(opinions))),
        (plan.stances, lambda model: opinion_loss(model, next(stance_batches))),
        (plan.spans, lambda model: span_loss(model, next(window_batches))),
        (plan.made, lambda model: span_loss(model, next(question_batches))),
        (plan.topics, lambda model: span_loss(model, next(topics))),
    ]
    return [task for size, task in tasks if size]


def _fit(model: Reader, tasks: list[Task], plan: Plan, report: Callable[[Reader], None]) -> None:
    body = [parameter for parameter in model.trunk.parameters() if parameter.requires_grad]
    heads = [*model.heads.parameters(), *model.span.parameters()]
    optimiser = torch.optim.AdamW([{"params": body, "lr": RATE}, {"params": heads, "lr": HEAD_RATE}], weight_decay=0.01)
    warm = WARM * plan.steps
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: plan.peak * min(1.0, (step + 1) / warm) * max(0.02, 1 - step / plan.steps)
    )
    model.train()
    started, losses = time.time(), np.zeros((plan.steps, len(tasks)))
    for step in range(plan.steps):
        optimiser.zero_grad()
        for column, task in enumerate(tasks):
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=plan.half):
                loss = task(model)
            loss.backward()  # type: ignore[no-untyped-call]
            losses[step, column] = float(loss.detach())
        nn.utils.clip_grad_norm_(body + heads, 1.0)
        optimiser.step()
        schedule.step()
        if step % 25 == 24:
            print(f"{step + 1}/{plan.steps} {time.time() - started:.0f} s {losses[step - 24 : step + 1].mean(axis=0).round(3)}", flush=True)
        if step % plan.every == plan.every - 1 or step == plan.steps - 1:
            report(model)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    for name, value in (
        ("steps", 2400),
        ("opinions", 32),
        ("stances", 12),
        ("spans", 8),
        ("seed", 0),
        ("threads", 2),
        ("every", 400),
        ("made", 12),
        ("topics", 0),
    ):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--peak", type=float, default=1.0, help="share of the learning rate to begin with")
    parser.add_argument("--start", type=Path, default=None, help="a checkpoint to go on from")
    parser.add_argument("--name", default="checkpoint")
    parser.add_argument("--half", action="store_true", help="compute in bfloat16, where the processor can")
    parser.add_argument("--open-only", action="store_true", help=NON_COMMERCIAL_HELP)
    arguments = vars(parser.parse_args())
    train(arguments.pop("data"), source=arguments.pop("start"), plan=Plan(**arguments))


if __name__ == "__main__":
    main()
