"""Measure how well an encoder finds linked fact-checks: `python -m models.encoder.retrieval DATA [--stock]`.

For a sentence or tweet it ranks all claims of PolitiFact or Snopes by cosine, and takes the rank of the best linked claim. The
texts trained no network: held-back debates, the seven annotated debates, the development tweets of CheckThat! 2022. Results go into
metrics.json, for the shipped encoder or (`--stock`) for the one it was trained from.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, no_progress
from app.inference.encoders.loading import load_encoder
from app.ingest.documents import read_document
from app.paths import models_dir
from app.ports import TextEncoder
from models.examples.factchecks import read_factchecks
from models.examples.links import debate_sentences, snopes_tweets
from models.research.debates import read_gold
from models.research.second_encoder import load_second_encoder
from models.training import write_json

FOLDER = Path(__file__).resolve().parent
DEPTHS = (1, 5, 20)
Linked = tuple[str, frozenset[str]]


def annotated(data: Path) -> list[Linked]:
    """Return the verifiable sentences of the seven debates."""
    result = []
    for debate in read_gold(data / "debates"):
        verifying = debate.verifying()
        document = read_document(debate.transcript, cancel=CancelToken(), progress=no_progress)
        result += [(sentence.text, verifying[sentence.line]) for sentence in document.sentences if sentence.line in verifying]
    return result


def linked_ranks(
    linked_texts: Sequence[Linked], ids: Sequence[str], claims: NDArray[np.float32], encoder: TextEncoder
) -> NDArray[np.int64]:
    """Return for each text the number of claims nearer than its nearest linked claim.

    Texts without a linked claim are left out.
    """
    row = {name: row_number for row_number, name in enumerate(ids)}
    usable_texts = [(text, [row[name] for name in names if name in row]) for text, names in linked_texts]
    usable_texts = [(text, rows) for text, rows in usable_texts if rows]
    cosines = _encode(encoder, [text for text, _ in usable_texts]) @ claims.T
    return np.array([int((scores > scores[rows].max()).sum()) for scores, (_, rows) in zip(cosines, usable_texts, strict=True)])


def measure(data: Path, encoder: TextEncoder) -> dict[str, dict[str, float]]:
    """Return recall at each depth and mean reciprocal rank, by set of texts."""
    held_back = debate_sentences(data / "debates_train", wanted_held_back=True)
    sets: dict[str, tuple[str, list[Linked]]] = {
        "debates_train, held back": ("politifact", [(spoken.text, spoken.linked) for spoken in held_back if spoken.linked]),
        "the seven annotated debates": ("politifact", annotated(data)),
        "CheckThat! 2022, development tweets": (
            "snopes",
            [(spoken.text, spoken.linked) for spoken in snopes_tweets(data / "snopes", "dev")],
        ),
    }
    factchecks = {name: read_factchecks(data / name / "factchecks.jsonl.gz") for name in ("politifact", "snopes")}
    claims = {name: _encode(encoder, [item.claim for item in items]) for name, items in factchecks.items()}
    results = {}
    for title, (name, linked_texts) in sets.items():
        ranks = linked_ranks(linked_texts, [item.id for item in factchecks[name]], claims[name], encoder)
        recalls = {f"recall_at_{depth}": round(float((ranks < depth).mean()), 4) for depth in DEPTHS}
        results[title] = {"texts": len(ranks), **recalls, "mrr": round(float((1 / (1 + ranks)).mean()), 4)}
    return results


def _encode(encoder: TextEncoder, texts: Sequence[str]) -> NDArray[np.float32]:
    return encoder.encode(texts, progress=no_progress, cancel=CancelToken())


def main() -> None:
    """Measure one encoder and leave the other's figures in metrics.json unchanged."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--stock", action="store_true")
    arguments = parser.parse_args()
    encoder = load_second_encoder(None) if arguments.stock else load_encoder(models=models_dir(), device="cpu", threads=2)
    path = FOLDER / "metrics.json"
    metrics = json.loads(path.read_text(encoding="utf-8"))
    metrics.setdefault("retrieval", {})["stock" if arguments.stock else "shipped"] = measure(arguments.data, encoder)
    write_json(path, metrics)
    print(json.dumps(metrics["retrieval"], indent=1))


if __name__ == "__main__":
    main()
