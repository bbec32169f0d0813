"""Build the training and development sets: `python -m models.trunk.mpnet.dataset DATA BASE OUT [--open-only] [--without GROUP]`.

DATA is the folder of research data, BASE that of the base weights. OUT receives an .npz file for each task and part, and
counts.json. A training reads these files only, so later changes of this module do not affect it.
"""

from __future__ import annotations

import argparse
import random
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from app.inference.pairs.pair_text import CLAIM, PairTokens
from app.inference.pairs.trunk import Rows
from app.ports import PairInput
from models.examples.factchecks import read_factchecks
from models.examples.groups import Group, GroupMaker
from models.examples.guard import EvaluationGuard
from models.examples.licences import NON_COMMERCIAL_HELP
from models.examples.matching import matched_posts
from models.examples.minimal.triples import minimal_pairs
from models.examples.polarity import StancePair
from models.examples.published import rated_alike, wrapped
from models.examples.written import WAITING, written_groups, written_pairs
from models.training import EncodedTexts, write_json
from models.trunk.calibrate import held_back_groups
from models.trunk.data import Material, stance_part
from models.trunk.mpnet.pair_set import PairSet, pack
from models.trunk.mpnet.slots import encode
from models.trunk.mpnet.sources import Source, evaluation_guard, part, published, sources
from models.trunk.mpnet.swaps import Swap, SwapMaker, people
from models.trunk.mpnet.tokens import CLAIM_LIMIT, mpnet_rows

SEED = 1
MINIMAL, MADE, WRAPPED, SWAPS, DEVELOP_MINIMAL = 30_000, 10_000, 10_000, 24_000, 600
SHORT = range(5, 31)
"""Number of words of a claim that is altered."""
PER_SOURCE = {"develop": 120, "test": 250, "unseen": 250}
"""Limit of the pairs of a source in the parts that do not train."""
_SPOKEN_COPIES = 2


def build(data: Path, base: Path, out: Path, *, open_only: bool = False, without: Sequence[str] = ()) -> None:
    """Write all sets."""
    tokenize = mpnet_rows(base / "tokenizer.json")
    guard = evaluation_guard(data)
    table = {name: source for name, source in sources().items() if source.group not in without and (source.open or not open_only)}
    material = Material(data, open_only=open_only)
    swaps = made_swaps(data, guard)
    parts = stance_parts(data, guard, material, swaps, table)
    sets = {f"stance-{name}": _stance_set(pairs, tokenize) for name, pairs in parts.items()}
    sets |= {f"slots-{name}": _slot_set([swap for swap in swaps if _part(swap.pair) == name], tokenize) for name in ("train", "develop")}
    sets["relevance-train"] = _group_set(relevance_groups(data, guard, material), tokenize)
    sets["relevance-develop"] = _group_set([group for group, _ in held_back_groups(data)] + _posts(data, guard, develop=True), tokenize)
    out.mkdir(parents=True, exist_ok=True)
    for name, pairs in sets.items():
        pairs.save(out / f"{name}.npz")
    write_json(out / "counts.json", {name: pairs.counts() for name, pairs in sets.items()})


def made_swaps(data: Path, guard: EvaluationGuard) -> list[Swap]:
    """Return pairs with one changed detail, of claims that no evaluation repeats."""
    factchecks = [item for name in ("politifact", "snopes") for item in read_factchecks(data / name / "factchecks.jsonl.gz")]
    claims = guard.unseen(item.claim for item in factchecks if len(item.claim.split()) in SHORT)
    return SwapMaker(claims, people([item.claimant for item in factchecks]), random.Random(SEED)).swaps(SWAPS)


