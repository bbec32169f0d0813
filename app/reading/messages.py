"""What the reading process answers, as MessagePack: typed, so that nothing which comes from there can be more than a value."""

from __future__ import annotations

from typing import Any

import msgspec

WARM = "--warm"
"""The word that asks the process to load what reads documents before the first request is there."""


class Items(msgspec.Struct, frozen=True, tag=True):
    """Some items that were read, each with the number of its type among those of the request."""

    entries: list[tuple[int, msgspec.Raw]]


class Alive(msgspec.Struct, frozen=True, tag=True):
    """The reader gets on; so many pages or paragraphs more were read."""

    units: int = 0


class Progressed(msgspec.Struct, frozen=True, tag=True):
    """What to show the user; `units` as in `Alive`."""

    activity: str
    done: int = 0
    total: int = 0
    units: int = 0


class Done(msgspec.Struct, frozen=True, tag=True):
    """Everything was read."""


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The input is at fault; becomes an InputError."""

    code: str
    message: str
    hint: str = ""


class TooLarge(msgspec.Struct, frozen=True, tag=True):
    """The system gave no more memory."""


class SystemRefused(msgspec.Struct, frozen=True, tag=True):
    """An error of the operating system; becomes an OSError."""

    number: int
    reason: str
    name: str = ""


class Broken(msgspec.Struct, frozen=True, tag=True):
    """A fault of the program, with its traceback."""

    details: str


Reply = Items | Alive | Progressed | Done | Failed | TooLarge | SystemRefused | Broken
Ending = Done | Failed | TooLarge | SystemRefused | Broken
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder[Reply](Reply)


def encode(value: object) -> bytes:
    """The bytes of a value; half of a surrogate pair, from a damaged source, becomes "?", which leaves every offset as it was."""
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        return _encoder.encode(_without_surrogates(msgspec.to_builtins(value, builtin_types=(bytes,))))


def decode(frame: bytes) -> Reply:
    """The reply in a frame. Raises msgspec.DecodeError."""
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
