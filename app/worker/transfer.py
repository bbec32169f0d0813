"""How values travel: a header without its long sequences, then these sequences in batches, each a frame of its own.

A ranking of 5,000 sentences is many megabytes of JSON. Encoding or decoding it in one call would hold Python's global
lock, and with it the window, for too long; a batch takes a few milliseconds, and between two batches others have their turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeAlias

import msgspec

from app.decoding import DECODING_ERRORS
from app.errors import WorkerError
from app.translation import tr
from app.worker import protocol
from app.worker.batches import AnyBatch, Batch
from app.worker.streams import STREAMS


class Opening(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A value begins: its type by name, itself without the long sequences, and how many batches follow."""

    job: int
    kind: str
    value: msgspec.Raw
    batches: int = 0
    partial: bool = False


_KINDS: dict[str, type] = {kind.__name__: kind for request in protocol.REQUESTS.values() for kind in (request, request.result)}
Message: TypeAlias = protocol.Cancel | protocol.Hello | protocol.Progressed | protocol.Failed | protocol.Log
_Wire = Opening | AnyBatch | Message
_encoder = msgspec.json.Encoder()
_wire = msgspec.json.Decoder[_Wire](_Wire)


@dataclass(frozen=True, slots=True)
class Received:
    """A value that has arrived whole."""

    job: int
    value: Any
    partial: bool


def _encode(value: object) -> bytes:
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        # Half of a surrogate pair, from a damaged source: "?" keeps every offset where it was.
        return json.dumps(msgspec.to_builtins(value), ensure_ascii=False).encode("utf-8", "replace")


def encode_message(message: Message) -> bytes:
    """Return the one frame of a short message."""
    return _encode(message)


def encode_value(value: object, *, job: int, partial: bool = False) -> Iterator[bytes]:
    """The frames of a request or a result, made one at a time as they are asked for."""
    streams = STREAMS.get(type(value), ())
    sequences = [_at(value, stream.path) for stream in streams]
    header = value
    for stream in streams:
        header = _with(header, stream.path, ())
    count = sum(-(-len(items) // stream.size) for stream, items in zip(streams, sequences, strict=True))
    raw = msgspec.Raw(_encode(header))
    yield _encode(Opening(job=job, kind=type(value).__name__, value=raw, batches=count, partial=partial))
    for number, (stream, items) in enumerate(zip(streams, sequences, strict=True)):
        for start in range(0, len(items), stream.size):
            yield _encode(stream.batch(job=job, stream=number, items=list(items[start : start + stream.size])))


def _at(value: Any, path: Sequence[str]) -> Sequence[Any]:
    for name in path:
        value = getattr(value, name)
    return value  # type: ignore[no-any-return]


def _with(value: Any, path: Sequence[str], items: tuple[Any, ...]) -> Any:
    inner = _with(getattr(value, path[0]), path[1:], items) if len(path) > 1 else items
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **{path[0]: inner})
    return replace(value, **{path[0]: inner})


@dataclass(slots=True)
class _Arriving:
    opening: Opening
    kind: type
    value: Any
    missing: int
    items: dict[int, list[Any]] = field(default_factory=dict)


class Assembler:
    """Puts values together again; frames of several jobs may alternate. One for each direction of each connection."""

    def __init__(self) -> None:
        self._arriving: dict[int, _Arriving] = {}

    def feed(self, frame: bytes) -> Received | Message | None:
        """What this frame completes; WorkerError (`worker-protocol`) when it is not of the protocol."""
        try:
            message: _Wire = _wire.decode(frame)
        except DECODING_ERRORS as error:
            raise _not_ours(error) from error
        if isinstance(message, Opening):
            return self._open(message)
        if isinstance(message, Batch):
            return self._add(message)
        if isinstance(message, protocol.Failed):
            self._arriving.pop(message.job, None)
        return message

    def _open(self, opening: Opening) -> Received | None:
        kind = _KINDS.get(opening.kind)
        if kind is None:
            raise _not_ours(f"unknown kind {opening.kind}")
        try:
            value = _decoder(kind).decode(opening.value)
        except DECODING_ERRORS as error:
            raise _not_ours(error) from error
        arriving = _Arriving(opening, kind, value, opening.batches)
        if opening.batches:
            self._arriving[opening.job] = arriving
            return None
        return _whole(arriving)

    def _add(self, batch: AnyBatch) -> Received | None:
        arriving = self._arriving.get(batch.job)
        if arriving is None or batch.stream >= len(STREAMS[arriving.kind]):
            raise _not_ours("a batch without a beginning")
        arriving.items.setdefault(batch.stream, []).extend(batch.items)
        arriving.missing -= 1
        if arriving.missing:
            return None
        return _whole(self._arriving.pop(batch.job))


def _whole(arriving: _Arriving) -> Received:
    value = arriving.value
    for number, items in arriving.items.items():
        value = _with(value, STREAMS[arriving.kind][number].path, tuple(items))
    return Received(arriving.opening.job, value, arriving.opening.partial)


class _Addressed(msgspec.Struct):
    job: int = 0


def job_of(frame: bytes) -> int:
    """The job that a frame belongs to, 0 when it cannot be told; for frames that could not be decoded."""
    try:
        return msgspec.json.decode(frame, type=_Addressed).job
    except DECODING_ERRORS:
        return 0


@cache
def _decoder(kind: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _not_ours(cause: object) -> WorkerError:
    return WorkerError("worker-protocol", tr("The analysis process sent something that cannot be read ({reason}).", reason=cause))
