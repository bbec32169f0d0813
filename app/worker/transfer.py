"""How values travel: a header without its long sequences, then these sequences in chunks, each a frame of its own.

A ranking of 5,000 sentences is many megabytes of JSON. Encoding or decoding it in one call would hold Python's global lock, and with it
the window, for too long; a chunk takes about a millisecond, and between two chunks other threads have their turn. What is a long sequence
follows from the types: every `tuple[T, ...]` of dataclasses that a value holds.

A document that the receiver has is named by the hash of its content, and a ranking's rows name its sentences by their index.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from hashlib import blake2b
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from app.decoding import DECODING_ERRORS
from app.domain.document import Document
from app.domain.ranked import RankedDocument, RankedSentence
from app.errors import WorkerError
from app.translation import tr
from app.worker import protocol
from app.worker.ranking_rows import Row, by_sentence, changed_rows, merged_rows, packed_row, unpacked_row

CHUNK_BYTES = 100_000
UNKNOWN_DOCUMENT = "worker-document"
"""Code of the error when a request names a document that the worker does not have (any more)."""
Path: TypeAlias = tuple[str, ...]
_ABSENT = Document(title="", text="", sentences=())


class Opening(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A value begins: its type by name, itself without documents and long sequences, the digests of the documents ("": the document is in
    the value), and how many items each sequence has. `order` is there where only rows follow that changed since the job's last partial
    ranking: the index of the sentence at each place. `digest` is for a value that is a document: what names it from now on."""

    job: int
    kind: str
    value: msgspec.Raw
    partial: bool = False
    digest: str = ""
    documents: tuple[str, ...] = ()
    lengths: tuple[int, ...] = ()
    order: tuple[int, ...] | None = None


