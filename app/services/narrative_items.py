"""The fact-checks and posts that are grouped into narratives, with their vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.factcheck import FactCheck
from app.domain.narrative import ItemKind, item_key
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import Field, FloatMatrix, IntMatrix, LibrarySnapshot, Mask, PostIndex, VectorIndex
from app.translation import tr

_CHUNK = 2_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Items:
    """Items of one kind that have a vector, by their keys in ascending order; only one of several duplicates or copies is included.

    `digests` (n,) uint64 change with every field that grouping and repeats read. `rows` (n,) are the items' rows in `index`;
    `place_of` (rows of the index,) maps a row to its item's index, -1 for none. `vectors_of` returns the unit vectors of rows.
    """

    keys: Sequence[str]
    digests: NDArray[np.uint64]
    rows: IntMatrix
    place_of: IntMatrix
    index: VectorIndex
    vectors_of: Callable[[IntMatrix], FloatMatrix]

    def __len__(self) -> int:
        return len(self.keys)

    def vectors(self, indexes: IntMatrix) -> FloatMatrix:
        """Return the unit vectors of the items at these indexes, (len(indexes), dimension)."""
        return self.vectors_of(self.rows[indexes])


def factcheck_items(snapshot: LibrarySnapshot, *, progress: Progress, cancel: CancelToken) -> tuple[Items, list[FactCheck]]:
    """Return the items of a generation and their fact-checks without bodies, in the same order.

    Of each duplicate group one is included, and those that ruled the other way.
    """
    heads = _representative_rows(snapshot)
    outlines: list[FactCheck] = []
    present: list[Mask] = []
    for start in range(0, len(heads), _CHUNK):
        cancel.check()
        part = heads[start : start + _CHUNK]
        outlines += snapshot.outlines(part.tolist())
        present.append(np.any(snapshot.vector_rows(Field.CLAIM, part), axis=1))
        progress(ProgressUpdate(tr("Reading fact-checks"), start + len(part), len(heads)))
    has_vector = np.concatenate(present) if present else np.zeros(0, np.bool_)
    rows = heads[has_vector]
    factchecks = [factcheck for factcheck, keep in zip(outlines, has_vector.tolist(), strict=True) if keep]
    lead_row = np.full(len(snapshot.groups), -1, np.int32)
    lead_row[rows] = np.arange(len(rows), dtype=np.int32)
    place_of = np.where(lead_row >= 0, lead_row, lead_row[snapshot.groups]) if len(lead_row) else lead_row
    items = Items(
        keys=[item_key(ItemKind.FACTCHECK, factcheck.id) for factcheck in factchecks],
        digests=_digests((factcheck.claim, factcheck.publisher, str(factcheck.published), factcheck.language) for factcheck in factchecks),
        rows=rows,
        place_of=place_of.astype(np.int32),
        index=snapshot.vectors(Field.CLAIM),
        vectors_of=lambda some_rows: snapshot.vector_rows(Field.CLAIM, some_rows),
    )
    return items, factchecks


def _representative_rows(snapshot: LibrarySnapshot) -> IntMatrix:
    """Return the first row of each duplicate group, and the rows that settle its claim the other way."""
    groups = np.asarray(snapshot.groups)
    first = groups == np.arange(len(groups))
    copies = np.flatnonzero(~first)
    duplicate_rows = np.unique(np.concatenate([copies, groups[copies]])).tolist()
    verdicts = {row: outline.verdict for row, outline in zip(duplicate_rows, snapshot.outlines(duplicate_rows), strict=True)}
    # A ruling that was changed is shown beside the first one.
    for row in copies.tolist():
        copy_verdict, head_verdict = verdicts[row], verdicts[int(groups[row])]
        first[row] = not (copy_verdict.ambiguous or head_verdict.ambiguous) and copy_verdict.settles_true != head_verdict.settles_true
    return np.flatnonzero(first).astype(np.int32)


def post_items(index: PostIndex, *, progress: Progress, cancel: CancelToken) -> Items:
    """Return the posts of an index that have a vector, one of each group of copies."""
    names: list[str] = []
    texts: list[tuple[str, ...]] = []
    rows: list[int] = []
    for start in range(0, len(index), _CHUNK):
        cancel.check()
        part = np.arange(start, min(start + _CHUNK, len(index)), dtype=np.int32)
        encoded_rows = part[index.vector_rows(part).any(axis=1)]
        for row, post in zip(encoded_rows.tolist(), index.posts(encoded_rows.tolist()), strict=True):
            rows.append(row)
            names.append(item_key(ItemKind.POST, post.id))
            texts.append((post.text, str(post.published)))
        progress(ProgressUpdate(tr("Reading posts"), start + len(part), len(index)))
    order = sorted(range(len(names)), key=names.__getitem__)
    place_of = np.full(len(index), -1, np.int32)
    ordered = np.array([rows[position] for position in order], np.int32)
    place_of[ordered] = np.arange(len(order), dtype=np.int32)
    return Items(
        keys=[names[position] for position in order],
        digests=_digests(texts[position] for position in order),
        rows=ordered,
        place_of=place_of,
        index=index.vectors(),
        vectors_of=index.vector_rows,
    )


def _digests(texts: Iterable[tuple[str, ...]]) -> NDArray[np.uint64]:
    digests = (hashlib.blake2b("\x1f".join(fields).encode("utf-8", "surrogatepass"), digest_size=8).digest() for fields in texts)
    return np.frombuffer(b"".join(digests), "<u8").astype(np.uint64)
