"""How well an encoder finds linked fact-checks: `python -m models.encoder.retrieval DATA [--stock]`.

Cosine of a sentence or tweet with all claims of PolitiFact or Snopes; the place of the best linked one. Measured on texts that trained
no network: held-back debates, the seven annotated debates, the development tweets of CheckThat! 2022. Writes into metrics.json, for
the shipped encoder or (`--stock`) for the one it was trained from.
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
    """The verifiable sentences of the seven debates."""
    found = []
    for debate in read_gold(data / "debates"):
        verifying = debate.verifying()
        document = read_document(debate.transcript, cancel=CancelToken(), progress=no_progress)
        found += [(one.text, verifying[one.line]) for one in document.sentences if one.line in verifying]
    return found


def places(said: Sequence[Linked], ids: Sequence[str], claims: NDArray[np.float32], encoder: TextEncoder) -> NDArray[np.int64]:
    """How many other claims are nearer to each text than its nearest linked one; texts without a linked claim are left out."""
    row = {name: place for place, name in enumerate(ids)}
    known = [(text, [row[name] for name in names if name in row]) for text, names in said]
    known = [(text, rows) for text, rows in known if rows]
    cosines = _encode(encoder, [text for text, _ in known]) @ claims.T
    return np.array([int((own > own[rows].max()).sum()) for own, (_, rows) in zip(cosines, known, strict=True)])


def measure(data: Path, encoder: TextEncoder) -> dict[str, dict[str, float]]:
    """Recall at each depth and mean reciprocal rank, by set of texts."""
    held_back = debate_sentences(data / "debates_train", wanted_held_back=True)
    sets: dict[str, tuple[str, list[Linked]]] = {
        "debates_train, held back": ("politifact", [(one.text, one.linked) for one in held_back if one.linked]),
        "the seven annotated debates": ("politifact", annotated(data)),
        "CheckThat! 2022, development tweets": ("snopes", [(one.text, one.linked) for one in snopes_tweets(data / "snopes", "dev")]),
    }
    factchecks = {name: read_factchecks(data / name / "factchecks.jsonl.gz") for name in ("politifact", "snopes")}
    claims = {name: _encode(encoder, [item.claim for item in items]) for name, items in factchecks.items()}
    results = {}
    for title, (name, said) in sets.items():
        found = places(said, [item.id for item in factchecks[name]], claims[name], encoder)
        recalls = {f"recall_at_{depth}": round(float((found < depth).mean()), 4) for depth in DEPTHS}
        results[title] = {"texts": len(found), **recalls, "mrr": round(float((1 / (1 + found)).mean()), 4)}
    return results


def _encode(encoder: TextEncoder, texts: Sequence[str]) -> NDArray[np.float32]:
    return encoder.encode(texts, progress=no_progress, cancel=CancelToken())


def main() -> None:
    """Measure one encoder and keep what is known of the other."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--stock", action="store_true")
    told = parser.parse_args()
    encoder = load_second_encoder(None) if told.stock else load_encoder(models=models_dir(), device="cpu", threads=2)
    path = FOLDER / "metrics.json"
    metrics = json.loads(path.read_text(encoding="utf-8"))
    metrics.setdefault("retrieval", {})["stock" if told.stock else "shipped"] = measure(told.data, encoder)
    write_json(path, metrics)
    print(json.dumps(metrics["retrieval"], indent=1))


if __name__ == "__main__":
    main()
