"""The numbers that Verify goes by, in one place, so that the evaluation can take its parts away one by one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """Parameters for asking and answering questions, chosen on AVeriTeC's training claims, the 15% before the tested ones.

    `templates` questions come first, then those of the `past` nearest claims with a cosine of `alike` or more, then more templates.
    The claim's own question is weighted by `own`. `lexical` and `dense` weigh the two searches (0: not searched); with `led`, the
    second uses projected vectors. With `reranked`, the answerer orders the passages, otherwise their cosines do; with `read`, it
    sees the cross-encoder's score of claim and passage, with `answers` the answer scorer's. A passage below the probability `least`
    is no answer. With `trained`, the classifier gives the label, not the paper's rule; with `carried`, a label is spoken only if
    the answers carry it.
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
