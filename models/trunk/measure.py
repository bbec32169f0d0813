"""Measure the shipped cross-encoder against its float32 checkpoint, and write `metrics.json`.

`python -m models.trunk.measure CHECKPOINT` needs the files that `models.trunk.export` made of that checkpoint, listed in the
manifest. Pairs and polarity set are the repository's own (tests/quality). The figures of `measured.json` beside the checkpoint,
from `models.trunk.calibrate`, are included.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file
from transformers import BertConfig

from app.domain.progress import CancelToken
from app.inference.manifest import ModelEntry, checked_model
from app.inference.pairs.cross_encoder import CrossEncoderPairScorer, CrossEncoderStanceScorer
from app.inference.pairs.pair_logits import PairLogits, PairModel
from app.inference.pairs.pair_text import PairTokens
from app.inference.pairs.trunk import Head, TrunkTokenizer, read_heads
from app.inference.pairs.trunk_openvino import OpenVinoTrunk
from app.inference.pairs.trunk_torch import TorchTrunk
from app.inference.running.batching import TokenMatrix
from app.inference.running.budget import BatchBudget
from app.inference.running.fallback import DeviceFallback
from app.ports import FloatMatrix, ModelIdentity, PairInput
from models.research.stance import polarity_accuracy, read_stance_gold
from models.training import read_rows, write_json
from models.trunk.network import CrossEncoder, empty

FOLDER = Path(__file__).resolve().parent
QUALITY = FOLDER.parents[1] / "tests" / "quality"
ODD = ["?", "a", "word " * 400, "1,234.5 % in 2012", "Ñandú — 東京 🙂"]
WORDS = "tax jobs percent mayor school health energy rose fell voted never more state said bridge money world paid year city".split()
LENGTHS = {40: (20, 17, 0), 64: (32, 29, 0), 100: (44, 35, 16)}
"""Tokens a pair: words of the sentence, of the claim, of the title (one token each)."""


class NetworkModel:
    """The float32 checkpoint as a PairModel."""

    workers = 1
    step: int | None = None

    def __init__(self, checkpoint: Path, entry: ModelEntry, heads: dict[str, Head]) -> None:
        self._network: CrossEncoder = empty(BertConfig.from_pretrained(entry.folder))
        self._network.load_state_dict(load_file(checkpoint))
        self._network.eval()
        self._heads = list(heads)
        self._tokenize = TrunkTokenizer(entry)
        self.columns = sum(len(head.columns) for head in heads.values())
        self.budget = BatchBudget(512)
        self.identity = ModelIdentity(name="checkpoint", artefact="0" * 64, backend="torch-cpu", precision="float32")

    def tokenize(self, pairs: Sequence[PairInput]) -> list[PairTokens | None]:
        """Tokenize like the shipped model."""
        return self._tokenize(pairs)

    def logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return logits (pairs, columns)."""
        arrays = [torch.from_numpy(array) for array in (tokens, kinds, mask)]
        with torch.inference_mode():
            return np.concatenate([self._network(*arrays, head).numpy() for head in self._heads], axis=1)


class Judge:
    """Relevance and stance scorers over one model."""

    def __init__(self, model: PairModel, heads: dict[str, Head]) -> None:
        self.logits = PairLogits(DeviceFallback(model, lambda: model, role="cross-encoder"))
        relevance, stance = heads["relevance"], heads["stance"]
        self.pairs = CrossEncoderPairScorer(
            self.logits, column=relevance.columns[0], **dict(relevance.calibration), name="relevance", artefact="0"
        )
        self.stance = CrossEncoderStanceScorer(self.logits, columns=stance.columns, **dict(stance.calibration), name="stance", artefact="0")

    def probabilities(self, pairs: Sequence[PairInput]) -> NDArray[np.float64]:
        """Return probabilities (pairs, 4): relevance, then support, refute, neutral of the bare texts."""
        relevance = self.pairs.score(pairs, cancel=CancelToken())
        stance = self.stance.stance([pair.claim for pair in pairs], [pair.sentence for pair in pairs], cancel=CancelToken())
        return np.column_stack([relevance, stance]).astype(np.float64)


