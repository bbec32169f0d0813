"""Probability that a post takes its side on this very claim, and not only on its topic.

The opinion network was trained on arguments: whoever praises school uniforms is for whatever is good about them. For a claim of
fact that is too little ("School uniforms improve discipline": "they promote school unity"). So a second network, trained on
entailment, is asked too, together with the share of the claim that the post covers. For a claim about what ought to be (`wished`),
a reason is a side.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.ask.lexicon import lexicon
from app.ask.statement import OPENERS
from app.domain.log_odds import log_odds_array
from app.domain.wordlists import FUNCTION_WORDS
from app.ports import FloatMatrix
from app.ranking.text import is_question, words

_OPINION, _FOLLOWS, _COVERED, _NEAR, _SHIFT = 0.31, 0.44, 1.3, 1.41, -2.63
"""Logistic regression on 253 posts that were shown for 27 questions of ours over Perspectrum's opinions and tweets that PolitiFact checks,
judged by eye: of the log odds of the shown side by both networks, of the share of the claim that the post covers and of its cosine to the
claim, whether the post takes that side on the claim (`models/opinion/CARD.md`)."""
_MARGIN = 1e-4
_ROOT = 5
"""Letters that words of one root share, roughly."""
_WISHES = frozenset("should must ought shall".split())
_ENDS = ".!?…\n"


def on_claim(stances: FloatMatrix, second: FloatMatrix, covered: NDArray[Any], vectors: FloatMatrix, claim: FloatMatrix) -> NDArray[Any]:
    """The probability in (0, 1) that each post takes its more probable side on the claim, (n,).

    `stances` and `second` (n, 3) are what the two networks say (support, refute, neither), `covered` (n,) is the share of the claim that
    each post says, `vectors` (n, dimension) are the posts' unit vectors, zeros where there is none, `claim` (dimension,) the claim's.
    """
    rows = np.arange(len(stances))
    side = stances[:, :2].argmax(axis=1) if len(stances) else np.zeros(0, np.int64)
    odds = (
        _OPINION * log_odds_array(stances[rows, side], margin=_MARGIN)
        + _FOLLOWS * log_odds_array(second[rows, side], margin=_MARGIN)
        + _SHIFT
    )
    probabilities: NDArray[Any] = 1.0 / (1.0 + np.exp(-(odds + _COVERED * covered + _NEAR * (vectors @ claim))))
    return probabilities


def agreed(stances: FloatMatrix, second: FloatMatrix, *, certain: float) -> NDArray[np.bool_]:
    """Return the posts that take their side with probability `certain` or more by the first network, while the second leans the
    same way, (n,). Casual posts say little of the claim in its own words, so that `on_claim` is seldom sure of them."""
    lean, second_lean = stances[:, 0] - stances[:, 1], second[:, 0] - second[:, 1]
    both_agree: NDArray[np.bool_] = (lean * second_lean > 0) & (stances[:, :2].max(axis=1, initial=0.0) >= certain)
    return both_agree


def coverage(claim: str, texts: Sequence[str]) -> NDArray[Any]:
    """Of what the claim says, the share in [0, 1] that each text says, (n,): its content words, the rarer ones among the texts counting
    more. A claim without content words is covered by nothing."""
    text_roots = [_roots(text) for text in texts]
    frequent = Counter(root for roots in text_roots for root in roots)
    weights = {root: -math.log((frequent[root] + 0.5) / (len(texts) + 1)) for root in sorted(_roots(claim))}
    total = sum(weights.values())
    return np.array([sum(weight for root, weight in weights.items() if root in roots) / total if total else 0.0 for roots in text_roots])


def _roots(text: str) -> frozenset[str]:
    return frozenset(word[:_ROOT] if len(word) > _ROOT else word.removesuffix("s") for word in words(text) if word not in FUNCTION_WORDS)


def wished(question: str) -> bool:
    """Return True if an English question or claim is about what ought to be: by its auxiliary verb, or because it gives an order
    ("Ban junk food"). A question that begins with an auxiliary gives none ("Do heat pumps work?")."""
    tokens = words(question)
    ordered = bool(tokens and lexicon().verb(tokens[0])) and OPENERS.isdisjoint(tokens)
    return ordered or not _WISHES.isdisjoint(tokens)


def only_asks(text: str) -> bool:
    """Return True if a text is a single question, which takes no side."""
    stripped = text.strip()
    return is_question(stripped) and not any(end in stripped.rstrip("\"'”’)» ?!") for end in _ENDS)
