"""Values as compressed JSON in a column of SQLite, and how much may come out of it: a file may be from a stranger."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from app.translation import tr

T = TypeVar("T")
MOST_BYTES = 32 << 20
"""Bytes that one stored value may have when it is unpacked; a batch of 50 sentences with 50 fact-checks each has 2 MB."""
MOST_OF_A_FILE = 256 << 20
"""Bytes that all values of one file may have that are held at once."""
MOST_PARTS = 8_000_000
"""Numbers, texts and other parts that all these may have: each takes up to 64 bytes of memory, however short it was written."""


class TooLargeError(ValueError):
    """A stored value that is larger than any that the program writes."""


@dataclass(slots=True)
class Budget:
    """What may still be unpacked of a file whose values are all held at once."""

    size: int = MOST_OF_A_FILE
    parts: int = MOST_PARTS

    def take(self, content: bytes) -> None:
        """Count a value. Raises TooLargeError when there is too much of them."""
        self.size -= len(content)
        self.parts -= content.count(b",")
        if self.size < 0 or self.parts < 0:
            raise TooLargeError(tr("it holds more than Priorcheck can read"))


def packed(value: object) -> bytes:
    """The value as it is stored."""
    try:
        encoded = msgspec.json.encode(value)
    except UnicodeEncodeError:  # half of a surrogate pair, typed or pasted
        encoded = json.dumps(msgspec.to_builtins(value), ensure_ascii=False).encode("utf-8", "replace")
    return zlib.compress(encoded, 1)


def inflated(body: object, *, most: int = MOST_BYTES) -> bytes:
    """The bytes of a stored value. Raises TooLargeError where there are more than `most`, zlib.error, msgspec.DecodeError."""
    if not isinstance(body, bytes):
        raise msgspec.DecodeError(tr("not a stored value"))
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(body, most)
    if unpacker.unconsumed_tail:
        raise TooLargeError(tr("it holds more than Priorcheck can read"))
    if not unpacker.eof:
        raise zlib.error(tr("a stored value is cut short"))
    return content


def unpacked(body: object, kind: type[T], budget: Budget | None = None) -> T:
    """A stored value, counted in `budget`.

    Raises TooLargeError, and msgspec.MsgspecError, zlib.error, UnicodeDecodeError or RecursionError when it is none of this kind.
    """
    content = inflated(body)
    (budget or Budget()).take(content)
    return msgspec.json.decode(content, type=kind)
