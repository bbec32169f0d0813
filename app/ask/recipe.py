"""The numbers that Ask goes by, in one place, so that the evaluation can take its parts away one by one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """How posts are found and ordered. Chosen on Perspectrum's dev part (`priorcheck evaluate mythqa --ablation`).

    `lexical` and `dense` are the weights of the two searches in the fusion (0: not searched). `wordings`: other wordings of the question
    are searched too. Relevance is (1 + place) ** -`fading`: how much a lower place in the retrieval costs; 0 orders by stance alone. With
    `weighed` a probability counts by its share of both sides', so that who may mean either comes later. A post with a lower probability
    of its side than `least` (`least_of_answer`: towards an answer to an entity question) takes none, and a side is shown only where a
    post takes it with `sure`. A post that takes a side on the claim at all less probably than `spoken` (see `app.ask.siding`) takes none,
    and a pile that does not speak of the claim has no sides (0: neither is asked). Towards a claim of fact a post that takes its side on
    this very claim less probably than `on_claim` (see `app.ask.on_claim`) takes none (0: not asked), unless the first network is `certain`
    of its side and the second leans to it. Posts whose cosine is at least
    `alike` say nearly the same; with `diverse` the best of each such cluster comes before the others.
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
