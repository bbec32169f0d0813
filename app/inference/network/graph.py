"""BERT and MPNet as OpenVINO graphs over the tensors of a safetensors file.

Weights are stored as float16. The graph computes in float32; the runtime may lower that to bfloat16 where the processor has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

_MPNET_FIRST_POSITION, _FARTHEST_BUCKET = 2, 128
Node = Any
"""A node of the graph, which stands for the tensor that it computes."""


@dataclass(frozen=True, slots=True)
class _LayerNames:
    """Names of a layer's tensors: its attention, the projections to queries, keys and values in it, the output and the norm after it."""

    attention: str
    projections: tuple[str, str, str]
    output: str
    norm: str


_BERT = _LayerNames("attention.self.", ("query", "key", "value"), "attention.output.dense", "attention.output.LayerNorm")
_MPNET = _LayerNames("attention.attn.", ("q", "k", "v"), "attention.attn.o", "attention.LayerNorm")


class Graph:
    """Operators over named tensors, and the inputs that they were given. Every input is (rows, tokens) int64."""

    def __init__(self, tensors: Mapping[str, NDArray[Any]], operators: Any) -> None:
        self.ops = operators
        self._tensors = tensors
        self.inputs: dict[str, Node] = {}

    def input(self, name: str) -> Node:
        """Return an input (rows, tokens) int64 by its name; declare it at its first use."""
        if name not in self.inputs:
            parameter = self.ops.parameter([-1, -1], np.int64, name=name)
            parameter.output(0).get_tensor().set_names({name})
            self.inputs[name] = parameter
        return self.inputs[name]

    def __contains__(self, name: str) -> bool:
        return name in self._tensors

    def shape(self, name: str) -> tuple[int, ...]:
        """Return a tensor's shape."""
        return self._tensors[name].shape

    def stored(self, name: str) -> Node:
        """Return a tensor as it is stored. Raises KeyError if there is none of this name."""
        return self.ops.constant(self._tensors[name], shared_memory=True)

    def weight(self, name: str) -> Node:
        """Return a tensor as float32."""
        return self.float32(self.stored(name))

    def float32(self, value: Node) -> Node:
        return self.ops.convert(value, "f32")

    def number(self, value: float | int | list[int]) -> Node:
        """Return a constant: float32 for a float, int64 for an integer or a list of them."""
        return self.ops.constant(np.array(value, np.float32 if isinstance(value, float) else np.int64))

    def linear(self, value: Node, layer: str) -> Node:
        """Apply a linear layer whose weight is (out, in)."""
        product = self.ops.matmul(value, self.weight(f"{layer}.weight"), False, True)
        return self.ops.add(product, self.weight(f"{layer}.bias"))

    def gelu(self, value: Node, layer: str) -> Node:
        """Apply a linear layer and exact GELU."""
        return self.ops.gelu(self.linear(value, layer), "ERF")

    def norm(self, value: Node, layer: str, epsilon: float) -> Node:
        """Apply layer norm over the last axis."""
        normal = self.ops.mvn(value, self.number([-1]), True, epsilon, "INSIDE_SQRT")
        return self.ops.add(self.ops.multiply(normal, self.weight(f"{layer}.weight")), self.weight(f"{layer}.bias"))

    def rows_of(self, table: str, indexes: Node) -> Node:
        """Look rows of a table up; only these are converted to float32."""
        return self.float32(self.ops.gather(self.stored(table), indexes, self.number(0)))

    def width(self) -> Node:
        """Return the number of tokens of a row, as a list of one."""
        return self.ops.gather(self.ops.shape_of(self.input("input_ids")), self.number([1]), self.number(0))


def bert_states(graph: Graph, config: Mapping[str, Any], token_types: Node | None = None) -> Node:
    """Return the states of BERT's last layer (rows, tokens, width). Without `token_types` every token is of type 0."""
    hidden = graph.norm(_embeddings(graph, token_types), "embeddings.LayerNorm", float(config["layer_norm_eps"]))
    return _layers(graph, config, hidden, _added_mask(graph), _BERT)


def mpnet_states(graph: Graph, config: Mapping[str, Any]) -> Node:
    """Return the states of MPNet's last layer (rows, tokens, width). Padding must be at the end of a row."""
    ops = graph.ops
    words = graph.rows_of("embeddings.word_embeddings.weight", graph.input("input_ids"))
    positions = ops.add(_positions(graph), graph.number(_MPNET_FIRST_POSITION))
    hidden = ops.add(words, graph.rows_of("embeddings.position_embeddings.weight", positions))
    hidden = graph.norm(hidden, "embeddings.LayerNorm", float(config["layer_norm_eps"]))
    return _layers(graph, config, hidden, ops.add(_added_mask(graph), _position_bias(graph, config)), _MPNET)


