"""Groups for the relevance head: what was said, the fact-checks that are about it, and near ones that are not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import bm25s
import numpy as np
from numpy.typing import NDArray

from app.ports import PairInput
from models.examples.alter import full_names, other_name, other_number
from models.examples.factchecks import CheckedClaim
from models.examples.links import Spoken
from models.training import EncodedTexts

DENSE, LEXICAL = 16, 8
PROBABLE_LINK = 0.78
"""A candidate so like a linked claim, or so near to a sentence that nobody linked, is probably a missing link: no negative."""
NEGATIVES = {"debate": 6, "snopes": 4, "politifact-tweet": 3, "quote": 3, "told": 4, "post": 3}
UNLINKED_NEGATIVES = 2
ALTERED = 0.3
DROPPED = 0.3


@dataclass(frozen=True, slots=True)
class Group:
    """Pairs of one text with labels; at most the first is a match. `source` as in Spoken."""

    pairs: tuple[PairInput, ...]
    labels: tuple[int, ...]
    source: str


class GroupMaker:
    """Finds the negatives in one collection, by cosine with claim and title and by BM25 over the claim."""

    def __init__(self, factchecks: list[CheckedClaim], vectors: EncodedTexts, *, seed: int) -> None:
        self._factchecks = factchecks
        self._row = {item.id: row for row, item in enumerate(factchecks)}
        self._vectors = vectors
        self._claims = vectors.encode(item.claim for item in factchecks)
        self._titles = vectors.encode(item.title for item in factchecks)
        self._names = full_names([item.claim for item in factchecks])
        self._chooser = random.Random(seed)
        self._lexical = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
        self._lexical.index(bm25s.tokenize([item.claim for item in factchecks], show_progress=False), show_progress=False)

    def groups(self, said: list[Spoken]) -> Iterator[Group]:
        """One group for each linked fact-check of each text, one of negatives alone for a text without links."""
        if not said:
            return
        tokens = bm25s.tokenize([one.text for one in said], show_progress=False)
        lexical, _ = self._lexical.retrieve(tokens, k=LEXICAL, show_progress=False)
        for one, words, vector in zip(said, lexical, self._vectors.encode(one.text for one in said), strict=True):
            yield from self._of(one, vector, words)

    def _of(self, one: Spoken, vector: NDArray[np.float32], lexical: NDArray[np.int64]) -> Iterator[Group]:
        linked = [self._row[name] for name in sorted(one.linked) if name in self._row]
        cosines = np.maximum(self._claims @ vector, self._titles @ vector)
        near = np.argpartition(-cosines, DENSE)[:DENSE]
        usable = [row for row in dict.fromkeys([*near.tolist(), *(int(word) for word in lexical)]) if row not in linked]
        likeness = (self._claims[usable] @ self._claims[linked].T).max(axis=1) if linked else cosines[usable]
        negatives = [row for row, like in zip(usable, likeness, strict=True) if like < PROBABLE_LINK]
        if not linked:
            yield self._group(one, [], negatives[:UNLINKED_NEGATIVES])
        for row in linked:
            yield self._group(one, [row], self._chooser.sample(negatives, min(len(negatives), NEGATIVES[one.source])))

    def _group(self, one: Spoken, linked: list[int], negatives: list[int]) -> Group:
        said = self._thinned(PairInput(sentence=one.text, claim="", context=one.before, speaker=one.speaker))
        pairs = [self._with(said, self._factchecks[row]) for row in [*linked, *negatives]]
        labels = [1] * len(linked) + [0] * len(negatives)
        altered = self._altered(pairs[0]) if linked and self._chooser.random() < ALTERED else None
        if altered is not None:
            pairs.append(altered)
            labels.append(0)
        return Group(tuple(pairs), tuple(labels), one.source)

    def _thinned(self, said: PairInput) -> PairInput:
        """Without what surrounds it, now and then: documents differ in what they tell."""
        if self._chooser.random() < DROPPED:
            said = replace(said, context=())
        return replace(said, speaker="") if self._chooser.random() < DROPPED else said

    def _with(self, said: PairInput, item: CheckedClaim) -> PairInput:
        title = "" if self._chooser.random() < DROPPED else item.title
        return replace(said, claim=item.claim, title=title, claimant=item.claimant, published=item.published)

    def _altered(self, pair: PairInput) -> PairInput | None:
        """The matching claim with another number or name: near, but not what was said. Its title would give the claim away."""
        changed = other_number(pair.claim, self._chooser) if self._chooser.random() < 0.7 else None
        changed = changed or other_name(pair.claim, self._names, self._chooser)
        return None if changed is None else replace(pair, claim=changed, title="")
