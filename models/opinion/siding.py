"""Fit the probability that a post takes a side: `python -m models.opinion.siding DATA` prints the numbers of
`app/ask/stance_prior.py`.

The examples are claims of Perspectrum's training part with the opinions nearest to each, and with the nearest ones in a pile about
other claims. A logistic regression predicts whether the opinion is annotated for the claim, from the network's output, with the
cosine to the claim and without. Then it prints the average precision on the dev part, next to that of the network alone.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score

from app.domain.log_odds import log_odds_array
from app.domain.progress import CancelToken
from app.inference import load_opinions
from app.paths import models_dir
from models.training import EncodedTexts, read_rows

CLAIMS, NEAREST, PILE, OF_PILE = 110, 60, 560, 30
RELATED = 0.35
"""Cosine from which claims are about one topic. A pile about another topic has no opinion on either."""
SEED = 5
_MARGIN = 1e-4

Rows = tuple[NDArray[Any], NDArray[Any]]
"""Log odds of a side and cosine, (n, 2); whether the opinion is annotated, (n,)."""


class Corpus:
    """Perspectrum's claims and opinions with their vectors."""

    def __init__(self, folder: Path) -> None:
        self.claims, opinions = read_rows(folder / "claims.jsonl"), read_rows(folder / "perspectives.jsonl")
        self.row = {record["id"]: index for index, record in enumerate(opinions)}
        self.texts = [record["text"] for record in opinions]
        claim_texts = [record["claim"] for record in self.claims]
        encoded = EncodedTexts([*claim_texts, *self.texts])
        self.vectors, self.of_claims = encoded.encode(self.texts), encoded.encode(claim_texts)
        self.network = load_opinions(models=models_dir(), device="cpu", threads=1, cache=None)

    def part(self, name: str) -> list[int]:
        """Return the claims of a part."""
        return [index for index, claim in enumerate(self.claims) if claim["split"] == name]

    def annotated(self, index: int) -> set[int]:
        """Return the rows of a claim's opinions."""
        claim = self.claims[index]
        return {self.row[opinion] for side in ("supporting", "refuting") for opinion in claim[side] if opinion in self.row}

    def rows(self, index: int, chooser: random.Random) -> Rows:
        """Return the examples of a claim."""
        cosine = self.vectors @ self.of_claims[index]
        related = set().union(
            *(self.annotated(other) for other in np.flatnonzero(self.of_claims @ self.of_claims[index] > RELATED).tolist())
        )
        pile_rows = np.array(chooser.sample([row for row in range(len(self.texts)) if row not in related], PILE))
        judged_rows = [*np.argsort(-cosine)[:NEAREST].tolist(), *pile_rows[np.argsort(-cosine[pile_rows])[:OF_PILE]].tolist()]
        claim = self.claims[index]["claim"]
        stances = self.network.stance([self.texts[row] for row in judged_rows], [claim] * len(judged_rows), cancel=CancelToken())
        odds = log_odds_array(stances[:, :2].sum(axis=1), margin=_MARGIN)
        return np.c_[odds, cosine[judged_rows]], np.isin(judged_rows, list(self.annotated(index)))


def main(data: Path) -> None:
    """Fit and print."""
    corpus, chooser = Corpus(data / "perspectrum"), random.Random(SEED)
    train, dev = corpus.part("train"), corpus.part("dev")
    chooser.shuffle(train)
    (features, is_annotated), (unseen, unseen_annotated) = (
        tuple(np.concatenate(column) for column in zip(*(corpus.rows(index, chooser) for index in part), strict=True))
        for part in (train[:CLAIMS], dev)
    )
    with_cosine, without_cosine = (
        LogisticRegression(C=10).fit(features, is_annotated),
        LogisticRegression(C=10).fit(features[:, :1], is_annotated),
    )
    print("said, near, shift:", with_cosine.coef_[0].round(2), with_cosine.intercept_.round(2))
    print("said alone, shift:", without_cosine.coef_[0].round(2), without_cosine.intercept_.round(2))
    precision = average_precision_score(unseen_annotated, with_cosine.predict_proba(unseen)[:, 1])
    print(
        f"dev part, average precision: {precision:.3f}; by the network alone {average_precision_score(unseen_annotated, unseen[:, 0]):.3f}"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