def stance_parts(
    data: Path, guard: EvaluationGuard, material: Material, swaps: Sequence[Swap], table: dict[str, Source]
) -> dict[str, list[StancePair]]:
    """Return the pairs of all listed sources by part: all training pairs, and a sample of each source in the other parts."""
    pairs = [pair for pair in published(data, guard) if pair.source in table]
    learnt = [pair for pair in pairs if part(pair, table) == "train"]
    generated_by_source = {
        "written": written_pairs(),
        "waiting": written_pairs(WAITING),
        "spoken": material.spoken_stances(),
        "minimal": minimal_pairs(MINIMAL, seed=SEED),
        "made": material.altered_stances(seed=SEED, count=MADE),
        "wrapped": wrapped(learnt, WRAPPED, seed=SEED),
        "rated": rated_alike(data / "multilingual" / "stsb" / "stsb-en-train.csv", lambda text: stance_part(text) == "train", seed=SEED),
        "swap": [swap.pair for swap in swaps],
    }
    parts: dict[str, list[StancePair]] = {"train": learnt, **{name: _few(pairs, name, table) for name in PER_SOURCE}}
    for source, generated in generated_by_source.items():
        if source in table:
            parts["train"] += [replace(pair, source=source) for pair in generated if _part(pair) == "train" or source == "wrapped"]
    for source in ("written", "swap"):
        parts["develop"] += _sample([replace(pair, source=source) for pair in generated_by_source[source] if _part(pair) == "develop"], 300)
    parts["develop"] += [replace(pair, source="minimal") for pair in minimal_pairs(DEVELOP_MINIMAL, seed=SEED, held_back=True)]
    return parts


def _part(pair: StancePair) -> str:
    return {"calibrate": "develop"}.get(name := stance_part(pair.premise), name)


def _few(pairs: Iterable[StancePair], part_name: str, table: dict[str, Source]) -> list[StancePair]:
    by_source: dict[str, list[StancePair]] = defaultdict(list)
    for pair in pairs:
        if part(pair, table) == part_name:
            by_source[pair.source].append(pair)
    return [pair for source_pairs in by_source.values() for pair in _sample(source_pairs, PER_SOURCE[part_name])]


def _sample(pairs: Iterable[StancePair], count: int) -> list[StancePair]:
    return sorted(pairs, key=lambda pair: zlib.crc32(f"{pair.premise}\n{pair.hypothesis}".encode()))[:count]


def relevance_groups(data: Path, guard: EvaluationGuard, material: Material) -> list[Group]:
    """Return the groups of debates, tweets, quotes, posts and hand-written texts."""
    written = [pair for pair in written_pairs() if _part(pair) == "train"]
    return [
        *material.groups(seed=SEED, spoken_copies=_SPOKEN_COPIES),
        *written_groups(written, seed=SEED)[::4],
        *_posts(data, guard, develop=False),
    ]


def _posts(data: Path, guard: EvaluationGuard, *, develop: bool) -> list[Group]:
    claims, posts = matched_posts(data / "matching_extra", guard, wanted_held_back=develop)
    texts = [text for item in claims for text in (item.claim, item.title)] + [post.text for post in posts]
    return list(GroupMaker(claims, EncodedTexts(texts, threads=2), seed=SEED).groups(posts))


def _stance_set(pairs: Sequence[StancePair], tokenize: Rows) -> PairSet:
    """Return the pairs with an uncut premise. A label for a whole text may not hold for its beginning."""
    rows = tokenize([PairInput(sentence=pair.hypothesis, claim=pair.premise) for pair in pairs])
    uncut = [(row, pair) for row, pair in zip(rows, pairs, strict=True) if _claim_length(row) <= CLAIM_LIMIT]
    return pack([([row], [pair.label]) for row, pair in uncut], [pair.source for _, pair in uncut])


def _claim_length(row: PairTokens) -> int:
    return Counter(row[1])[CLAIM]


def _slot_set(swaps: Sequence[Swap], tokenize: Rows) -> PairSet:
    labelled = [swap for swap in swaps if any(swap.slots)]
    rows = tokenize([PairInput(sentence=swap.pair.hypothesis, claim=swap.pair.premise) for swap in labelled])
    return pack([([row], [encode(swap.slots)]) for row, swap in zip(rows, labelled, strict=True)], [swap.pair.source for swap in labelled])


def _group_set(groups: Sequence[Group], tokenize: Rows) -> PairSet:
    rows = iter(tokenize([pair for group in groups for pair in group.pairs]))
    return pack([([next(rows) for _ in group.pairs], group.labels) for group in groups], [group.source for group in groups])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--open-only", action="store_true", help=NON_COMMERCIAL_HELP)
    parser.add_argument("--without", action="append", default=[], help="leave out this group of sources")
    arguments = parser.parse_args()
    build(arguments.data, arguments.base, arguments.out, open_only=arguments.open_only, without=arguments.without)
