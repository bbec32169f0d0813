"""How a language model is to be run on this machine: tried from the most that it may have to the least, measured once, and kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.inference.llm.gguf_file import GgufModel

MOST_CONTEXT, MOST_CONTEXT_OF_PAIR, LEAST_CONTEXT = 8192, 2048, 512
_SHARE = 0.8
"""Of the free memory, what the model and its context may take."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to load a model: layers on the graphics processor (-1: all) and tokens of context."""

    gpu_layers: int
    context: int


def attempts(model: GgufModel, *, gpu: bool, free: int | None) -> Iterator[Attempt]:
    """Ways to load it, the best first: everything on the graphics processor, half of it, nothing; then less and less context."""
    context = usual_context(model, free=free)
    if gpu:
        yield Attempt(-1, context)
        yield Attempt(max(1, model.layers // 2), context)
    while True:
        yield Attempt(0, context)
        if context <= LEAST_CONTEXT:
            return
        context = max(LEAST_CONTEXT, context // 2)


def usual_context(model: GgufModel, *, free: int | None) -> int:
    """The tokens that the work here needs, no more than the model was trained with, nor than the free memory (bytes) allows."""
    limit = MOST_CONTEXT_OF_PAIR if model.ranks else MOST_CONTEXT
    context = min(limit, model.trained_context or limit)
    while free is not None and context > LEAST_CONTEXT and model.size + context * model.memory_per_token > _SHARE * free:
        context = max(LEAST_CONTEXT, context // 2)
    return context


def thread_counts(processors: int) -> tuple[int, ...]:
    """Numbers of threads to try: half of the processors (where two share a core, that is one a core) and all of them."""
    return tuple(sorted({max(1, processors // 2), max(1, processors)}))
