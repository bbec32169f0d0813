"""Values as compressed JSON in a column of SQLite."""

from __future__ import annotations

import json
import zlib
from typing import TypeVar

import msgspec

T = TypeVar("T")


def packed(value: object) -> bytes:
    """The value as it is stored."""
    try:
        encoded = msgspec.json.encode(value)
    except UnicodeEncodeError:  # half of a surrogate pair, typed or pasted
        encoded = json.dumps(msgspec.to_builtins(value), ensure_ascii=False).encode("utf-8", "replace")
    return zlib.compress(encoded, 1)


def unpacked(body: object, kind: type[T]) -> T:
    """A stored value. Raises msgspec.MsgspecError or zlib.error when it is none of this kind."""
    if not isinstance(body, bytes):
        raise msgspec.DecodeError("not a stored value")
    return msgspec.json.decode(zlib.decompress(body), type=kind)
