"""The reader as an ONNX graph: that of the cross-encoder, with a span head that gives the best span of each row.

The numbers are those of `app/inference/pairs/span_head.py` with torch.
"""

from __future__ import annotations

import numpy as np
from onnx import TensorProto

from app.inference.pairs.span_head import LONGEST, NEVER, SEP
from models.onnx_graph import GraphWriter

SPAN = "span"


def span_head(writer: GraphWriter, hidden: str) -> str:
    """Add the output `span` (rows, 3): margin over "no answer", first and last token counted from the text's first."""
    product = writer.node("MatMul", [hidden, writer.matrix("heads.span.weight")], "span:product")
    logits = writer.node("Add", [product, writer.weight("heads.span.bias")], "span:logits")
    begin, end = _sides(writer, logits)
    pair_scores = writer.node("Add", [_lifted(writer, begin, 2), _lifted(writer, end, 1)], "span:both")
    writer.constant("span:out", np.array(4 * NEVER, np.float32))
    allowed = writer.node("Where", [_band(writer), pair_scores, "span:out"], "span:allowed")
    flat = writer.node("Flatten", [allowed], "span:flat", axis=1)
    best = writer.node("ReduceMax", [flat, "one"], "span:best", keepdims=0)
    flat_index = writer.node("ArgMax", [flat], "span:place", axis=1, keepdims=0)
    width = writer.node("Squeeze", ["tokens", "zero"], "span:width")
    margin = writer.node("Sub", [best, _null(writer, logits)], "span:margin")
    rows = [_lifted(writer, margin, 1)]
    question = _question_length(writer)
    for name, operator in (("begin", "Div"), ("end", "Mod")):
        token = writer.node("Sub", [writer.node(operator, [flat_index, width], f"span:{name}:row"), question], f"span:{name}:text")
        rows.append(_lifted(writer, writer.node("Cast", [token], f"span:{name}:float", to=TensorProto.FLOAT), 1))
    return writer.node("Concat", rows, SPAN, axis=1)


def _sides(writer: GraphWriter, logits: str) -> list[str]:
    """Add begin and end logits (rows, tokens) to the graph; positions that cannot be in an answer are masked."""
    writer.constant("span:sep", np.array(SEP, np.int64))
    writer.constant("span:never", np.array(NEVER, np.float32))
    text = writer.node("Equal", ["kinds", "one"], "span:kind")
    unmasked = writer.node("Cast", ["attention_mask"], "span:seen", to=TensorProto.BOOL)
    word = writer.node("Not", [writer.node("Equal", ["input_ids", "span:sep"], "span:ends")], "span:word")
    answerable = writer.node("And", [writer.node("And", [text, unmasked], "span:text"), word], "span:answerable")
    outputs = []
    for side, name in enumerate(("begin", "end")):
        writer.constant(f"span:{name}:side", np.array(side, np.int64))
        side_logits = writer.node("Gather", [logits, f"span:{name}:side"], f"span:{name}:logits", axis=2)
        outputs.append(writer.node("Where", [answerable, side_logits, "span:never"], f"span:{name}"))
    return outputs


def _lifted(writer: GraphWriter, value: str, axis: int) -> str:
    name = f"{value}:axis{axis}"
    writer.constant(f"{name}:axes", np.array([axis], np.int64))
    return writer.node("Unsqueeze", [value, f"{name}:axes"], name)


def _band(writer: GraphWriter) -> str:
    """Return a mask (tokens, tokens) of the allowed first and last tokens of an answer."""
    square = writer.node("Concat", ["tokens", "tokens"], "span:square", axis=0)
    writer.constant("span:longest", np.array(LONGEST, np.int64))
    ones = writer.node("Expand", [writer.constant("span:unit", np.array(1.0, np.float32)), square], "span:ones")
    later = writer.node("Trilu", [ones], "span:later", upper=1)
    beyond_longest = writer.node("Trilu", [ones, "span:longest"], "span:far", upper=1)
    return writer.node("Cast", [writer.node("Sub", [later, beyond_longest], "span:near")], "span:band", to=TensorProto.BOOL)


def _null(writer: GraphWriter, logits: str) -> str:
    first = writer.node("Gather", [logits, "first"], "span:first", axis=1)
    return writer.node("ReduceSum", [first, "one"], "span:null", keepdims=0)


def _question_length(writer: GraphWriter) -> str:
    """Return the number of tokens before the text: those of kind 0 without padding."""
    question = writer.node("Cast", [writer.node("Equal", ["kinds", "zero"], "span:asks")], "span:asked", to=TensorProto.INT64)
    counted = writer.node("Mul", [question, "attention_mask"], "span:counted")
    return writer.node("ReduceSum", [counted, "one"], "span:question", keepdims=0)
