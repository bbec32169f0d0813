"""Fits how probably a post takes a side at all: `python -m models.opinion.siding DATA` prints the numbers of `app/ask/stance_prior.py`.

Of claims of Perspectrum's training part, the opinions nearest to each, and those nearest among a pile about other claims: by what the
network says of each and by its cosine to the claim, whether it is annotated for the claim (logistic regression, with the cosine and
without). Then the average precision of that on the dev part, beside the network's own word.
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
"""Claims with this cosine are about one matter: a pile about something else holds no opinion on either."""
SEED = 5
_MARGIN = 1e-4

Rows = tuple[NDArray[Any], NDArray[Any]]
"""Log odds of a side and cosine, (n, 2); whether the opinion is annotated, (n,)."""


class Corpus:
    """Perspectrum's claims and opinions with their vectors."""

    def __init__(self, folder: Path) -> None:
        self.claims, opinions = read_rows(folder / "claims.jsonl"), read_rows(folder / "perspectives.jsonl")
        self.row = {one["id"]: place for place, one in enumerate(opinions)}
        self.texts = [one["text"] for one in opinions]
        said = [one["claim"] for one in self.claims]
        encoded = EncodedTexts([*said, *self.texts])
        self.vectors, self.of_claims = encoded.encode(self.texts), encoded.encode(said)
        self.network = load_opinions(models=models_dir(), device="cpu", threads=1, cache=None)

    def part(self, name: str) -> list[int]:
        """The claims of a part."""
        return [place for place, one in enumerate(self.claims) if one["split"] == name]

    def annotated(self, place: int) -> set[int]:
        """The rows of a claim's opinions."""
        claim = self.claims[place]
        return {self.row[one] for side in ("supporting", "refuting") for one in claim[side] if one in self.row}

    def rows(self, place: int, chooser: random.Random) -> Rows:
        """The examples of one claim."""
        cosine = self.vectors @ self.of_claims[place]
        related = set().union(
            *(self.annotated(other) for other in np.flatnonzero(self.of_claims @ self.of_claims[place] > RELATED).tolist())
        )
        pile = np.array(chooser.sample([row for row in range(len(self.texts)) if row not in related], PILE))
        chosen = [*np.argsort(-cosine)[:NEAREST].tolist(), *pile[np.argsort(-cosine[pile])[:OF_PILE]].tolist()]
        claim = self.claims[place]["claim"]
        stances = self.network.stance([self.texts[row] for row in chosen], [claim] * len(chosen), cancel=CancelToken())
        odds = log_odds_array(stances[:, :2].sum(axis=1), margin=_MARGIN)
        return np.c_[odds, cosine[chosen]], np.isin(chosen, list(self.annotated(place)))


def main(data: Path) -> None:
    """Fit, print."""
    corpus, chooser = Corpus(data / "perspectrum"), random.Random(SEED)
    train, dev = corpus.part("train"), corpus.part("dev")
    chooser.shuffle(train)
    (features, right), (unseen, truth) = (
        tuple(np.concatenate(column) for column in zip(*(corpus.rows(place, chooser) for place in part), strict=True))
        for part in (train[:CLAIMS], dev)
    )
    both, alone = LogisticRegression(C=10).fit(features, right), LogisticRegression(C=10).fit(features[:, :1], right)
    print("said, near, shift:", both.coef_[0].round(2), both.intercept_.round(2))
    print("said alone, shift:", alone.coef_[0].round(2), alone.intercept_.round(2))
    precision = average_precision_score(truth, both.predict_proba(unseen)[:, 1])
    print(f"dev part, average precision: {precision:.3f}; by the network alone {average_precision_score(truth, unseen[:, 0]):.3f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
