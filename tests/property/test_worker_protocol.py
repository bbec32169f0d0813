"""Every request and result of the protocol survives its frames unchanged; examples are built from the types."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from functools import cache
from random import Random
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from app.domain.document import Document
from app.domain.ranked import RankedDocument, RankedSentence
from app.worker import protocol
from app.worker.transfer import Assembler, Received, content_hash, documents_of, encode_value

KINDS = sorted({kind for request in protocol.REQUESTS.values() for kind in (request, request.result)}, key=lambda kind: kind.__name__)
WITH_DOCUMENTS = [protocol.RankDocument, RankedDocument, protocol.WriteReport, protocol.WriteClaims, protocol.CopyClaims]
LETTERS = 'aZ ß\n"\\{é東\u2028\U0001f9c2\x00'
EXAMPLES = 20
PLAIN: dict[Any, Callable[[Random], Any]] = {
    str: lambda chance: "".join(chance.choices(LETTERS, k=chance.randrange(6))),
    int: lambda chance: chance.choice((0, 1, -1, 2**40, chance.randrange(1000))),
    float: lambda chance: chance.choice((0.0, 1.0, 1e-300, -1e300, chance.random())),
    bool: lambda chance: chance.random() < 0.5,
    bytes: lambda chance: chance.randbytes(5),
    date: lambda chance: date(2000, 1, 1) + timedelta(days=chance.randrange(9000)),
    datetime: lambda chance: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=chance.randrange(10**8)),
    types.NoneType: lambda _: None,
}


def example(hint: Any, chance: Random) -> Any:
    """Build a value of a type of the protocol."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint](chance)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return chance.choice(list(hint))
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return hint(**{name: example(type_of, chance) for name, type_of in field_types(hint).items()})  # type: ignore[operator]
    if origin in (Union, types.UnionType):
        return example(chance.choice(inner), chance)
    return _example_of_many(origin, inner, chance)


def _example_of_many(origin: Any, inner: tuple[Any, ...], chance: Random) -> Any:
    if origin is tuple and inner[-1] is not ...:
        return tuple(example(item, chance) for item in inner)
    items = range(chance.choice((0, 0, 1, 3)))
    if origin in (dict, Mapping):
        return {example(inner[0], chance): example(inner[1], chance) for _ in items}
    assert origin in (tuple, frozenset), f"no example of {origin}"
    return origin(example(inner[0], chance) for _ in items)


@cache
def field_types(kind: Any) -> dict[str, Any]:
    """Return the types of the fields of a dataclass or a named tuple."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.init} if is_dataclass(kind) else hints


def received(frames: Iterable[bytes], assembler: Assembler) -> list[Received]:
    return [message for frame in frames if isinstance(message := assembler.feed(frame), Received)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_value_comes_out_as_it_went_in(kind: type) -> None:
    assembler = Assembler()
    for seed in range(EXAMPLES):
        value = example(kind, Random(seed))
        assert received(encode_value(value, job=seed), assembler) == [Received(seed, value, False)]


@pytest.mark.parametrize("kind", WITH_DOCUMENTS, ids=lambda kind: kind.__name__)
def test_a_value_comes_out_as_it_went_in_where_its_documents_are_named(kind: type) -> None:
    for seed in range(EXAMPLES):
        value = _of_one_document(example(kind, Random(seed)))
        documents = {content_hash(document): document for document in documents_of(value)}
        [message] = received(encode_value(value, job=1, digest_of=content_hash), _knowing(documents))
        assert message == Received(1, value, False, documents=documents)


def test_only_these_values_hold_documents() -> None:
    assert {kind for kind in KINDS if documents_of(example(kind, Random(1)))} == set(WITH_DOCUMENTS)


def test_every_version_of_a_ranking_comes_out_as_it_went_in_though_only_changes_travel() -> None:
    for seed in range(EXAMPLES):
        chance = Random(seed)
        document = _numbered(example(Document, chance))
        assembler, since = Assembler(), None
        rows = [_row(document, index, chance) for index in range(len(document.sentences))]
        for version in range(5):
            rows = [_row(document, index, chance) if chance.random() < 0.3 else row for index, row in enumerate(rows)]
            ranks = chance.sample(range(1, len(rows) + 1), len(rows))
            if chance.random() < 0.8:
                ranks.sort()
            order = chance.sample(rows, len(rows))
            sentences = tuple(replace(row, rank=rank) for rank, row in zip(ranks, order, strict=True))
            ranked = RankedDocument(document=document, sentences=sentences, run=example(protocol.RunRecord, chance), version=version)
            frames = encode_value(ranked, job=1, partial=True, since=since)
            assert received(frames, assembler) == [Received(1, ranked, True)]
            since = ranked


def _knowing(documents: Mapping[str, Document]) -> Assembler:
    return Assembler(lambda _, digest: documents.get(digest))


def _row(document: Document, index: int, chance: Random) -> RankedSentence:
    return replace(example(RankedSentence, chance), sentence=document.sentences[index])


def _numbered(document: Document) -> Document:
    """Number the sentences by position, as in every document."""
    return replace(document, sentences=tuple(replace(sentence, index=index) for index, sentence in enumerate(document.sentences)))


def _of_one_document(value: Any) -> Any:
    """Make some rows refer to sentences of the value's document."""
    if not isinstance(value, RankedDocument):
        return value
    document = _numbered(value.document)
    rows = zip(value.sentences, document.sentences, strict=False)
    return replace(value, document=document, sentences=tuple(replace(row, sentence=sentence) for row, sentence in rows))
