"""The ranker: a logistic model over sentence features, with its calibration and thresholds, read from a JSON file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from math import exp
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.decoding import DECODING_ERRORS
from app.domain.log_odds import log_odds, log_odds_array
from app.domain.stance import NO_SHIFT, Shift
from app.errors import ModelError
from app.ports import FloatMatrix
from app.translation import tr

BELOW = 1000.0
"""Far below every score of a model over standardised features."""
SUREST = 0.97
"""No probability above this: the sentences at the top are too few to promise more."""
RAW = (1.0, 0.0, 0.0)
"""The calibration that leaves a pair probability as it is."""


class RankerFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file `ranker.json`. Coefficients are for standardised features: (x - mean) / scale.

    `calibration` are (score, probability) knots, both ascending, interpolated linearly. `match_probability` is the pair
    probability from which a fact-check counts as found, `near_probability` the one from which it is shown as near, as is what fits best
    where the sentence's own probability reaches `near_verifiability`; `stance_shift` corrects the stance model's prior odds
    (`StanceProbabilities.shifted`): few fact-checks of what is said in debates contradict it.
    `agree_probability` is the support from which an agreeing fact-check gives the sentence its verdict, under the rule of
    `verdict_slope`, `verdict_shift`, `silence_below` and `conflict_from` (`app.ranking.verdict.VerdictRule`). With `outcome_from`,
    (match, near), the calibrated probability itself decides the outcome, not the best pair: so it is for single claims.
    A sentence whose score reaches `compare_from` is compared in full, with more candidates where the first ones' pair probability
    reaches `more_from` (preliminary ranker); a pair whose probability reaches `stance_from` gets its stance judged (the others).
    A candidate's prefilter score, which orders those of one sentence, is its prefilter's log-odds plus `body_weight` times BM25 on the
    body: claim and title need not repeat what is quoted there. (It is no probability: BM25 grows with the library.)
    `match_calibration`, (slope, weight of `quoted`, shift), makes of a pair probability the chance that both are about the same claim.
    The pair scorer's log-odds, and the prefilter's times `prefilter_weight`, are added, scaled and shifted to one probability.
    The model speaks of rows whose feature `needs` is above 0; the others come below them all, ordered by their feature `otherwise`.
    """

    name: str
    features: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    coefficients: tuple[float, ...]
    intercept: float
    calibration: tuple[tuple[float, float], ...]
    match_probability: float
    near_probability: float
    match_calibration: tuple[float, float, float] = RAW
    agree_probability: float
    outcome_from: tuple[float, float] | None = None
    compare_from: float = -1e9
    more_from: float = 0.0
    pair_scale: float = 1.0
    pair_shift: float = 0.0
    prefilter_weight: float = 0.0
    body_weight: float = 0.0
    needs: str = ""
    otherwise: str = ""
    stance_from: float = 0.0
    stance_shift: Shift = NO_SHIFT
    near_verifiability: float = 1.0
    verdict_slope: float = 1.0
    verdict_shift: float = 0.0
    silence_below: float = 0.0
    conflict_from: float = 0.3

    def prefilter_score(self, prefilter: FloatMatrix, bm25_body: FloatMatrix) -> FloatMatrix:
        """Return the score that orders candidates before they are compared in full: elementwise, float32, of the inputs' shape."""
        total: FloatMatrix = (log_odds_array(prefilter) + self.body_weight * bm25_body).astype(np.float32)
        return total

    def combined_probability(self, pair: NDArray[np.float64], prefilter: NDArray[np.float64]) -> NDArray[np.float64]:
        """Combine the probabilities of pair scorer and prefilter, elementwise. Both together err less than either."""
        total = self.pair_scale * (log_odds_array(pair) + self.prefilter_weight * log_odds_array(prefilter)) + self.pair_shift
        probability: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-total))
        return probability

    def chance(self, pair: float, quoted: float) -> float:
        """Return the probability that sentence and fact-check are about the same claim, from the pair probability and
        `ScoreParts.quoted`."""
        slope, weight, shift = self.match_calibration
        return 1.0 / (1.0 + exp(-(slope * log_odds(pair) + weight * quoted + shift)))


@dataclass(frozen=True, slots=True)
class Ranker:
    """Turns features into scores and probabilities; `key` names the model and the hash of its file."""

    file: RankerFile
    key: str

    def score(self, features: FloatMatrix) -> NDArray[np.float64]:
        """Return log-odds of shape (q,), float64. Each depends on its own row only, and decides the order."""
        standard = (features.astype(np.float64) - np.array(self.file.mean)) / np.array(self.file.scale)
        total: NDArray[np.float64] = np.full(len(features), self.file.intercept)
        for column, weight in enumerate(self.file.coefficients):  # summed column by column: no dependence on the batch
            total += standard[:, column] * weight
        if not self.file.needs:
            return total
        present = features[:, self.file.features.index(self.file.needs)] > 0
        below: NDArray[np.float64] = features[:, self.file.features.index(self.file.otherwise)].astype(np.float64) - BELOW
        return np.where(present, total, below)

    def probability(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Calibrated verifiability in [0, 1] of these scores; monotone in the score."""
        knots = np.array(self.file.calibration)
        probabilities: NDArray[np.float64] = np.interp(scores, knots[:, 0], knots[:, 1])
        return probabilities


def load_ranker(path: Path, features: tuple[str, ...]) -> Ranker:
    """Read a ranker over these features. Raises ModelError when the file is missing, damaged, or made for others."""
    if not path.is_file():
        raise ModelError("model-missing", tr("The ranker {file} is missing.", file=path.name), hint=tr("Install Priorcheck again."))
    content = path.read_bytes()
    try:
        file = msgspec.json.decode(content, type=RankerFile)
    except DECODING_ERRORS as error:
        message = tr("The ranker {file} cannot be read: {reason}.", file=path.name, reason=error)
        raise ModelError("model-altered", message, hint=tr("Install Priorcheck again.")) from error
    widths = {len(file.features), len(file.mean), len(file.scale), len(file.coefficients)}
    named_features = {name for name in (file.needs, file.otherwise) if name}
    if file.features != features or widths != {len(features)} or not named_features <= set(features) or not file.calibration:
        message = tr("The ranker {file} was made for another version.", file=path.name)
        raise ModelError("model-mismatch", message, hint=tr("Install Priorcheck again."))
    return Ranker(file=file, key=f"{file.name}:{hashlib.sha256(content).hexdigest()[:16]}")