def sample_pairs() -> list[PairInput]:
    """Return the polarity set's pairs, the fresh claims each with its fact-check and with another, and unusual texts."""
    chooser = random.Random(0)
    bare = [PairInput(sentence=row["hypothesis"], claim=row["premise"]) for row in read_rows(QUALITY / "polarity.jsonl")]
    checks = read_rows(QUALITY / "fresh" / "factchecks.jsonl")
    full_pairs = []
    for query in read_rows(QUALITY / "fresh" / "claims.jsonl"):
        for check in chooser.sample(checks, 2):
            optional_fields = {"title": check.get("title", ""), "claimant": check.get("claimant") or ""}
            full_pairs.append(
                PairInput(sentence=query["text"], claim=check["claim"], context=("We will come to that.",), **optional_fields)
            )
    return bare + full_pairs + [PairInput(sentence=sentence, claim=other) for sentence in ODD for other in ODD]


def measure(checkpoint: Path, models: Path | None = None) -> dict[str, Any]:
    """Return the figures of the trunk in `models` (None: the shipped one): faithfulness, independence of the batch, half precision,
    polarity set, speed."""
    entry = checked_model("trunk", models)
    heads = read_heads(entry)
    started = time.perf_counter()
    shipped_model = OpenVinoTrunk(entry, heads, threads=2)
    loading = time.perf_counter() - started
    shipped, original = Judge(shipped_model, heads), Judge(NetworkModel(checkpoint, entry, heads), heads)
    half_judge = Judge(TorchTrunk(entry, heads, device="cpu", precision="float16"), heads)
    pairs = sample_pairs()
    shipped_probabilities = shipped.probabilities(pairs)
    sample = pairs[:: max(1, len(pairs) // 100)]
    return {
        "pairs": len(pairs),
        "probability_difference_to_the_float32_checkpoint": _differences(shipped_probabilities, original.probabilities(pairs)),
        "probability_difference_across_batches": _differences(shipped_probabilities, _other_batches(shipped, pairs)),
        "probability_difference_in_half_precision": _differences(shipped.probabilities(sample), half_judge.probabilities(sample)),
        "polarity_accuracy": _polarity(shipped, original),
        "pairs_per_second_by_tokens": {str(length): _speed(shipped, length) for length in LENGTHS},
        "load_seconds": round(loading, 2),
        "threads": 2,
        "cores": os.cpu_count(),
        "load_average_when_measured": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def _differences(values: NDArray[np.float64], reference: NDArray[np.float64]) -> dict[str, float]:
    differences = np.abs(values - reference)
    return {"most": float(f"{differences.max():.2g}"), "mean": float(f"{differences.mean():.2g}")}


def _other_batches(judge: Judge, pairs: list[PairInput]) -> NDArray[np.float64]:
    """Return the same pairs in random order, in small batches, so with other neighbours."""
    order = np.random.default_rng(1).permutation(len(pairs))
    rows = np.empty((len(pairs), 4))
    for part in np.array_split(order, len(pairs) // 23):
        rows[part] = judge.probabilities([pairs[index] for index in part])
    return rows


def _polarity(shipped: Judge, original: Judge) -> dict[str, Any]:
    rows = read_stance_gold(QUALITY / "polarity.jsonl")
    return {
        "rows": len(rows),
        "shipped": round(polarity_accuracy(shipped.stance, rows), 4),
        "float32": round(polarity_accuracy(original.stance, rows), 4),
    }


def _speed(judge: Judge, length: int) -> int:
    """Return the number of pairs of exactly this many tokens that are tokenised and scored in a second."""
    chooser = np.random.default_rng(length)
    triples = [[" ".join(chooser.choice(WORDS, count)) for count in LENGTHS[length]] for _ in range(400)]
    pairs = [PairInput(sentence=sentence, claim=claim, title=title) for sentence, claim, title in triples]
    judge.pairs.score(pairs[:20], cancel=CancelToken())
    started = time.perf_counter()
    judge.pairs.score(pairs, cancel=CancelToken())
    return round(len(pairs) / (time.perf_counter() - started))


if __name__ == "__main__":
    source = Path(sys.argv[1])
    results = measure(source)
    learnt = source.with_name("measured.json")
    if learnt.is_file():
        results["trained"] = json.loads(learnt.read_text(encoding="utf-8"))
    write_json(FOLDER / "metrics.json", results)
    print(json.dumps(results, indent=2))
