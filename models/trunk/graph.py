"""The cross-encoder as an ONNX graph over `model.safetensors`: BERT, pooling by kind, one output for each head.

The numbers are those of `models.trunk.network`, up to the rounding of the stored weights to float16.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import TensorProto

from models.onnx_graph import GraphWriter, Weights, bert_states, embedding_norm, gelu_layer, position_vectors, word_vectors
from models.reader.graph import SPAN, span_head

INPUTS = ["input_ids", "kinds", "attention_mask"]


def build_graph(*weights: Weights, bert: dict[str, Any], heads: dict[str, int], name: str) -> Any:
    """Return the graph. Inputs are (pairs, tokens) int64; the output of each head is its logits (pairs, size).

    For a branch, the trunk's weights come second.
    """
    writer = GraphWriter(*weights)
    hidden = bert_states(writer, bert, _embeddings)
    pooled = _pooled(writer, hidden)
    for head in heads:
        span_head(writer, hidden) if head == SPAN else _head(writer, pooled, head)
    return writer.model(name=name, inputs=INPUTS, outputs=heads)


def _embeddings(writer: GraphWriter, *, epsilon: float) -> str:
    """Return the summed embeddings. The network has two token types, one for kinds 0 and 2, one for kinds 1 and 3."""
    words, positions = word_vectors(writer), position_vectors(writer)
    types = writer.node("Mod", ["kinds", "two"], "types")
    types = writer.node("Gather", [writer.weight("embeddings.token_type_embeddings.weight"), types], "type:vectors")
    positioned = writer.node("Add", [types, positions], "places")
    return embedding_norm(writer, writer.node("Add", [words, positioned], "embedded"), epsilon=epsilon)


def _pooled(writer: GraphWriter, hidden: str) -> str:
    """Return [CLS] state, |s - c|, s * c: (pairs, 3 * width)."""
    writer.constant("least", np.array(1.0, np.float32))
    writer.constant("first", np.array(0, np.int64))
    mask = writer.node("Cast", ["attention_mask"], "mask:float32", to=TensorProto.FLOAT)
    sentence, claim = (_mean(writer, hidden, mask, name=name, kind=kind) for name, kind in (("sentence", "zero"), ("claim", "one")))
    start = writer.node("Gather", [hidden, "first"], "start", axis=1)
    difference = writer.node("Abs", [writer.node("Sub", [sentence, claim], "difference")], "apart")
    product = writer.node("Mul", [sentence, claim], "product")
    return writer.node("Concat", [start, difference, product], "pooled", axis=1)


def _mean(writer: GraphWriter, hidden: str, mask: str, *, name: str, kind: str) -> str:
    """Return the mean state of the tokens of one kind, (pairs, width)."""
    selected = writer.node("Cast", [writer.node("Equal", ["kinds", kind], f"{name}:equal")], f"{name}:kind", to=TensorProto.FLOAT)
    weights = writer.node("Mul", [selected, mask], f"{name}:weights")
    row = writer.node("Unsqueeze", [weights, "one"], f"{name}:row")
    total = writer.node("Squeeze", [writer.node("MatMul", [row, hidden], f"{name}:sum:row"), "one"], f"{name}:sum")
    count = writer.node("ReduceSum", [weights, "one"], f"{name}:count", keepdims=1)
    return writer.node("Div", [total, writer.node("Max", [count, "least"], f"{name}:divisor")], name)


def _head(writer: GraphWriter, pooled: str, head: str) -> str:
    prefix = f"heads.{head}."
    active = gelu_layer(writer, pooled, layer=f"{prefix}1.", prefix=prefix)
    product = writer.node("MatMul", [active, writer.matrix(f"{prefix}3.weight")], f"{prefix}product")
    return writer.node("Add", [product, writer.weight(f"{prefix}3.bias")], head)
