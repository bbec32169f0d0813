"""The encoder as an ONNX graph over `model.safetensors`: BERT, mean pooling, L2 norm."""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import TensorProto

from models.onnx_graph import GraphWriter, Weights, bert_layer, embedding_norm, position_vectors, word_vectors


def build_graph(weights: Weights, *, bert: dict[str, Any], name: str) -> Any:
    """Return the graph of the whole encoder (BERT, mean pooling, L2 norm) over the tensors of its weights file."""
    writer = GraphWriter(weights)
    epsilon = float(bert["layer_norm_eps"])
    for constant, value in (("zero", 0), ("one", 1), ("two", 2)):
        writer.constant(constant, np.array([value], np.int64))
    writer.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    hidden = _embeddings(writer, epsilon=epsilon)
    for number in range(bert["num_hidden_layers"]):
        hidden = bert_layer(writer, hidden, prefix=f"encoder.layer.{number}.", heads=bert["num_attention_heads"], epsilon=epsilon)
    _mean_unit(writer, hidden)
    return writer.model(name=name, inputs=["input_ids", "attention_mask"], outputs={"embedding": bert["hidden_size"]})


def _embeddings(writer: GraphWriter, *, epsilon: float) -> str:
    """Return the summed embeddings. Every token is of kind 0."""
    words, positions = word_vectors(writer), position_vectors(writer)
    kind = writer.node("Slice", [writer.weight("embeddings.token_type_embeddings.weight"), "zero", "one", "zero"], "kind")
    positioned = writer.node("Add", [positions, kind], "places")
    return embedding_norm(writer, writer.node("Add", [words, positioned], "embedded"), epsilon=epsilon)


def _mean_unit(writer: GraphWriter, hidden: str) -> str:
    """Return the L2-normalised masked sum, which is the L2-normalised masked mean."""
    mask = writer.node("Cast", ["attention_mask"], "mask:float32", to=TensorProto.FLOAT)
    row = writer.node("Unsqueeze", [mask, "one"], "mask:row")
    total = writer.node("Squeeze", [writer.node("MatMul", [row, hidden], "sum:row"), "one"], "sum")
    return writer.node("LpNormalization", [total], "embedding", axis=-1, p=2)
