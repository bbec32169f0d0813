"""Encoder on the processor: BERT, mean pooling, unit length."""

from __future__ import annotations

from app.inference.encoders.batch_encoder import BatchEncoder
from app.inference.manifest import WEIGHTS, ModelEntry, read_config
from app.inference.network.graph import Graph, Node, bert_states
from app.inference.network.runtime import BACKEND, Network, compiled, usable_threads
from app.inference.running.batching import TextTokenizer, TokenMatrix
from app.inference.text_versions import reading
from app.ports import FloatMatrix, ModelIdentity

_OUTPUT = "embedding"
_BUDGET = 512
"""Padded tokens a batch: measured best, the activations stay in the processor's cache."""


class OpenVinoModel:
    """The network over the tensors of `model.safetensors`: token ids and mask in, unit vectors out."""

    budget = _BUDGET
    step: int | None = 4

    def __init__(self, entry: ModelEntry, *, threads: int, precision: str | None = None) -> None:
        config = read_config(entry)

        def build(graph: Graph) -> dict[str, Node]:
            return {_OUTPUT: _mean_unit(graph, bert_states(graph, config))}

        self._network: Network = compiled(entry.name, entry.path(WEIGHTS), build=build, threads=threads, precision=precision)
        self.dimension = int(config["priorcheck"]["dimension"])
        self.identity = ModelIdentity(
            name=entry.name, artefact=entry.artefact, backend=BACKEND, precision=self._network.precision, reading=reading("encoder")
        )

    def embed(self, tokens: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return unit vectors (texts, dimension)."""
        return self._network.run([_OUTPUT], {"input_ids": tokens, "attention_mask": mask})[0]


def _mean_unit(graph: Graph, states: Node) -> Node:
    """Return the masked mean at unit length, which is the masked sum at unit length."""
    ops = graph.ops
    row = ops.unsqueeze(graph.float32(graph.input("attention_mask")), graph.number([1]))
    total = ops.squeeze(ops.matmul(row, states, False, False), graph.number([1]))
    return ops.normalize_l2(total, graph.number([-1]), 1e-12, "max")


class OpenVinoEncoder(BatchEncoder):
    """A `TextEncoder` without torch or an accelerator."""

    def __init__(self, entry: ModelEntry, *, threads: int | None = None, precision: str | None = None) -> None:
        tokenize = TextTokenizer(entry.path("tokenizer.json"), max_tokens=int(read_config(entry)["priorcheck"]["max_tokens"]))
        workers = usable_threads(threads)
        super().__init__(OpenVinoModel(entry, threads=workers, precision=precision), tokenize, workers=workers)
