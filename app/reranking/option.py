"""Options and result of a reranking."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from app.reranking.reading import NO_FAULTS, Faults


class Way(StrEnum):
    """The kind of question: an order of many, a yes or no for each, or a score from a model that was trained to give one."""

    LISTWISE = "listwise"
    POINTWISE = "pointwise"
    POOLING = "pooling"


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankOptions:
    """Options of a reranking: the first `depth` matches are reordered, the others stay.

    `window` is the number of fact-checks in a listwise question, `step` how far the next window begins before it (Ma et al. 2023,
    “Zero-Shot Listwise Document Reranking with a Large Language Model”, section 3; the figures are those of the thesis in
    DESIGN.md).
    """

    way: Way = Way.LISTWISE
    depth: int = 20
    window: int = 20
    step: int = 10
    temperature: float = 0.0
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranked:
    """A new order and its cost. `order` lists the old indexes, each once; the model read `prompt_tokens` and wrote `tokens` in
    `calls` questions, which took `seconds`."""

    order: tuple[int, ...]
    tokens: int = 0
    prompt_tokens: int = 0
    calls: int = 0
    seconds: float = 0.0
    faults: Faults = field(default=NO_FAULTS)


def summed(total: Reranked, addition: Reranked) -> Reranked:
    """Add the costs and faults of both; the order is that of `total`."""
    return Reranked(
        order=total.order,
        tokens=total.tokens + addition.tokens,
        prompt_tokens=total.prompt_tokens + addition.prompt_tokens,
        calls=total.calls + addition.calls,
        seconds=total.seconds + addition.seconds,
        faults=total.faults + addition.faults,
    )
