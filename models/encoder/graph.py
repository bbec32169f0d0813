"""The encoder as an ONNX graph, written node by node so that it comes out the same everywhere.

The graph holds no weights. Its initialisers point into `model.safetensors` (float16), so that the processor and an accelerator
read one and the same file; ONNX Runtime folds the casts to float32 once, when the session is made. Attention, layer norm with
residual, and GELU with bias are ONNX Runtime's fused operators: the same numbers in about half the time of separate ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

FUSED = "com.microsoft"
WEIGHTS = "model.safetensors"


class GraphWriter:
    """Collects nodes and initialisers; every method returns the name of the tensor it made."""

    def __init__(self, header: dict[str, Any], data_start: int) -> None:
        self._header = header
        self._data_start = data_start
        self._nodes: list[Any] = []
        self._initialisers: list[Any] = []

    def node(self, operator: str, inputs: list[str], output: str, *, domain: str = "", **attributes: object) -> str:
        """One operator with one output, named after it."""
        self._nodes.append(helper.make_node(operator, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """A small constant kept in the graph itself."""
        self._initialisers.append(numpy_helper.from_array(value, name))
        return name

    def stored(self, name: str) -> str:
        """A float16 tensor of the weights file, by its name there."""
        entry = self._header[name]
        start, end = entry["data_offsets"]
        tensor = onnx.TensorProto(name=name, data_type=TensorProto.FLOAT16, data_location=TensorProto.EXTERNAL)
        tensor.dims.extend(entry["shape"])
        for key, value in (("location", WEIGHTS), ("offset", self._data_start + start), ("length", end - start)):
            tensor.external_data.add(key=key, value=str(value))
        self._initialisers.append(tensor)
        return name

    def weight(self, name: str) -> str:
        """The tensor as float32."""
        return self.node("Cast", [self.stored(name)], f"{name}:float32", to=TensorProto.FLOAT)

    def matrix(self, name: str) -> str:
        """A linear layer's weight as float32, turned from (out, in) to (in, out)."""
        return self.node("Transpose", [self.weight(name)], f"{name}:transposed", perm=[1, 0])

    def model(self, *, name: str, dimension: int) -> Any:
        """The finished model: (batch, tokens) ids and mask to (batch, dimension) unit vectors."""
        shape = ["batch", "tokens"]
        inputs = [helper.make_tensor_value_info(which, TensorProto.INT64, shape) for which in ("input_ids", "attention_mask")]
        output = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", dimension])
        graph = helper.make_graph(self._nodes, name, inputs, [output], self._initialisers)
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid(FUSED, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="priorcheck")


def build_graph(header: dict[str, Any], data_start: int, *, bert: dict[str, Any], name: str) -> Any:
    """The whole encoder (BERT, mean pooling, L2 norm) over the tensors that the safetensors header names."""
    writer = GraphWriter(header, data_start)
    epsilon = float(bert["layer_norm_eps"])
    for constant, value in (("zero", 0), ("one", 1), ("two", 2)):
        writer.constant(constant, np.array([value], np.int64))
    writer.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    hidden = _embeddings(writer, epsilon=epsilon)
    for number in range(bert["num_hidden_layers"]):
        hidden = _layer(writer, hidden, prefix=f"encoder.layer.{number}.", heads=bert["num_attention_heads"], epsilon=epsilon)
    _mean_unit(writer, hidden)
    return writer.model(name=name, dimension=bert["hidden_size"])


def _embeddings(writer: GraphWriter, *, epsilon: float) -> str:
    prefix = "embeddings."
    words = writer.node("Gather", [writer.stored(f"{prefix}word_embeddings.weight"), "input_ids"], "words:float16")
    words = writer.node("Cast", [words], "words", to=TensorProto.FLOAT)
    writer.node("Shape", ["input_ids"], "shape")
    writer.node("Slice", ["shape", "one", "two"], "tokens")
    positions = writer.stored(f"{prefix}position_embeddings.weight")
    positions = writer.node("Slice", [positions, "zero", "tokens", "zero"], "positions:float16")
    positions = writer.node("Cast", [positions], "positions", to=TensorProto.FLOAT)
    kind = writer.node("Slice", [writer.weight(f"{prefix}token_type_embeddings.weight"), "zero", "one", "zero"], "kind")
    places = writer.node("Add", [positions, kind], "places")
    total = writer.node("Add", [words, places], "embedded")
    norm = [writer.weight(f"{prefix}LayerNorm.weight"), writer.weight(f"{prefix}LayerNorm.bias")]
    return writer.node("LayerNormalization", [total, *norm], "hidden", axis=-1, epsilon=epsilon)


def _layer(writer: GraphWriter, hidden: str, *, prefix: str, heads: int, epsilon: float) -> str:
    parts = [f"{prefix}attention.self.{part}" for part in ("query", "key", "value")]
    weight = writer.node("Concat", [writer.matrix(f"{part}.weight") for part in parts], f"{prefix}qkv.weight", axis=1)
    bias = writer.node("Concat", [writer.weight(f"{part}.bias") for part in parts], f"{prefix}qkv.bias", axis=0)
    context = writer.node("Attention", [hidden, weight, bias, "mask"], f"{prefix}context", domain=FUSED, num_heads=heads)
    attended = _residual(writer, context, hidden, block=f"{prefix}attention.output.", epsilon=epsilon)
    inner = f"{prefix}intermediate.dense."
    wide = writer.node("MatMul", [attended, writer.matrix(f"{inner}weight")], f"{prefix}wide")
    active = writer.node("BiasGelu", [wide, writer.weight(f"{inner}bias")], f"{prefix}active", domain=FUSED)
    return _residual(writer, active, attended, block=f"{prefix}output.", epsilon=epsilon)


def _residual(writer: GraphWriter, value: str, skip: str, *, block: str, epsilon: float) -> str:
    product = writer.node("MatMul", [value, writer.matrix(f"{block}dense.weight")], f"{block}product")
    norm = [writer.weight(f"{block}LayerNorm.weight"), writer.weight(f"{block}LayerNorm.bias")]
    inputs = [product, skip, *norm, writer.weight(f"{block}dense.bias")]
    return writer.node("SkipLayerNormalization", inputs, f"{block}hidden", domain=FUSED, epsilon=epsilon)


def _mean_unit(writer: GraphWriter, hidden: str) -> str:
    """The L2-normalised masked sum, which is the L2-normalised masked mean."""
    mask = writer.node("Cast", ["attention_mask"], "mask:float32", to=TensorProto.FLOAT)
    row = writer.node("Unsqueeze", [mask, "one"], "mask:row")
    total = writer.node("Squeeze", [writer.node("MatMul", [row, hidden], "sum:row"), "one"], "sum")
    return writer.node("LpNormalization", [total], "embedding", axis=-1, p=2)
