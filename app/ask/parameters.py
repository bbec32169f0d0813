"""The numbers that Ask goes by, in one place, so that the evaluation can take its parts away one by one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """Parameters for searching and ordering posts, chosen on Perspectrum's dev part (`priorcheck evaluate mythqa --ablation`).

    `lexical` and `dense` weigh the two searches in the fusion (0: not searched). `wordings` adds other wordings of the question.
    Relevance is (1 + rank) ** -`fading`; 0 orders by stance alone. With `weighed`, a probability counts by its share of both
    sides', so that ambiguous posts come later. A post whose side has a lower probability than `least` (`least_of_answer`: towards
    an answer to an entity question) is on no side, and a side is shown only if one post is on it with `sure`.

    A post with a lower probability of taking any side than `spoken` (see `app.ask.stance_prior`) is on no side, and a collection
    that does not speak of the claim has no sides (0: neither is checked). For a claim of fact, a post must take its side on this
    very claim with `on_claim` (see `app.ask.claim_relevance`; 0: not checked), or the first network is `certain` of its side and
    the second leans to it.

    Posts with a cosine of `alike` or more are near-copies; with `diverse`, the best of each cluster comes before the others.
    """

    lexical: float = 1.0
    dense: float = 1.0
    wordings: bool = True
    fading: float = 0.5
    weighed: bool = True
    least: float = 0.05
    least_of_answer: float = 0.15
    sure: float = 0.35
    spoken: float = 0.01
    on_claim: float = 0.4
    certain: float = 0.85
    alike: float = 0.86
    diverse: bool = True


RECIPE = Recipe()
