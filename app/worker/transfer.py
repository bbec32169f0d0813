"""How values travel: a header without its long sequences, then these sequences in batches, each a frame of its own.

A ranking of 5,000 sentences is many megabytes of JSON. Encoding or decoding it in one call would hold Python's global
lock, and with it the window, for too long; a batch takes a few milliseconds, and between two batches others have their turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec

from app.domain.ask import Answer
from app.domain.document import Document, Sentence
from app.domain.evidence import EvidenceDocument, EvidenceImportReport, EvidencePage
from app.domain.factcheck import FactCheck
from app.domain.importing import ImportReport, RefusedRow
from app.domain.narrative import Narrative, NarrativeEdge, NarrativeItem, NarrativeMap
from app.domain.options import Query
from app.domain.overview import RatingOverview, RatingRule, RatingUse
from app.domain.posts import PostImportReport
from app.domain.ranked import RankedDocument, RankedSentence
from app.domain.repeat import Repeat
from app.domain.review import Act
from app.domain.verification import Verification
from app.errors import WorkerError
from app.translation import tr
from app.worker import protocol


class Opening(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A value begins: its type by name, itself without the long sequences, and how many batches follow."""

    job: int
    kind: str
    value: msgspec.Raw
    batches: int = 0
    partial: bool = False


