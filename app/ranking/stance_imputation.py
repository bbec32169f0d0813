"""Imputes stance features for pairs whose stance was not judged, such as those in a language that the stance model does not read.

Without a value such a pair would look as if it had been judged neutral, and a debate in such a language would be ranked too low.
Its features get the model's mean for pairs that are as likely to be about the same claim. The imputed stance gives no verdict and
is never shown.
"""

from __future__ import annotations

import math

from app.domain.log_odds import log_odds

# Slope and intercept over the log-odds of the pair probability: logistic regressions with soft targets over all English pairs of
# the demo debate that the stance model reads (59 pairs of .01 and more, 2026-11-25; `python -m models.ranker.stance_imputation`).
_WEIGHTS = {"support": (0.411, 1.011), "refute": (-0.078, -0.928)}


def expected_stance(name: str, pair: float) -> float:
    """Return the mean probability of “support” or “refute” in [0, 1] for a pair with this probability. Raises KeyError for another
    name."""
    slope, intercept = _WEIGHTS[name]
    return 1 / (1 + math.exp(-(slope * log_odds(pair) + intercept)))
