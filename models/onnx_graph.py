"""Writer of ONNX graphs, node by node so that they are the same everywhere, and BERT's layers.

A graph holds no weights. Its initialisers point into `model.safetensors` (float16), so the processor and an accelerator read the
same file. ONNX Runtime folds the casts to float32 once, when the session is made. Attention, layer norm with residual, and GELU
with bias are ONNX Runtime's fused operators, which give the same numbers in about half the time.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

FUSED = "com.microsoft"
WEIGHTS = "model.safetensors"


Value = tuple[int, list[str | int]]
"""Type of an input or output, and its shape: numbers, and names of variable dimensions."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Safetensors file: its location for the graph, its header, and the offset of its data."""

    location: str
    header: Mapping[str, Any]
    start: int


def weights_of(path: Path, *, location: str = WEIGHTS) -> Weights:
    """Read the header of the weights file at this path."""
    with path.open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        return Weights(location, json.loads(file.read(length)), 8 + length)


class GraphWriter:
    """Collector of nodes and initialisers. Every method returns the name of its output tensor.

    A tensor is taken from the first weights file that has it.
    """

    def __init__(self, *weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[Any] = []
        self._initialisers: list[Any] = []

    def node(self, operator: str, inputs: list[str], output: str, *, domain: str = "", **attributes: object) -> str:
        """Add an operator with one output, named after it."""
        self._nodes.append(helper.make_node(operator, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """Add a small constant, stored in the graph itself."""
        self._initialisers.append(numpy_helper.from_array(value, name))
        return name

    def stored(self, name: str) -> str:
        """Add a float16 tensor of a weights file, by its name there."""
        weights = next(stored_weights for stored_weights in self._weights if name in stored_weights.header)
        entry = weights.header[name]
        start, end = entry["data_offsets"]
        tensor = TensorProto(name=name, data_type=TensorProto.FLOAT16, data_location=TensorProto.EXTERNAL)
        tensor.dims.extend(entry["shape"])
        for key, value in (("location", weights.location), ("offset", weights.start + start), ("length", end - start)):
            tensor.external_data.add(key=key, value=str(value))
        self._initialisers.append(tensor)
        return name

    def weight(self, name: str) -> str:
        """Add a tensor, cast to float32."""
        return self.node("Cast", [self.stored(name)], f"{name}:float32", to=TensorProto.FLOAT)

    def matrix(self, name: str) -> str:
        """Add a linear layer's weight as float32, transposed from (out, in) to (in, out)."""
        return self.node("Transpose", [self.weight(name)], f"{name}:transposed", perm=[1, 0])

    def model(self, *, name: str, inputs: list[str], outputs: dict[str, int]) -> Any:
        """Return the finished model: int64 inputs (batch, tokens), float32 outputs (batch, size)."""
        return self.model_of(
            name=name,
            inputs={input_name: (TensorProto.INT64, ["batch", "tokens"]) for input_name in inputs},
            outputs={input_name: (TensorProto.FLOAT, ["batch", size]) for input_name, size in outputs.items()},
        )

    def model_of(self, *, name: str, inputs: Mapping[str, Value], outputs: Mapping[str, Value]) -> Any:
        """Return the finished model with inputs and outputs of these types and shapes."""
        input_infos, output_infos = (
            [helper.make_tensor_value_info(value_name, *value) for value_name, value in values.items()] for values in (inputs, outputs)
        )
        graph = helper.make_graph(self._nodes, name, input_infos, output_infos, self._initialisers)
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid(FUSED, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="priorcheck")


def word_vectors(writer: GraphWriter) -> str:
    """Add the vectors of `input_ids`, (batch, tokens, width). The table stays float16; only the looked-up rows are cast."""
    words = writer.node("Gather", [writer.stored("embeddings.word_embeddings.weight"), "input_ids"], "words:float16")
    return writer.node("Cast", [words], "words", to=TensorProto.FLOAT)


def position_vectors(writer: GraphWriter) -> str:
    """Add the vectors of the positions, (tokens, width). Requires the constants zero, one and two."""
    writer.node("Shape", ["input_ids"], "shape")
    writer.node("Slice", ["shape", "one", "two"], "tokens")
    positions = writer.stored("embeddings.position_embeddings.weight")
    positions = writer.node("Slice", [positions, "zero", "tokens", "zero"], "positions:float16")
    return writer.node("Cast", [positions], "positions", to=TensorProto.FLOAT)


def embedding_norm(writer: GraphWriter, total: str, *, epsilon: float) -> str:
    """Add layer norm over the summed embeddings."""
    norm = [writer.weight("embeddings.LayerNorm.weight"), writer.weight("embeddings.LayerNorm.bias")]
    return writer.node("LayerNormalization", [total, *norm], "hidden", axis=-1, epsilon=epsilon)


def bert_states(writer: GraphWriter, bert: Mapping[str, Any], embeddings: Callable[..., str]) -> str:
    """Add BERT over `embeddings(writer, epsilon=…)` and return the states of its last layer.

    Requires the input `attention_mask`. Adds the constants `zero`, `one`, `two` and the tensor `mask`.
    """
    epsilon = float(bert["layer_norm_eps"])
    for constant, value in (("zero", 0), ("one", 1), ("two", 2)):
        writer.constant(constant, np.array([value], np.int64))
    writer.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    hidden = embeddings(writer, epsilon=epsilon)
    for number in range(bert["num_hidden_layers"]):
        hidden = bert_layer(writer, hidden, prefix=f"encoder.layer.{number}.", heads=bert["num_attention_heads"], epsilon=epsilon)
    return hidden


def bert_layer(writer: GraphWriter, hidden: str, *, prefix: str, heads: int, epsilon: float) -> str:
    """Add one layer of BERT. Requires the tensor `mask` (batch, tokens) int32."""
    parts = [f"{prefix}attention.self.{part}" for part in ("query", "key", "value")]
    weight = writer.node("Concat", [writer.matrix(f"{part}.weight") for part in parts], f"{prefix}qkv.weight", axis=1)
    bias = writer.node("Concat", [writer.weight(f"{part}.bias") for part in parts], f"{prefix}qkv.bias", axis=0)
    context = writer.node("Attention", [hidden, weight, bias, "mask"], f"{prefix}context", domain=FUSED, num_heads=heads)
    attended = _residual(writer, context, hidden, block=f"{prefix}attention.output.", epsilon=epsilon)
    active = gelu_layer(writer, attended, layer=f"{prefix}intermediate.dense.", prefix=prefix)
    return _residual(writer, active, attended, block=f"{prefix}output.", epsilon=epsilon)


def gelu_layer(writer: GraphWriter, value: str, *, layer: str, prefix: str) -> str:
    """Add a linear layer with exact GELU."""
    product = writer.node("MatMul", [value, writer.matrix(f"{layer}weight")], f"{prefix}wide")
    return writer.node("BiasGelu", [product, writer.weight(f"{layer}bias")], f"{prefix}active", domain=FUSED)


def _residual(writer: GraphWriter, value: str, skip: str, *, block: str, epsilon: float) -> str:
    product = writer.node("MatMul", [value, writer.matrix(f"{block}dense.weight")], f"{block}product")
    norm = [writer.weight(f"{block}LayerNorm.weight"), writer.weight(f"{block}LayerNorm.bias")]
    inputs = [product, skip, *norm, writer.weight(f"{block}dense.bias")]
    return writer.node("SkipLayerNormalization", inputs, f"{block}hidden", domain=FUSED, epsilon=epsilon)
