"""The numbers that Ask goes by, in one place, so that the evaluation can take its parts away one by one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """How posts are found and ordered. Chosen on Perspectrum's dev part (`priorcheck evaluate mythqa --ablation`).

    `lexical` and `dense` are the weights of the two searches in the fusion (0: not searched). `wordings`: other wordings of the question
    are searched too. Relevance is (1 + place) ** -`fading`: how much a lower place in the retrieval costs; 0 orders by stance alone. A post
    with a lower probability of its side than `least` takes none. Posts whose cosine is at least `alike` say nearly the same; with
    `diverse` the best of each such cluster comes before the others.
    """

    lexical: float = 1.0
    dense: float = 1.0
    wordings: bool = True
    fading: float = 0.5
    least: float = 0.2
    alike: float = 0.86
    diverse: bool = True


RECIPE = Recipe()