class Chunk(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Items of a sequence, by its number among those of the value's type."""

    job: int
    sequence: int
    items: msgspec.Raw


Message: TypeAlias = protocol.Cancel | protocol.Hello | protocol.Progressed | protocol.Failed | protocol.Log
_Wire = Opening | Chunk | Message
_KINDS: dict[str, type] = {kind.__name__: kind for request in protocol.REQUESTS.values() for kind in (request, request.result)}
_encoder = msgspec.json.Encoder()
_wire = msgspec.json.Decoder[_Wire](_Wire)


@dataclass(frozen=True, slots=True)
class Received:
    """A value that has arrived whole; `digest` where it is a document that is named so from now on, `documents` in it by their digests."""

    job: int
    value: Any
    partial: bool
    digest: str = ""
    documents: Mapping[str, Document] = field(default_factory=dict)


# What of a type travels apart.


@dataclass(frozen=True, slots=True)
class _Shape:
    """The paths within a type to its documents and to its sequences, with the type of the items."""

    documents: tuple[Path, ...]
    sequences: tuple[tuple[Path, type], ...]

    def ranking_of(self, path: Path) -> Path | None:
        """Where the sequence at `path` is the rows of a ranking, the path to the ranking's document."""
        document = (*path[:-1], "document")
        return document if document in self.documents and (path, RankedSentence) in self.sequences else None


@cache
def _shape(kind: Any) -> _Shape:
    documents: list[Path] = []
    sequences: list[tuple[Path, Any]] = []

    def look(at: Any, path: Path) -> None:
        hints = get_type_hints(at)
        for member in fields(at):
            hint, inner = hints[member.name], (*path, member.name)
            if get_origin(hint) is tuple and len(items := get_args(hint)) == 2 and items[1] is ... and is_dataclass(items[0]):
                sequences.append((inner, items[0]))
            elif is_dataclass(hint):
                if hint is Document:
                    documents.append(inner)
                look(hint, inner)

    look(kind, ())
    return _Shape(tuple(documents), tuple(sequences))


def _shape_of(value: Any) -> _Shape:
    kind: Any = type(value)
    return _shape(kind)


def _at(value: Any, path: Path) -> Any:
    for name in path:
        value = getattr(value, name)
    return value


def _with(value: Any, path: Path, part: object) -> Any:
    inner = _with(getattr(value, path[0]), path[1:], part) if len(path) > 1 else part
    return replace(value, **{path[0]: inner})


def documents_of(value: Any) -> tuple[Document, ...]:
    """Return the documents within a value."""
    return tuple(_at(value, path) for path in _shape_of(value).documents)


# Out.


def _encode(value: object) -> bytes:
    try:
        return _encoder.encode(value)
    except UnicodeEncodeError:
        # Half of a surrogate pair, from a damaged source: "?" keeps every offset where it was.
        return json.dumps(msgspec.to_builtins(value), ensure_ascii=False).encode("utf-8", "replace")


def encode_message(message: Message) -> bytes:
    """Return the one frame of a short message."""
    return _encode(message)


def content_hash(document: Document) -> str:
    """Return the digest that names a document on both sides; a few milliseconds for a thousand sentences."""
    digest = blake2b(digest_size=16)
    for frame in encode_value(document, job=0):
        digest.update(frame)
    return digest.hexdigest()


def encode_value(
    value: Any,
    *,
    job: int,
    partial: bool = False,
    digest: str = "",
    digest_of: Callable[[Document], str] = lambda _: "",
    since: object = None,
) -> Iterator[bytes]:
    """Yield the frames of a request or a result, made one at a time as they are asked for.

    `digest` names a document that is sent, `digest_of` those that the receiver has ("" for others), `since` is the job's last partial
    ranking, which it has too.
    """
    shape = _shape_of(value)
    digests = tuple(digest_of(_at(value, path)) for path in shape.documents)
    header: Any = value
    for path, name in zip(shape.documents, digests, strict=True):
        header = _with(header, path, _ABSENT) if name else header
    sequences = [_at(header, path) for path, _ in shape.sequences]
    for path, _ in shape.sequences:
        header = _with(header, path, ())
    before, order = None, None
    if isinstance(value, RankedDocument) and isinstance(since, RankedDocument):
        before, order = by_sentence(since), tuple(entry.sentence.index for entry in value.sentences)
    packed = [_packed(value, path, shape, items, before) for (path, _), items in zip(shape.sequences, sequences, strict=True)]
    yield _encode(
        Opening(
            job=job,
            kind=type(value).__name__,
            value=msgspec.Raw(_encode(header)),
            partial=partial,
            digest=digest,
            documents=digests,
            lengths=tuple(map(len, packed)),
            order=order,
        )
    )
    for number, items in enumerate(packed):
        for chunk in _chunks(items):
            yield _encode(Chunk(job=job, sequence=number, items=msgspec.Raw(chunk)))


def _packed(value: Any, path: Path, shape: _Shape, items: Sequence[Any], before: Mapping[int, RankedSentence] | None) -> Sequence[object]:
    """Return the items of a sequence as they travel; `before` are the rows of the ranking before, where only changes do."""
    at = shape.ranking_of(path)
    if at is None:
        return items
    document = _at(value, at)
    if before is None:
        return [packed_row(entry, document) for entry in items]
    return [packed_row(entry, document, before.get(entry.sentence.index)) for entry in changed_rows(items, before)]


def _chunks(items: Iterable[object]) -> Iterator[bytes]:
    """Yield JSON arrays of consecutive items, each of about CHUNK_BYTES."""
    parts: list[bytes] = []
    size = 0
    for item in items:
        parts.append(_encode(item))
        size += len(parts[-1])
        if size >= CHUNK_BYTES:
            yield b"[" + b",".join(parts) + b"]"
            parts, size = [], 0
    if parts:
        yield b"[" + b",".join(parts) + b"]"


# In.


@dataclass(slots=True)
class _Arriving:
    opening: Opening
    shape: _Shape
    value: Any
    missing: int
    items: list[list[Any]]


class Assembler:
    """Puts values together again; frames of several jobs may alternate. One for each direction of each connection.

    `document` finds a document that the sender has named, by job and digest.
    """

    def __init__(self, document: Callable[[int, str], Document | None] = lambda _job, _digest: None) -> None:
        self._document = document
        self._arriving: dict[int, _Arriving] = {}
        self._shown: dict[int, RankedDocument] = {}
        """The last partial ranking of each job that runs."""

    def feed(self, frame: bytes) -> Received | Message | None:
        """Return what this frame completes. Raises WorkerError `worker-protocol` when it is not of the protocol, `worker-document` when
        it names a document that is not here."""
        try:
            message: _Wire = _wire.decode(frame)
            if isinstance(message, Opening):
                return self._open(message)
            if isinstance(message, Chunk):
                return self._add(message)
        except (*DECODING_ERRORS, LookupError) as error:
            raise _not_ours(error) from error
        if isinstance(message, protocol.Failed):
            self._forget(message.job)
        return message

    def _forget(self, job: int) -> None:
        self._arriving.pop(job, None)
        self._shown.pop(job, None)

    def _open(self, opening: Opening) -> Received | None:
        kind = _KINDS[opening.kind]
        shape = _shape(kind)
        value = _decoder(kind).decode(opening.value)
        arriving = _Arriving(opening, shape, value, sum(opening.lengths), [[] for _ in shape.sequences])
        self._arriving[opening.job] = arriving
        return self._whole(arriving) if not arriving.missing else None

    def _add(self, chunk: Chunk) -> Received | None:
        arriving = self._arriving.get(chunk.job)
        if arriving is None:
            raise LookupError("a chunk without a beginning")
        path, kind = arriving.shape.sequences[chunk.sequence]
        items = _decoder(list[Row if arriving.shape.ranking_of(path) else kind]).decode(chunk.items)  # type: ignore[misc]
        arriving.items[chunk.sequence].extend(items)
        arriving.missing -= len(items)
        return self._whole(arriving) if arriving.missing <= 0 else None

    def _whole(self, arriving: _Arriving) -> Received:
        opening, shape, value = arriving.opening, arriving.shape, arriving.value
        del self._arriving[opening.job]
        documents = {}
        for path, digest in zip(shape.documents, opening.documents, strict=True):
            if digest:
                documents[digest] = self._known(opening.job, digest)
                value = _with(value, path, documents[digest])
        for (path, _), items in zip(shape.sequences, arriving.items, strict=True):
            if shape.ranking_of(path) is not None:
                value = _with(value, path, self._rows(opening, _at(value, path[:-1]).document, items))
            elif items:
                value = _with(value, path, tuple(items))
        if isinstance(value, RankedDocument):
            self._shown.pop(opening.job, None)
            if opening.partial:
                self._shown[opening.job] = value
        return Received(opening.job, value, opening.partial, opening.digest, documents)

    def _rows(self, opening: Opening, document: Document, rows: Sequence[Row]) -> tuple[RankedSentence, ...]:
        if opening.order is None:
            return tuple(unpacked_row(row, document) for row in rows)
        before = by_sentence(self._shown[opening.job])
        changed = [unpacked_row(row, document, before.get(row.entry.sentence.index)) for row in rows]
        return merged_rows(opening.order, changed, before)

    def _known(self, job: int, digest: str) -> Document:
        document = self._document(job, digest)
        if document is None:
            raise WorkerError(UNKNOWN_DOCUMENT, tr("The analysis process does not have the document any more."), hint=tr("Try again."))
        return document


class _Addressed(msgspec.Struct):
    job: int = 0


def job_of(frame: bytes) -> int:
    """Return the job that a frame belongs to, 0 when it cannot be read; for frames that could not be decoded."""
    try:
        return msgspec.json.decode(frame, type=_Addressed).job
    except DECODING_ERRORS:
        return 0


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _not_ours(cause: object) -> WorkerError:
    return WorkerError("worker-protocol", tr("The analysis process sent something that cannot be read ({reason}).", reason=cause))
