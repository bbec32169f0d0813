"""Cross-encoder on the processor: BERT, pooling by the parts of the pair, and the heads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from app.inference.manifest import WEIGHTS, ModelEntry, read_config
from app.inference.network.graph import Graph, Node, bert_states
from app.inference.network.runtime import BACKEND, compiled, usable_threads
from app.inference.pairs.branch import artefact, check_grown
from app.inference.pairs.pair_text import CLAIM, SENTENCE, PairTokens
from app.inference.pairs.span_head import best_spans
from app.inference.pairs.trunk import PAIRS, Head, PairReader, TrunkTokenizer
from app.inference.running.batching import TokenMatrix
from app.inference.running.budget import BatchBudget
from app.inference.text_versions import reading
from app.ports import FloatMatrix, ModelIdentity, PairInput

_BUDGET = 512
"""Padded tokens a batch: as for the encoder, the activations stay in the processor's cache."""


class OpenVinoTrunk:
    """The network over the tensors of `model.safetensors`, with one output for each head. For a branch, `entry` is its own folder and
    `beneath` that of its trunk."""

    step: int | None = 4

    def __init__(
        self,
        entry: ModelEntry,
        heads: Mapping[str, Head],
        *,
        threads: int | None = None,
        reader: PairReader = PAIRS,
        beneath: ModelEntry | None = None,
        precision: str | None = None,
    ) -> None:
        if beneath is not None:
            check_grown(entry, beneath)
        config = read_config(beneath or entry)
        weights = [part.path(WEIGHTS) for part in (entry, beneath) if part is not None]
        self._heads = heads
        self.workers = usable_threads(threads)

        def build(graph: Graph) -> dict[str, Node]:
            states = bert_states(graph, config, _token_types(graph))
            pooled = _pooled(graph, states)
            return {name: _head(graph, f"heads.{name}", states, pooled, len(head.columns)) for name, head in heads.items()}

        self._network = compiled(entry.name, *weights, build=build, threads=self.workers, precision=precision)
        self.columns = sum(len(head.columns) for head in heads.values())
        self._tokenize = TrunkTokenizer(beneath or entry, reader)
        self.budget = BatchBudget(_BUDGET)
        self.identity = ModelIdentity(
            name=entry.name,
            artefact=artefact(entry, beneath),
            backend=BACKEND,
            precision=self._network.precision,
            reading=reading(reader.name),
        )

    def tokenize(self, pairs: Sequence[PairInput]) -> list[PairTokens | None]:
        """Return the token row of each pair; None for an unreadable one."""
        return self._tokenize(pairs)

    def logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return the concatenated logits of all heads (pairs, columns)."""
        outputs = self._network.run(list(self._heads), {"input_ids": tokens, "kinds": kinds, "attention_mask": mask})
        columns = [best_spans(values, tokens, kinds, mask) if values.ndim == 3 else values for values in outputs]
        return np.concatenate(columns, axis=1, dtype=np.float32)


def _token_types(graph: Graph) -> Node:
    """The network has two token types: one for kinds 0 and 2, one for kinds 1 and 3."""
    return graph.ops.mod(graph.input("kinds"), graph.number(2))


def _pooled(graph: Graph, states: Node) -> Node:
    """Return [CLS] state, |sentence - claim| and sentence * claim of the mean states: (pairs, 3 * width)."""
    ops = graph.ops
    sentence, claim = (_mean(graph, states, kind) for kind in (SENTENCE, CLAIM))
    start = ops.gather(states, graph.number(0), graph.number(1))
    return ops.concat([start, ops.absolute(ops.subtract(sentence, claim)), ops.multiply(sentence, claim)], 1)


def _mean(graph: Graph, states: Node, kind: int) -> Node:
    """Return the mean state of the tokens of one kind, (pairs, width)."""
    ops = graph.ops
    of_kind = graph.float32(ops.equal(graph.input("kinds"), graph.number(kind)))
    weights = ops.multiply(of_kind, graph.float32(graph.input("attention_mask")))
    total = ops.squeeze(ops.matmul(ops.unsqueeze(weights, graph.number([1])), states, False, False), graph.number([1]))
    count = ops.reduce_sum(weights, graph.number([1]), True)
    return ops.divide(total, ops.maximum(count, graph.number(1.0)))


def _head(graph: Graph, name: str, states: Node, pooled: Node, size: int) -> Node:
    """Return the logits of a head: two layers over the pooled pair (pairs, size), or one layer over each token (pairs, tokens, 2).

    Raises ValueError if the tensors are for another number of logits than the configuration says.
    """
    if f"{name}.weight" in graph:
        return graph.linear(states, name)
    if graph.shape(f"{name}.3.bias") != (size,):
        raise ValueError(f"{name} has another size than its configuration says")
    return graph.linear(graph.gelu(pooled, f"{name}.1"), f"{name}.3")
