"""Probability that a post answers the question, from the reader's confidence and the post's nearness to the question.

The reader was trained on articles, where every paragraph is about the question's topic. Most posts of a collection are about
something else, and the short ones that do answer ("chocolate, every single time") are read with little confidence.
"""

from __future__ import annotations

import math

from app.domain.log_odds import log_odds

_READ, _NEAR, _SHIFT = 1.2, 8.5, -2.35
"""Logistic regression on the demo's posts: of what the reader marked in 1,500 of them, whether they are an annotated answer."""
LEAST_ANSWER = 0.22
"""What is less probably an answer is none."""
SUREST = 0.5
"""Where no post more probably than not gives an answer, the pile is about something else, and what was read in it are no answers."""


def sureness(probability: float, cosine: float) -> float:
    """The probability in (0, 1) that what the reader marked, with this probability, in a post at this cosine to the question answers it."""
    odds = _READ * log_odds(probability) + _NEAR * cosine + _SHIFT
    return 1.0 / (1.0 + math.exp(-odds))
