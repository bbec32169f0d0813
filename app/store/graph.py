"""The graph of near items as one piece of bytes: a header, then its arrays, little-endian, compressed."""

from __future__ import annotations

import zlib

import msgspec
import numpy as np

from app.ports import NeighbourGraph

_ARRAYS = (("digests", "<u8"), ("ones", "<i4"), ("others", "<i4"), ("similarities", "<f4"))


class _Header(msgspec.Struct, frozen=True):
    keys: list[str]
    sizes: list[int]


def graph_bytes(graph: NeighbourGraph) -> bytes:
    """The graph as it is stored."""
    arrays = [np.ascontiguousarray(getattr(graph, name), kind) for name, kind in _ARRAYS]
    keys = [key.encode("utf-8", "replace").decode() for key in graph.keys]
    header = msgspec.msgpack.encode(_Header(keys, [array.size for array in arrays]))
    parts = (len(header).to_bytes(8, "little"), header, *(array.tobytes() for array in arrays))
    return zlib.compress(b"".join(parts), 1)


def graph_of(stored: bytes) -> NeighbourGraph:
    """A stored graph. Raises ValueError, zlib.error or msgspec.MsgspecError where it is none."""
    body = zlib.decompress(stored)
    start = 8 + int.from_bytes(body[:8], "little")
    header = msgspec.msgpack.decode(body[8:start], type=_Header)
    found = {}
    for (name, kind), size in zip(_ARRAYS, header.sizes, strict=True):
        end = start + size * np.dtype(kind).itemsize
        if len(body) < end:
            raise ValueError("the graph is cut short")
        found[name] = np.frombuffer(body, kind, size, start).astype(kind[1:])
        start = end
    graph = NeighbourGraph(keys=header.keys, **found)
    _check(graph)
    return graph


def _check(graph: NeighbourGraph) -> None:
    """A damaged place would name another item, or none."""
    for places in (graph.ones, graph.others):
        if len(places) != len(graph.similarities) or (len(places) and not 0 <= int(places.min()) <= int(places.max()) < len(graph.keys)):
            raise ValueError("the graph names items that it has not")
    if len(graph.digests) != len(graph.keys):
        raise ValueError("the graph has not one digest for each item")
