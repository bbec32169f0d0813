"""How often another name is seen: `python -m tests.quality.judgement.swapped --data ../shared/data`.

Real pairs of a sentence and a checked claim that were linked by annotators (tweets and Snopes, debates and PolitiFact) are read twice: as
they are, where a difference of who or where is nearly always wrong, and with one name of the claim, which the sentence has too, replaced
by another of its sort, where it ought to be seen. None of these pairs was used to make the rules.
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
    """The values of a JSON Lines file, perhaps in gzip."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def linked_pairs(data: Path) -> list[Linked]:
    """All linked pairs of both sources."""
    snopes = {row["vclaim_id"]: row["vclaim"] for row in rows(data / "snopes/factchecks.jsonl.gz")}
    tweets = {row["qid"]: row["text"].split(" — ")[0][:280] for row in rows(data / "snopes/tweets.jsonl")}
    pairs = [Linked("tweets", tweets[row["qid"]], snopes[row["vclaim_id"]]) for row in rows(data / "snopes/qrels_train.jsonl")]
    claims = {row["vclaim_id"]: row["vclaim"] for row in rows(data / "politifact/factchecks.jsonl.gz")}
    said: dict[str, dict[int, str]] = {}
    for row in rows(data / "debates_train/pairs.jsonl"):
        name = row["transcript"]
        if name not in said:
            said[name] = transcript(data / f"debates_train/transcripts/{name}.tsv")
        if row["line"] in said[name] and row["vclaim_id"] in claims:
            pairs.append(Linked("debates", said[name][row["line"]], claims[row["vclaim_id"]]))
    return pairs


def transcript(path: Path) -> dict[int, str]:
    """The sentences of a debate by line."""
    with path.open(encoding="utf-8", newline="") as file:
        return {int(row[0]): row[2] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row and row[0].isdigit()}


def swapped(pairs: Sequence[Linked], syntax: dict[str, Syntax], dice: random.Random) -> list[tuple[str, Linked]]:
    """Each name that both texts have, replaced in the claim by one of another claim: its sort and the new pair."""
    names: dict[str, list[str]] = {sort: [] for sort in SORTS}
    for pair in pairs:
        for one in syntax[pair.claim].entities:
            if one.kind in names and not set("'’") & set(one.text):
                names[one.kind].append(one.text)
    made = []
    for pair in pairs:
        for one in syntax[pair.claim].entities:
            others = [name for name in dict.fromkeys(names.get(one.kind, ())) if not _shares_word(name, f"{pair.sentence} {pair.claim}")]
            if others and one.text in pair.sentence:
                made.append((one.kind, pair._replace(claim=pair.claim.replace(one.text, dice.choice(others), 1))))
    return made


def _shares_word(name: str, text: str) -> bool:
    return bool(set(name.casefold().split()) & set(text.casefold().split()))


def syntax_of(texts: Sequence[str], parser: SyntaxReader) -> dict[str, Syntax]:
    """The syntax of each text."""
    unique = list(dict.fromkeys(texts))
    return dict(zip(unique, parser.parse(unique, cancel=CancelToken()), strict=True))


def seen(pairs: Sequence[Linked], reader: ClaimReader) -> list[bool]:
    """Return True if a difference of names is seen, by pair."""
    readings = reader.read([ClaimPair(pair.sentence, pair.claim) for pair in pairs], cancel=CancelToken())
    return [any(one.kind in NAMES for one in reading.differs) for reading in readings]


def main() -> None:
    """Print the shares by source and by sort of name."""
    options = argparse.ArgumentParser()
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--each", type=int, default=600, help="pairs of each source at most (default 600)")
    arguments = options.parse_args()
    dice = random.Random(1)
    every = linked_pairs(arguments.data)
    pairs = [
        pair for source in ("tweets", "debates") for pair in sample([one for one in every if one.source == source], arguments.each, dice)
    ]
    session = Session(device="cpu")
    reader, parser = session.models.claim_reader(), session.models.syntax()
    if reader is None:
        raise SystemExit("The parser is not installed.")
    replaced = swapped(pairs, syntax_of([pair.claim for pair in pairs], parser), dice)
    print("linked pairs, a name called different")
    table([pair.source for pair in pairs], seen(pairs, reader))
    print("a name replaced, seen")
    found = seen([pair for _, pair in replaced], reader)
    table([sort for sort, _ in replaced], found)
    print(f"  all {sum(found)} of {len(found)} {sum(found) / len(found):.3f}")
    session.close()


def sample(pairs: Sequence[Linked], most: int, dice: random.Random) -> list[Linked]:
    """At most so many of the pairs."""
    return dice.sample(pairs, min(most, len(pairs)))


def table(names: Sequence[str], hits: Sequence[bool]) -> None:
    """A line for each name: its hits, how many there are, the share."""
    right = Counter(name for name, hit in zip(names, hits, strict=True) if hit)
    for name, count in sorted(Counter(names).items()):
        print(f"  {name} {right[name]} of {count} {right[name] / count:.3f}")


if __name__ == "__main__":
    main()