def _layers(graph: Graph, config: Mapping[str, Any], hidden: Node, added: Node, names: _LayerNames) -> Node:
    """Return the states after all layers of attention and feed-forward network. `added` is added to attention scores."""
    ops, epsilon, heads = graph.ops, float(config["layer_norm_eps"]), int(config["num_attention_heads"])
    for number in range(int(config["num_hidden_layers"])):
        layer = f"encoder.layer.{number}."
        context = _attention(graph, hidden, added, f"{layer}{names.attention}", names.projections, heads=heads)
        attended = ops.add(graph.linear(context, f"{layer}{names.output}"), hidden)
        attended = graph.norm(attended, f"{layer}{names.norm}", epsilon)
        wide = graph.gelu(attended, f"{layer}intermediate.dense")
        hidden = graph.norm(ops.add(graph.linear(wide, f"{layer}output.dense"), attended), f"{layer}output.LayerNorm", epsilon)
    return hidden


def _position_bias(graph: Graph, config: Mapping[str, Any]) -> Node:
    """Return what MPNet adds to attention scores for the distance between two tokens, (1, heads, tokens, tokens)."""
    ops, farthest = graph.ops, int(config["max_position_embeddings"])
    buckets = relative_buckets(np.arange(-farthest, farthest + 1), int(config["relative_attention_num_buckets"]))
    positions = _positions(graph)
    distances = ops.subtract(ops.unsqueeze(positions, graph.number(0)), ops.unsqueeze(positions, graph.number(1)))
    bucket = ops.gather(graph.number(buckets.tolist()), ops.add(distances, graph.number(farthest)), graph.number(0))
    bias = graph.rows_of("encoder.relative_attention_bias.weight", bucket)
    return ops.unsqueeze(ops.transpose(bias, graph.number([2, 0, 1])), graph.number(0))


def relative_buckets(distances: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return the bucket of each distance (key position less query position): one for each short distance, then by its logarithm up to
    128 tokens; keys after the query have the upper half of the `count` buckets. Source: T5's relative positions, as MPNet uses them."""
    half = count // 2
    exact = half // 2
    lengths = np.abs(distances)
    scaled = np.log(np.maximum(lengths, 1) / exact) / np.log(_FARTHEST_BUCKET / exact) * (half - exact)
    distant = np.minimum(exact + scaled.astype(np.int64), half - 1)
    return np.where(lengths < exact, lengths, distant) + np.where(distances > 0, half, 0)


def _positions(graph: Graph) -> Node:
    """Return 0, 1, … for the tokens of a row."""
    ops = graph.ops
    return ops.range(graph.number(0), ops.squeeze(graph.width(), graph.number(0)), graph.number(1), "i64")


def _embeddings(graph: Graph, token_types: Node | None) -> Node:
    ops = graph.ops
    words = graph.rows_of("embeddings.word_embeddings.weight", graph.input("input_ids"))
    positioned = ops.add(words, graph.rows_of("embeddings.position_embeddings.weight", _positions(graph)))
    return ops.add(positioned, graph.rows_of("embeddings.token_type_embeddings.weight", token_types or graph.number(0)))


def _added_mask(graph: Graph) -> Node:
    """Return what is added to attention scores, (rows, 1, 1, tokens): 0, and the lowest number for padding."""
    ops = graph.ops
    absent = ops.subtract(graph.number(1.0), graph.float32(graph.input("attention_mask")))
    return ops.unsqueeze(ops.multiply(absent, graph.number(float(np.finfo(np.float32).min))), graph.number([1, 2]))


def _attention(graph: Graph, hidden: Node, added: Node, layer: str, parts: Sequence[str], *, heads: int) -> Node:
    """Return the context (rows, tokens, width) of attention with several heads. `added` is added to the scores; `parts` are the names of
    the projections to queries, keys and values."""
    ops = graph.ops
    width = graph.shape(f"{layer}{parts[0]}.bias")[0]

    def split(part: str) -> Node:
        values = ops.reshape(graph.linear(hidden, f"{layer}{part}"), graph.number([0, 0, heads, width // heads]), True)
        return ops.transpose(values, graph.number([0, 2, 1, 3]))

    queries, keys, values = map(split, parts)
    context = ops.scaled_dot_product_attention(queries, keys, values, added, None, False)
    joined = ops.transpose(context, graph.number([0, 2, 1, 3]))
    return ops.reshape(joined, graph.number([0, 0, width]), True)
