"""Sanity test for the user's own models: a few pairs with obvious answers, which a folder must get right before it is used.

It detects mix-ups (a wrong folder, an untrained head, labels in another order) and does not measure quality.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from app.domain.progress import CancelToken, no_progress
from app.ports import FloatMatrix, PairInput, PairScorer, StanceScorer, TextEncoder

NEEDED = {"encoder": 0.9, "pair_scorer": 0.9, "stance": 0.75}
"""The share of the comparisons that must come out right; half would by chance."""


@dataclass(frozen=True, slots=True)
class Known:
    """A published claim with a paraphrase, a denial, and an unrelated sentence."""

    claim: str
    same: str
    denied: str
    other: str


KNOWN = (
    Known(
        "The bridge over the river was opened in 1931.",
        "The river bridge opened in 1931.",
        "The bridge over the river was not opened in 1931.",
        "Cats sleep for most of the day.",
    ),
    Known(
        "Unemployment fell to four percent last year.",
        "Last year the unemployment rate fell to four percent.",
        "Unemployment did not fall to four percent last year.",
        "The museum shows paintings of ships.",
    ),
    Known(
        "The vaccine is safe for children.",
        "Children can safely be given the vaccine.",
        "The vaccine is not safe for children.",
        "The train to the coast leaves at noon.",
    ),
    Known(
        "The mayor raised the property tax.",
        "Property tax was raised by the mayor.",
        "The mayor never raised the property tax.",
        "Penguins live in the southern half of the world.",
    ),
    Known(
        "The company closed its factory in the north.",
        "The factory in the north was closed by the company.",
        "The company did not close its factory in the north.",
        "My neighbour plays the violin.",
    ),
    Known(
        "Crime has gone down in the city since 2015.",
        "Since 2015 the city has seen less crime.",
        "Crime has gone up in the city since 2015.",
        "Bread is baked from flour and water.",
    ),
    Known(
        "The senator voted for the health care law.",
        "The senator gave his vote to the law on health care.",
        "The senator voted against the health care law.",
        "The moon has no air.",
    ),
    Known(
        "Wind turbines produce more power than coal in this state.",
        "In this state more power comes from wind turbines than from coal.",
        "Wind turbines do not produce more power than coal in this state.",
        "The film won two prizes.",
    ),
)


def encoder_share(queries: TextEncoder, passages: TextEncoder) -> float:
    """Return the share of comparisons in which a sentence is nearer to its own claim than to another."""
    claims = passages.encode([pair.claim for pair in KNOWN], progress=no_progress, cancel=CancelToken())
    sentences = queries.encode([pair.same for pair in KNOWN], progress=no_progress, cancel=CancelToken())
    cosines = sentences @ claims.T
    return _share_above(np.diag(cosines)[:, None], cosines[~np.eye(len(KNOWN), dtype=bool)].reshape(len(KNOWN), -1))


def pair_share(scorer: PairScorer) -> float:
    """Return the share of comparisons in which a pair about the same claim scores above a pair about two."""
    same_claim = [PairInput(sentence=pair.same, claim=pair.claim) for pair in KNOWN]
    other_claim = [PairInput(sentence=pair.other, claim=pair.claim) for pair in KNOWN]
    scores = scorer.score([*same_claim, *other_claim], cancel=CancelToken())
    return _share_above(scores[: len(same_claim), None], scores[None, len(same_claim) :])


def stance_share(scorer: StanceScorer) -> float:
    """Return the lowest of three shares: agreeing pairs above denying ones by support, denying above agreeing ones by refute,
    unrelated above both by neutral."""
    agree, deny, other = stance_rows(scorer)
    return min(
        _share_above(agree[:, 0, None], deny[None, :, 0]),
        _share_above(deny[:, 1, None], agree[None, :, 1]),
        _share_above(other[:, 2, None], np.concatenate([agree, deny])[None, :, 2]),
    )


def stance_rows(scorer: StanceScorer) -> tuple[FloatMatrix, FloatMatrix, FloatMatrix]:
    """Return probabilities (len(KNOWN), 3) of the agreeing, the denying and the unrelated pairs."""
    claims = [pair.claim for pair in KNOWN]
    hypotheses = [[pair.same for pair in KNOWN], [pair.denied for pair in KNOWN], [pair.other for pair in KNOWN]]
    rows = scorer.stance(claims * 3, [text for texts in hypotheses for text in texts], cancel=CancelToken())
    agree, deny, other = np.split(rows, 3)
    return agree, deny, other


def best_columns(rows: Sequence[FloatMatrix]) -> tuple[int, int, int]:
    """Return the columns of support, refute and neutral, inferred from the probabilities of agreeing, denying and unrelated pairs."""
    mean_rows = [part.mean(axis=0) for part in rows]
    orders = list(permutations(range(3)))
    best = max(orders, key=lambda columns: sum(float(mean_rows[kind][column]) for kind, column in enumerate(columns)))
    return best[0], best[1], best[2]


def _share_above(high: FloatMatrix, low: FloatMatrix) -> float:
    """Return the share of comparisons that `high` wins; ties are lost."""
    return float((high > low).mean())
