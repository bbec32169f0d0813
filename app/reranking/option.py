"""What is chosen for a reranking, and what comes of one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from app.reranking.reading import NO_FAULTS, Faults


class Way(StrEnum):
    """How a language model is asked: for an order of many, for a yes or no of each, or, of one that was made for it, for a score."""

    LISTWISE = "listwise"
    POINTWISE = "pointwise"
    POOLING = "pooling"


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankOptions:
    """`depth` matches are given another order; of those behind it none moves. `window` and `step` are how many a listwise question
    holds, and how far the next one begins before it (Ma et al. 2023, “Zero-Shot Listwise Document Reranking with a Large Language
    Model”, section 3; the figures are those of the thesis in DESIGN.md)."""

    way: Way = Way.LISTWISE
    depth: int = 20
    window: int = 20
    step: int = 10
    temperature: float = 0.0
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranked:
    """`order`: the old places in their new order, every one once. `tokens` were said after `prompt_tokens` were read, in `calls`
    questions that took `seconds`."""

    order: tuple[int, ...]
    tokens: int = 0
    prompt_tokens: int = 0
    calls: int = 0
    seconds: float = 0.0
    faults: Faults = field(default=NO_FAULTS)


def summed(total: Reranked, addition: Reranked) -> Reranked:
    """What both took together; the order is that of the first."""
    return Reranked(
        order=total.order,
        tokens=total.tokens + addition.tokens,
        prompt_tokens=total.prompt_tokens + addition.prompt_tokens,
        calls=total.calls + addition.calls,
        seconds=total.seconds + addition.seconds,
        faults=total.faults + addition.faults,
    )
