"""Training pairs for the prefilter: linked debate sentences and tweets with their hard candidates.

Only texts that the encoder has not learnt from are used, since its cosines on training texts are too good. The links are
incomplete. So a candidate is left out if it is probably a missing link: nearly the same claim as a linked one, or very near to a
sentence without links.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bm25s
import numpy as np
from numpy.typing import NDArray

from app.ports import PairInput
from models.examples.links import LINK_TYPES, held_back, is_held_back, snopes_tweets
from models.examples.spoken import SpokenBlock
from models.training import EncodedTexts, read_rows

DENSE, LEXICAL = 10, 5
SAMPLED = 4
"""One unlinked sentence in this many is used, with that weight."""
PROBABLE_LINK = 0.8


@dataclass(frozen=True, slots=True)
class Query:
    """Sentence or tweet with its group (debate) for cross-validation, linked ids and weight."""

    text: str
    speaker: str
    group: str
    linked: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class Sample:
    """Labelled pair with the number of its query."""

    pair: PairInput
    label: int
    group: str
    weight: float
    query: int


def debate_queries(folder: Path) -> list[Query]:
    """Return all linked sentences of the held-back training debates, and one in SAMPLED of the others."""
    links: dict[tuple[str, int], set[str]] = defaultdict(set)
    for row in read_rows(folder / "pairs.jsonl"):
        if row["type"] in LINK_TYPES:
            links[row["transcript"], int(row["line"])].add(row["vclaim_id"])
    queries = []
    paths = sorted((folder / "transcripts").glob("*.tsv"))
    unseen = held_back([path.stem for path in paths])
    for path in (path for path in paths if path.stem in unseen):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        for line, speaker, text, *_ in rows:
            linked = frozenset(links.get((path.stem, int(line)), ()))
            if linked or int(line) % SAMPLED == 0:
                queries.append(Query(text, speaker, path.stem, linked, 1.0 if linked else float(SAMPLED)))
    return queries


def tweet_queries(folder: Path, part: str, *, weight: float) -> list[Query]:
    """Return the tweets of one part ("train": those held back; "dev": all) with their linked claims."""
    tweets = [tweet for tweet in snopes_tweets(folder, part) if part != "train" or is_held_back(tweet)]
    return [Query(tweet.text, "", "snopes", tweet.linked, weight) for tweet in tweets]


def spoken_queries(blocks: Iterable[SpokenBlock], *, weight: float) -> list[Query]:
    """Return queries from the hand-written texts about fact-checks, one group for each block."""
    return [Query(spoken.text, spoken.speaker, f"told-{block.id}", spoken.linked, weight) for block in blocks for spoken in block.spoken()]


class Candidates:
    """Search for the nearest fact-checks of a query, by cosine with claim and title and by BM25 over the claim."""

    def __init__(self, factchecks: list[dict[str, Any]], vectors: EncodedTexts) -> None:
        self.factchecks = factchecks
        self._vectors = vectors
        self._claims = vectors.encode(row["vclaim"] for row in factchecks)
        self._titles = vectors.encode(row["title"] for row in factchecks)
        self._row = {row["vclaim_id"]: number for number, row in enumerate(factchecks)}
        self._lexical = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
        self._lexical.index(bm25s.tokenize([row["vclaim"] for row in factchecks], show_progress=False), show_progress=False)

    def has(self, factcheck: str) -> bool:
        """Return True if the candidates contain the fact-check with this id."""
        return factcheck in self._row

    def samples(self, queries: list[Query]) -> Iterator[Sample]:
        """Yield labelled candidates of each query. Linked fact-checks are always among them."""
        tokens = bm25s.tokenize([query.text for query in queries], show_progress=False)
        lexical, _ = self._lexical.retrieve(tokens, k=LEXICAL, show_progress=False)
        embedded = self._vectors.encode(query.text for query in queries)
        for number, (query, vector) in enumerate(zip(queries, embedded, strict=True)):
            yield from self._of(number, query, self._claims @ vector, self._titles @ vector, lexical[number])

    def near_misses(self, blocks: Iterable[SpokenBlock], *, weight: float) -> Iterator[Sample]:
        """Yield texts close to a fact-check's claim that it does not settle.

        Each is a query of its own, with a negative number.
        """
        for number, (block, text) in enumerate((element, text) for element in blocks for text in element.near()):
            if block.id in self._row:
                query = Query(text, block.lines.get("W", ""), f"told-{block.id}", frozenset(), weight)
                yield Sample(self._pair(query, self._row[block.id]), 0, query.group, weight, -1 - number)

    def _of(
        self, number: int, query: Query, claim: NDArray[np.float32], title: NDArray[np.float32], lexical: NDArray[np.int64]
    ) -> Iterator[Sample]:
        linked = [self._row[name] for name in sorted(query.linked) if name in self._row]
        nearest = np.argpartition(-np.maximum(claim, title), DENSE)[:DENSE]
        likeness = (self._claims @ self._claims[linked].T).max(axis=1, initial=-1.0) if linked else claim
        for row in dict.fromkeys([*linked, *nearest.tolist(), *(int(neighbour) for neighbour in lexical)]):
            if row in linked or likeness[row] < PROBABLE_LINK:
                yield Sample(self._pair(query, row), int(row in linked), query.group, query.weight, number)

    def _pair(self, query: Query, row: int) -> PairInput:
        factcheck = self.factchecks[row]
        speaker = str(factcheck.get("speaker", ""))
        return PairInput(sentence=query.text, claim=factcheck["vclaim"], title=factcheck["title"], speaker=query.speaker, claimant=speaker)