class Batch(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of the batches; `stream` numbers the sequence among those of the value's type."""

    job: int
    stream: int


class Sentences(Batch, frozen=True, kw_only=True):
    """Sentences of a document."""

    items: list[Sentence]


class RankedSentences(Batch, frozen=True, kw_only=True):
    """Ranked sentences with their matches."""

    items: list[RankedSentence]


class Queries(Batch, frozen=True, kw_only=True):
    """Queries of a batch of claims."""

    items: list[Query]


class Acts(Batch, frozen=True, kw_only=True):
    """Acts of a review."""

    items: list[Act]


class RefusedRows(Batch, frozen=True, kw_only=True):
    """Refused rows of an import."""

    items: list[RefusedRow]


class FactChecks(Batch, frozen=True, kw_only=True):
    """Fact-checks of the library."""

    items: list[FactCheck]


class RatingUses(Batch, frozen=True, kw_only=True):
    """Ratings of the library."""

    items: list[RatingUse]


class RatingRules(Batch, frozen=True, kw_only=True):
    """Rules of the rating tables."""

    items: list[RatingRule]


class Answers(Batch, frozen=True, kw_only=True):
    """Answers with their posts."""

    items: list[Answer]


class Documents(Batch, frozen=True, kw_only=True):
    """Documents of the evidence."""

    items: list[EvidenceDocument]


class Verifications(Batch, frozen=True, kw_only=True):
    """Verifications with their questions and answers."""

    items: list[Verification]


class Narratives(Batch, frozen=True, kw_only=True):
    """Narratives with the keys of their items."""

    items: list[Narrative]


class NarrativeItems(Batch, frozen=True, kw_only=True):
    """Fact-checks and posts of narratives."""

    items: list[NarrativeItem]


class NarrativeEdges(Batch, frozen=True, kw_only=True):
    """Edges between items of narratives."""

    items: list[NarrativeEdge]


class Repeats(Batch, frozen=True, kw_only=True):
    """Repeats with their differences."""

    items: list[Repeat]


_Batches = (
    Sentences
    | RankedSentences
    | Queries
    | Acts
    | RefusedRows
    | FactChecks
    | RatingUses
    | RatingRules
    | Answers
    | Documents
    | Verifications
    | Narratives
    | NarrativeItems
    | NarrativeEdges
    | Repeats
)


@dataclass(frozen=True, slots=True)
class _Stream:
    path: tuple[str, ...]
    batch: type[_Batches]
    size: int


_SENTENCES = 400
_RANKED = 50
_ACTS = 100
_WHOLE = 50
_STREAMS: dict[type, tuple[_Stream, ...]] = {
    Document: (_Stream(("sentences",), Sentences, _SENTENCES),),
    RankedDocument: (
        _Stream(("document", "sentences"), Sentences, _SENTENCES),
        _Stream(("sentences",), RankedSentences, _RANKED),
    ),
    ImportReport: (_Stream(("refused",), RefusedRows, _SENTENCES),),
    EvidenceImportReport: (_Stream(("refused",), RefusedRows, _SENTENCES),),
    EvidencePage: (_Stream(("items",), Documents, _WHOLE),),
    protocol.VerificationsRead: (_Stream(("items",), Verifications, _WHOLE),),
    protocol.WriteVerifications: (_Stream(("verifications",), Verifications, _WHOLE),),
    PostImportReport: (_Stream(("refused",), RefusedRows, _SENTENCES),),
    **dict.fromkeys((protocol.Asked, protocol.WriteAnswers), (_Stream(("answered", "answers"), Answers, 1),)),
    protocol.Matched: (_Stream(("queries",), Queries, _SENTENCES), _Stream(("results",), RankedSentences, _RANKED)),
    **dict.fromkeys((protocol.RerankMatches, protocol.MatchesReranked), (_Stream(("entries",), RankedSentences, _RANKED),)),
    NarrativeMap: (
        _Stream(("narratives",), Narratives, _WHOLE),
        _Stream(("items",), NarrativeItems, _SENTENCES),
        _Stream(("repeats",), Repeats, _SENTENCES),
        _Stream(("edges",), NarrativeEdges, 2 * _SENTENCES),
    ),
    protocol.NarrativesChanged: (_Stream(("changed",), Narratives, _WHOLE),),
    protocol.RankDocument: (_Stream(("document", "sentences"), Sentences, _SENTENCES),),
    protocol.MatchQueries: (_Stream(("queries",), Queries, _SENTENCES),),
    protocol.Found: (_Stream(("items",), FactChecks, _WHOLE),),
    protocol.FactChecks: (_Stream(("items",), FactChecks, _WHOLE),),
    protocol.Changed: (_Stream(("before",), FactChecks, _WHOLE), _Stream(("after",), FactChecks, _WHOLE)),
    protocol.RestoreFactChecks: (_Stream(("factchecks",), FactChecks, _WHOLE),),
    RatingOverview: (_Stream(("uses",), RatingUses, _SENTENCES), _Stream(("rules",), RatingRules, _SENTENCES)),
    protocol.WriteReport: (
        _Stream(("reviewed", "ranked", "document", "sentences"), Sentences, _SENTENCES),
        _Stream(("reviewed", "ranked", "sentences"), RankedSentences, _RANKED),
        _Stream(("reviewed", "acts"), Acts, _ACTS),
    ),
    **dict.fromkeys(
        (protocol.WriteClaims, protocol.CopyClaims),
        (
            _Stream(("ranked", "document", "sentences"), Sentences, _SENTENCES),
            _Stream(("ranked", "sentences"), RankedSentences, _RANKED),
        ),
    ),
}
_KINDS: dict[str, type] = {kind.__name__: kind for kind in (*protocol.RESULT_OF, *protocol.RESULT_OF.values(), protocol.Cancel)}
_Told = protocol.Hello | protocol.Progressed | protocol.Failed | protocol.Log
_Wire = Opening | _Batches | _Told
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


def encode_event(event: _Told) -> bytes:
    """The one frame of a short event."""
    return _encode(event)


def encode_value(value: object, *, job: int, partial: bool = False) -> Iterator[bytes]:
    """The frames of a request or a result, made one at a time as they are asked for."""
    streams = _STREAMS.get(type(value), ())
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

    def feed(self, frame: bytes) -> Received | _Told | None:
        """What this frame completes; WorkerError (`worker-protocol`) when it is not of the protocol."""
        try:
            message: _Wire = _wire.decode(frame)
        except (msgspec.DecodeError, RecursionError) as error:
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
        except msgspec.DecodeError as error:
            raise _not_ours(error) from error
        arriving = _Arriving(opening, kind, value, opening.batches)
        if opening.batches:
            self._arriving[opening.job] = arriving
            return None
        return _whole(arriving)

    def _add(self, batch: _Batches) -> Received | None:
        arriving = self._arriving.get(batch.job)
        if arriving is None or batch.stream >= len(_STREAMS[arriving.kind]):
            raise _not_ours("a batch without a beginning")
        arriving.items.setdefault(batch.stream, []).extend(batch.items)
        arriving.missing -= 1
        if arriving.missing:
            return None
        return _whole(self._arriving.pop(batch.job))


def _whole(arriving: _Arriving) -> Received:
    value = arriving.value
    for number, items in arriving.items.items():
        value = _with(value, _STREAMS[arriving.kind][number].path, tuple(items))
    return Received(arriving.opening.job, value, arriving.opening.partial)


class _Addressed(msgspec.Struct):
    job: int = 0


def job_of(frame: bytes) -> int:
    """The job that a frame belongs to, 0 when it cannot be told; for frames that could not be decoded."""
    try:
        return msgspec.json.decode(frame, type=_Addressed).job
    except msgspec.DecodeError:
        return 0


@cache
def _decoder(kind: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _not_ours(cause: object) -> WorkerError:
    return WorkerError("worker-protocol", tr("The analysis process sent something that cannot be read ({reason}).", reason=cause))
