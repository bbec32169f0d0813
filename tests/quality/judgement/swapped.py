"""Detection rate of a changed name: `python -m tests.quality.judgement.swapped --data ../shared/data`.
Real pairs of a sentence and a checked claim that annotators linked (tweets and Snopes, debates and PolitiFact) are read twice:
unchanged, where a difference of person or place is nearly always wrong, and with one shared name of the claim replaced by another
of its kind, where it should be detected. None of these pairs was used to make the rules.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from app.bootstrap import Session
from app.domain.progress import CancelToken
from app.domain.speech import ClaimPair, SlotKind
from app.domain.syntax import Syntax
from app.ports import ClaimReader, SyntaxReader

SORTS = ("PERSON", "ORG", "NORP", "GPE", "LOC")
NAMES = {SlotKind.WHO, SlotKind.WHERE}


class Linked(NamedTuple):
    """A sentence and the checked claim that annotators linked with it."""

    source: str
    sentence: str
    claim: str


def rows(path: Path) -> Iterator[Any]:
    """Return the values of a JSON Lines file, optionally gzipped."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def linked_pairs(data: Path) -> list[Linked]:
    """Return all linked pairs of both sources."""
    snopes = {row["vclaim_id"]: row["vclaim"] for row in rows(data / "snopes/factchecks.jsonl.gz")}
    tweets = {row["qid"]: row["text"].split(" — ")[0][:280] for row in rows(data / "snopes/tweets.jsonl")}
    pairs = [Linked("tweets", tweets[row["qid"]], snopes[row["vclaim_id"]]) for row in rows(data / "snopes/qrels_train.jsonl")]
    claims = {row["vclaim_id"]: row["vclaim"] for row in rows(data / "politifact/factchecks.jsonl.gz")}
    transcripts: dict[str, dict[int, str]] = {}
    for row in rows(data / "debates_train/pairs.jsonl"):
        name = row["transcript"]
        if name not in transcripts:
            transcripts[name] = transcript(data / f"debates_train/transcripts/{name}.tsv")
        if row["line"] in transcripts[name] and row["vclaim_id"] in claims:
            pairs.append(Linked("debates", transcripts[name][row["line"]], claims[row["vclaim_id"]]))
    return pairs


def transcript(path: Path) -> dict[int, str]:
    """Return the sentences of a debate by line."""
    with path.open(encoding="utf-8", newline="") as file:
        return {int(row[0]): row[2] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row and row[0].isdigit()}


def swapped(pairs: Sequence[Linked], syntax: dict[str, Syntax], rng: random.Random) -> list[tuple[str, Linked]]:
    """Replace each name that both texts have by a name of another claim. Return its kind and the new pair."""
    names: dict[str, list[str]] = {sort: [] for sort in SORTS}
    for pair in pairs:
        for entity in syntax[pair.claim].entities:
            if entity.kind in names and not set("'’") & set(entity.text):
                names[entity.kind].append(entity.text)
    swapped_pairs = []
    for pair in pairs:
        for entity in syntax[pair.claim].entities:
            other_names = [
                name for name in dict.fromkeys(names.get(entity.kind, ())) if not _shares_word(name, f"{pair.sentence} {pair.claim}")
            ]
            if other_names and entity.text in pair.sentence:
                swapped_pairs.append((entity.kind, pair._replace(claim=pair.claim.replace(entity.text, rng.choice(other_names), 1))))
    return swapped_pairs


def _shares_word(name: str, text: str) -> bool:
    return bool(set(name.casefold().split()) & set(text.casefold().split()))


def syntax_of(texts: Sequence[str], parser: SyntaxReader) -> dict[str, Syntax]:
    """Return the syntax of each text."""
    unique = list(dict.fromkeys(texts))
    return dict(zip(unique, parser.parse(unique, cancel=CancelToken()), strict=True))


def difference_seen(pairs: Sequence[Linked], reader: ClaimReader) -> list[bool]:
    """Return for each pair whether a difference of names is detected."""
    readings = reader.read([ClaimPair(pair.sentence, pair.claim) for pair in pairs], cancel=CancelToken())
    return [any(features.kind in NAMES for features in reading.differs) for reading in readings]


def main() -> None:
    """Print the shares by source and by kind of name."""
    options = argparse.ArgumentParser()
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--each", type=int, default=600, help="pairs of each source at most (default 600)")
    arguments = options.parse_args()
    rng = random.Random(1)
    every = linked_pairs(arguments.data)
    pairs = [
        pair
        for source in ("tweets", "debates")
        for pair in sample([candidate for candidate in every if candidate.source == source], arguments.each, rng)
    ]
    session = Session(device="cpu")
    reader, parser = session.models.claim_reader(), session.models.syntax()
    if reader is None:
        raise SystemExit("The parser is not installed.")
    replaced = swapped(pairs, syntax_of([pair.claim for pair in pairs], parser), rng)
    print("linked pairs, a name called different")
    table([pair.source for pair in pairs], difference_seen(pairs, reader))
    print("a name replaced, seen")
    detected = difference_seen([pair for _, pair in replaced], reader)
    table([sort for sort, _ in replaced], detected)
    print(f"  all {sum(detected)} of {len(detected)} {sum(detected) / len(detected):.3f}")
    session.close()


def sample(pairs: Sequence[Linked], limit: int, rng: random.Random) -> list[Linked]:
    """Draw at most `limit` of the pairs."""
    return rng.sample(pairs, min(limit, len(pairs)))


def table(names: Sequence[str], hits: Sequence[bool]) -> None:
    """Print a line for each name: hits, total, share."""
    right = Counter(name for name, hit in zip(names, hits, strict=True) if hit)
    for name, count in sorted(Counter(names).items()):
        print(f"  {name} {right[name]} of {count} {right[name] / count:.3f}")


if __name__ == "__main__":
    main()
