"""Start configurations of a language model: attempts from the most memory to the least; the first that works is measured and
stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.inference.llm.gguf_file import GgufModel

MOST_CONTEXT, MOST_CONTEXT_OF_PAIR, LEAST_CONTEXT = 8192, 2048, 512
# Of the free memory, what the model and its context may take.
_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Attempt:
    """One load configuration: layers on the graphics processor (-1: all) and tokens of context."""

    gpu_layers: int
    context: int


def attempts(model: GgufModel, *, gpu: bool, free: int | None) -> Iterator[Attempt]:
    """Yield load configurations, the best first: everything on the graphics processor, half of it, nothing; then ever smaller
    contexts."""
    context = default_context(model, free=free)
    if gpu:
        yield Attempt(-1, context)
        yield Attempt(max(1, model.layers // 2), context)
    while True:
        yield Attempt(0, context)
        if context <= LEAST_CONTEXT:
            return
        context = max(LEAST_CONTEXT, context // 2)


def default_context(model: GgufModel, *, free: int | None) -> int:
    """Return the context length in tokens: what the program needs, limited by the model's training and the free memory (bytes)."""
    limit = MOST_CONTEXT_OF_PAIR if model.ranks else MOST_CONTEXT
    context = min(limit, model.trained_context or limit)
    while free is not None and context > LEAST_CONTEXT and model.size + context * model.memory_per_token > _SHARE * free:
        context = max(LEAST_CONTEXT, context // 2)
    return context


def thread_counts(processors: int) -> tuple[int, ...]:
    """Return the numbers of threads to try: half of the processors, and all of them."""
    # With hyper-threading, half of the processors is one thread for each core.
    return tuple(sorted({max(1, processors // 2), max(1, processors)}))
