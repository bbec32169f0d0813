"""Groups for the relevance head: a text, the fact-checks about it, and similar ones that are not."""

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
from models.examples.links import LinkedText
from models.training import EncodedTexts

DENSE, LEXICAL = 16, 8
PROBABLE_LINK = 0.78
"""Cosine from which a candidate is probably a missing link and no negative: to a linked claim, or to a sentence without
links."""
NEGATIVES = {"debate": 6, "snopes": 4, "politifact-tweet": 3, "quote": 3, "told": 4, "post": 3}
UNLINKED_NEGATIVES = 2
ALTERED = 0.3
DROPPED = 0.3


@dataclass(frozen=True, slots=True)
class Group:
    """Pairs of one text with labels; at most the first is a match. `source` as in LinkedText."""

    pairs: tuple[PairInput, ...]
    labels: tuple[int, ...]
    source: str


class GroupMaker:
    """Maker of groups. It finds the negatives in one collection, by cosine with claim and title and by BM25 over the claim."""

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

    def groups(self, spoken_texts: list[LinkedText]) -> Iterator[Group]:
        """Yield one group for each linked fact-check of each text, and one with negatives only for a text without links."""
        if not spoken_texts:
            return
        tokens = bm25s.tokenize([spoken.text for spoken in spoken_texts], show_progress=False)
        lexical, _ = self._lexical.retrieve(tokens, k=LEXICAL, show_progress=False)
        for spoken, words, vector in zip(spoken_texts, lexical, self._vectors.encode(spoken.text for spoken in spoken_texts), strict=True):
            yield from self._of(spoken, vector, words)

    def _of(self, spoken: LinkedText, vector: NDArray[np.float32], lexical: NDArray[np.int64]) -> Iterator[Group]:
        linked = [self._row[name] for name in sorted(spoken.linked) if name in self._row]
        cosines = np.maximum(self._claims @ vector, self._titles @ vector)
        nearest = np.argpartition(-cosines, DENSE)[:DENSE]
        usable = [row for row in dict.fromkeys([*nearest.tolist(), *(int(word) for word in lexical)]) if row not in linked]
        likeness = (self._claims[usable] @ self._claims[linked].T).max(axis=1) if linked else cosines[usable]
        negatives = [row for row, like in zip(usable, likeness, strict=True) if like < PROBABLE_LINK]
        if not linked:
            yield self._group(spoken, [], negatives[:UNLINKED_NEGATIVES])
        for row in linked:
            yield self._group(spoken, [row], self._chooser.sample(negatives, min(len(negatives), NEGATIVES[spoken.source])))

    def _group(self, spoken: LinkedText, linked: list[int], negatives: list[int]) -> Group:
        pair_input = self._thinned(PairInput(sentence=spoken.text, claim="", context=spoken.before, speaker=spoken.speaker))
        pairs = [self._with(pair_input, self._factchecks[row]) for row in [*linked, *negatives]]
        labels = [1] * len(linked) + [0] * len(negatives)
        altered = self._altered(pairs[0]) if linked and self._chooser.random() < ALTERED else None
        if altered is not None:
            pairs.append(altered)
            labels.append(0)
        return Group(tuple(pairs), tuple(labels), spoken.source)

    def _thinned(self, pair_input: PairInput) -> PairInput:
        """Return the input with its context or speaker dropped at random, because documents differ in what they give."""
        if self._chooser.random() < DROPPED:
            pair_input = replace(pair_input, context=())
        return replace(pair_input, speaker="") if self._chooser.random() < DROPPED else pair_input

    def _with(self, pair_input: PairInput, item: CheckedClaim) -> PairInput:
        title = "" if self._chooser.random() < DROPPED else item.title
        return replace(pair_input, claim=item.claim, title=title, claimant=item.claimant, published=item.published)

    def _altered(self, pair: PairInput) -> PairInput | None:
        """Return the matching claim with another number or name, a hard negative. It has no title, which would give the claim away."""
        changed = other_number(pair.claim, self._chooser) if self._chooser.random() < 0.7 else None
        changed = changed or other_name(pair.claim, self._names, self._chooser)
        return None if changed is None else replace(pair, claim=changed, title="")
