"""Serialisation of the graph of similar items: a header, then its arrays, little-endian, compressed."""

from __future__ import annotations

import zlib

import msgspec
import numpy as np

from app.ports import NeighbourGraph
from app.store.packing import inflate

# Limit of an unpacked graph; a million items with ten neighbours each have 150 MB.
_MOST_BYTES = 256 << 20

_ARRAYS = (("digests", "<u8"), ("first_nodes", "<i4"), ("second_nodes", "<i4"), ("similarities", "<f4"))


class _Header(msgspec.Struct, frozen=True):
    keys: msgspec.Raw
    sizes: list[int]


def encode_graph(graph: NeighbourGraph) -> bytes:
    """Encode a graph for storing."""
    arrays = [np.ascontiguousarray(getattr(graph, name), kind) for name, kind in _ARRAYS]
    keys = [key.encode("utf-8", "replace").decode() for key in graph.keys]
    header = msgspec.msgpack.encode(_Header(msgspec.Raw(msgspec.msgpack.encode(keys)), [array.size for array in arrays]))
    parts = (len(header).to_bytes(8, "little"), header, *(array.tobytes() for array in arrays))
    return zlib.compress(b"".join(parts), 1)


def decode_graph(stored: bytes) -> NeighbourGraph:
    """Decode a stored graph. Raises ValueError, zlib.error or msgspec.MsgspecError where it is damaged."""
    body = inflate(stored, limit=_MOST_BYTES)
    start = 8 + int.from_bytes(body[:8], "little")
    header = msgspec.msgpack.decode(body[8:start], type=_Header)
    arrays = {}
    for (name, kind), size in zip(_ARRAYS, header.sizes, strict=True):
        end = start + size * np.dtype(kind).itemsize
        if size < 0 or len(body) < end:
            raise ValueError("the graph is cut short")
        arrays[name] = np.frombuffer(body, kind, size, start).astype(kind[1:])
        start = end
    if _count(header.keys) != len(arrays["digests"]):  # checked before decoding, since short keys take much more memory than their length
        raise ValueError("the graph has not one digest for each item")
    graph = NeighbourGraph(keys=msgspec.msgpack.decode(header.keys, type=list[str]), **arrays)
    _check(graph)
    return graph


def _count(keys: msgspec.Raw) -> int:
    """Return the number of items that a packed list declares; -1 where it is no list."""
    head = bytes(memoryview(keys)[:5])
    if head[:1] == b"\xdd":
        return int.from_bytes(head[1:5], "big")
    if head[:1] == b"\xdc":
        return int.from_bytes(head[1:3], "big")
    return head[0] & 0x0F if head and head[0] & 0xF0 == 0x90 else -1


def _check(graph: NeighbourGraph) -> None:
    """Raise ValueError for an index out of range, which would name another item, or none."""
    for endpoints in (graph.first_nodes, graph.second_nodes):
        if len(endpoints) != len(graph.similarities) or (
            len(endpoints) and not 0 <= int(endpoints.min()) <= int(endpoints.max()) < len(graph.keys)
        ):
            raise ValueError("the graph names items that it has not")
