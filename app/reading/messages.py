"""Replies of the reading process, as typed MessagePack: they can hold values, and never code."""

from __future__ import annotations

from typing import Any

import msgspec

# Command-line option of the process: import the document readers before the first request arrives.
WARM = "--warm"


class Items(msgspec.Struct, frozen=True, tag=True):
    """Some items that were read, each with the index of its type among the request's `item_types`."""

    entries: list[tuple[int, msgspec.Raw]]


class Alive(msgspec.Struct, frozen=True, tag=True):
    """A sign of progress: `units` more pages or paragraphs were read."""

    units: int = 0


class Progressed(msgspec.Struct, frozen=True, tag=True):
    """An update for the progress display; `units` as in `Alive`."""

    activity: str
    done: int = 0
    total: int = 0
    units: int = 0


class Done(msgspec.Struct, frozen=True, tag=True):
    """The end of the items: everything was read."""


class Failed(msgspec.Struct, frozen=True, tag=True):
    """A fault of the input, raised as InputError by the caller."""

    code: str
    message: str
    hint: str = ""


class TooLarge(msgspec.Struct, frozen=True, tag=True):
    """The end of a request that reached the memory limit."""


class SystemRefused(msgspec.Struct, frozen=True, tag=True):
    """An error of the operating system, raised as OSError by the caller."""

    number: int
    reason: str
    name: str = ""


class Broken(msgspec.Struct, frozen=True, tag=True):
    """A fault of the program, with its traceback."""

    details: str


# The decoder finds the class by its tag.
Reply = Items | Alive | Progressed | Done | Failed | TooLarge | SystemRefused | Broken
Ending = Done | Failed | TooLarge | SystemRefused | Broken
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder[Reply](Reply)


def encode(value: object) -> bytes:
    """Encode a value. A lone surrogate, from a damaged source, becomes "?", which keeps all offsets."""
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        return _encoder.encode(_without_surrogates(msgspec.to_builtins(value, builtin_types=(bytes,))))


def decode(frame: bytes) -> Reply:
    """Decode a reply. Raises msgspec.DecodeError."""
    reply: Reply = _decoder.decode(frame)
    return reply


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_surrogates(item) for item in value]
    return value
