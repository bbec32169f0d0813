"""The numbers that Verify goes by, in one place, so that the evaluation can take its parts away one by one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """How questions are asked and answered. Chosen on AVeriTeC's training claims, on the 15% before the tested ones.

    `templates` questions come first, then those of `past` nearest claims that are at least `alike` to this claim (cosine), then more
    templates. The first question, the claim's own, is preferred by the factor `own`.
    `lexical` and `dense` are the weights of the two searches (0: not searched); `led`: the second looks where claim and questions lead.
    `reranked`: the answerer orders the passages, else their cosines with claim and question do; `read`: it sees what the cross-encoder
    says of claim and passage, `answers`: what the answer scorer does. A passage that is less probably an answer than `least` is none.
    `trained`: the combiner gives the label, not the paper's rule. `carried`: it is spoken only where the answers carry it.
    """

    templates: int = 3
    past: int = 20
    alike: float = 0.5
    own: float = 1.6
    lexical: float = 1.0
    dense: float = 1.0
    led: bool = True
    reranked: bool = True
    read: bool = True
    answers: bool = True
    least: float = 0.02
    trained: bool = True
    carried: bool = True


RECIPE = Recipe()
