"""The syntax network as an ONNX graph: BERT's layers, the number of each kind of label for each token, and the scores of arcs."""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import TensorProto

from models.onnx_graph import FUSED, GraphWriter, Weights, bert_states, embedding_norm, position_vectors, word_vectors

KINDS = ("part", "relation", "entity")


def build_graph(*weights: Weights, bert: dict[str, Any], name: str) -> Any:
    """Return the graph. Inputs are (texts, tokens) int64.

    Outputs are `labels` (texts, tokens, 3) int64 and `arcs` (texts, tokens, tokens). Row i of `arcs` scores each token as the head
    of token i.
    """
    writer = GraphWriter(*weights)
    hidden = bert_states(writer, bert, _embeddings)
    writer.constant("last", np.array([2], np.int64))
    numbers = [writer.node("ArgMax", [_linear(writer, hidden, f"heads.{kind}")], f"{kind}:number", axis=2, keepdims=1) for kind in KINDS]
    writer.node("Concat", numbers, "labels", axis=2)
    _arcs(writer, hidden)
    return _model(writer, name)


def _embeddings(writer: GraphWriter, *, epsilon: float) -> str:
    """Return the summed embeddings: words, positions, and the first token type for all."""
    writer.constant("types", np.array(0, np.int64))
    kind = writer.node("Gather", [writer.weight("embeddings.token_type_embeddings.weight"), "types"], "type:vector")
    positioned = writer.node("Add", [position_vectors(writer), kind], "places")
    return embedding_norm(writer, writer.node("Add", [word_vectors(writer), positioned], "embedded"), epsilon=epsilon)


def _linear(writer: GraphWriter, value: str, layer: str) -> str:
    product = writer.node("MatMul", [value, writer.matrix(f"{layer}.weight")], f"{layer}:product")
    return writer.node("Add", [product, writer.weight(f"{layer}.bias")], f"{layer}:sum")


def _gelu(writer: GraphWriter, value: str, layer: str) -> str:
    product = writer.node("MatMul", [value, writer.matrix(f"{layer}.weight")], f"{layer}:product")
    return writer.node("BiasGelu", [product, writer.weight(f"{layer}.bias")], f"{layer}:active", domain=FUSED)


def _arcs(writer: GraphWriter, hidden: str) -> str:
    dependent = _linear(writer, _gelu(writer, hidden, "heads.dependent"), "heads.arc")
    governor = writer.node("Transpose", [_gelu(writer, hidden, "heads.governor")], "governors", perm=[0, 2, 1])
    return writer.node("MatMul", [dependent, governor], "arcs")


def _model(writer: GraphWriter, name: str) -> Any:
    input_kinds = dict.fromkeys(("input_ids", "attention_mask"), TensorProto.INT64)
    return writer.model_of(
        name=name,
        inputs={input_name: (kind, ["texts", "tokens"]) for input_name, kind in input_kinds.items()},
        outputs={
            "labels": (TensorProto.INT64, ["texts", "tokens", len(KINDS)]),
            "arcs": (TensorProto.FLOAT, ["texts", "tokens", "tokens"]),
        },
    )
