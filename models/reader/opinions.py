"""Training data of the opinion head: Perspectrum's claims with opinions that support them, refute them, or are unrelated.

Unrelated opinions are near by BM25 and by vectors, as in the program, and not annotated for the claim. Near-copies of annotated
opinions are excluded, because they are probably a missing link. Opinions of a claim of the dev part are never used with a training
claim.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken
from app.retrieval.fusion import reciprocal_rank_fusion
from app.store.bm25_index import Bm25Index
from app.store.exact_index import ExactIndex
from app.store.postings import eager_scores, extended_postings, no_postings
from models.examples.alter import negated
from models.research.mythqa.perspectrum import read_perspectrum
from models.training import EncodedTexts

SUPPORT, REFUTE, NEITHER = 0, 1, 2
DEPTH = 200
NEAR, FAR = 16, 3
"""Unrelated opinions for each claim and pass: among those that are found for it, and among all."""
SAME = 0.75
TURNED, ASKED = 0.15, 0.15
"""Share of the claims that are denied, which exchanges support and refutation; share of those that become a question."""
_VERB = re.compile(r"\b(should|must|can|could|will|would|is|are|was|were|has|have|may|might)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Topic:
    """Claim with the corpus rows of its opinions. `ranked_rows` are the rows that the search finds for it, best first."""

    qid: str
    claim: str
    supporting: tuple[int, ...]
    refuting: tuple[int, ...]
    ranked_rows: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Opinions:
    """Claims of one part with the texts of their opinions."""

    texts: list[str]
    train: list[Topic]
    dev: list[Topic]
    vectors: NDArray[np.float32]


def read_opinions(data: Path, *, threads: int = 2) -> Opinions:
    """Read Perspectrum with the results of the program's first stage (BM25 and vectors, fused) for each claim."""
    gold = read_perspectrum(data / "perspectrum")
    texts = [text for _, text in gold.posts]
    row_of_post = {post: row for row, (post, _) in enumerate(gold.posts)}
    claims = [question.claim for question in gold.questions]
    encoded = EncodedTexts([*texts, *claims], threads=threads)
    vectors = encoded.encode(texts)
    postings = extended_postings(
        no_postings(), sources=np.full(len(texts), -1, np.int32), new_texts=[(text, "en") for text in texts], cancel=CancelToken()
    )
    lexical = Bm25Index(postings, eager_scores(postings)).search(claims, DEPTH)
    dense = ExactIndex(vectors, np.ones(len(texts), np.bool_)).search(encoded.encode(claims), DEPTH)
    fused, _ = reciprocal_rank_fusion([lexical, dense], weights=[1, 1], keep=DEPTH)
    parts: dict[str, list[Topic]] = {"train": [], "dev": []}
    for question, rows in zip(gold.questions, fused, strict=True):
        gold_sides = (question.answers[0].supporting, question.answers[0].refuting)
        supporting, refuting = (tuple(sorted(row_of_post[post] for post in ids)) for ids in gold_sides)
        parts[question.split].append(Topic(question.qid, question.claim, supporting, refuting, rows[rows >= 0]))
    return Opinions(texts, parts["train"], parts["dev"], vectors)


class OpinionPairs:
    """Pairs (statement, opinion, label) of the training claims, different ones at every pass."""

    def __init__(self, opinions: Opinions, *, seed: int) -> None:
        self._opinions = opinions
        self._kept_out = {row for topic in opinions.dev for row in (*topic.supporting, *topic.refuting)}
        self._chooser = random.Random(seed)

    def __call__(self) -> list[tuple[str, str, int]]:
        """Return the pairs of one pass over all claims."""
        pairs = [pair for topic in self._opinions.train for pair in self._of(topic)]
        self._chooser.shuffle(pairs)
        return pairs

    def _of(self, topic: Topic) -> list[tuple[str, str, int]]:
        texts, draw = self._opinions.texts, self._chooser
        gold_rows = {*topic.supporting, *topic.refuting}
        rows = [(row, SUPPORT) for row in topic.supporting] + [(row, REFUTE) for row in topic.refuting]
        neutral_rows = [int(row) for row in topic.ranked_rows if int(row) not in gold_rows and not self._is_known(int(row), gold_rows)]
        share = max(NEAR, len(gold_rows))
        # The nearest are drawn more often: half of them among the first forty.
        sampled = [
            *draw.sample(neutral_rows[:40], min(share // 2, len(neutral_rows[:40]))),
            *draw.sample(neutral_rows, min(share // 2, len(neutral_rows))),
        ]
        rows += [(row, NEITHER) for row in dict.fromkeys(sampled)]
        rows += [(row, NEITHER) for row in draw.sample(range(len(texts)), FAR) if row not in gold_rows]
        rows = [(row, label) for row, label in rows if row not in self._kept_out]
        denied = negated(topic.claim, draw) if draw.random() < TURNED else None
        if denied is not None:
            return [(denied, texts[row], (REFUTE, SUPPORT, NEITHER)[label]) for row, label in rows]
        claim = _as_question(topic.claim) if draw.random() < ASKED else topic.claim
        return [(claim, texts[row], label) for row, label in rows]

    def _is_known(self, row: int, gold_rows: set[int]) -> bool:
        vectors = self._opinions.vectors
        return bool(gold_rows) and float((vectors[sorted(gold_rows)] @ vectors[row]).max()) >= SAME


def _as_question(claim: str) -> str:
    """Return the claim as a question, with its verb first. A claim is unchanged if its verb cannot come first."""
    verb = _VERB.search(claim)
    if verb is None or verb.start() == 0:
        return claim
    before, after = claim[: verb.start()].strip(), claim[verb.end() :].strip(" .!")
    return f"{verb.group().capitalize()} {before[:1].lower()}{before[1:]} {after}?"
