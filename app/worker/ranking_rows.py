"""How the rows of a ranking travel: sentences by their index in the document, and only what has changed since the job's last version.

A partial ranking of 5,000 sentences repeats nearly all of the one before, and each row would repeat its sentence beside the document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from app.domain.document import Document, Sentence
from app.domain.ranked import RankedDocument, RankedSentence


class Row(msgspec.Struct, frozen=True, array_like=True):
    """A row without what the receiver has. `by_index`: the sentence has its index alone, the document has the rest; `matches_as_before`:
    the matches are those of the same sentence's last row."""

    entry: RankedSentence
    by_index: bool
    matches_as_before: bool


def packed_row(entry: RankedSentence, document: Document, before: RankedSentence | None = None) -> Row:
    """Leave out what the receiver has: the sentence in `document`, and the matches of the same sentence's row `before`."""
    index = entry.sentence.index
    by_index = 0 <= index < len(document.sentences) and document.sentences[index] == entry.sentence
    matches_as_before = before is not None and bool(entry.matches) and before.matches == entry.matches
    if by_index:
        entry = replace(entry, sentence=Sentence(index=index, text="", start=0, end=0))
    if matches_as_before:
        entry = replace(entry, matches=())
    return Row(entry, by_index, matches_as_before)


def unpacked_row(row: Row, document: Document, before: RankedSentence | None = None) -> RankedSentence:
    """Undo `packed_row`. Raises LookupError where the row refers to something that is not there."""
    entry = row.entry
    if row.matches_as_before:
        if before is None:
            raise LookupError("no row before this one")
        entry = replace(entry, matches=before.matches)
    return replace(entry, sentence=document.sentences[entry.sentence.index]) if row.by_index else entry


def by_sentence(ranked: RankedDocument) -> dict[int, RankedSentence]:
    """Return the rows by the index of their sentence."""
    return {entry.sentence.index: entry for entry in ranked.sentences}


def changed_rows(entries: Sequence[RankedSentence], before: Mapping[int, RankedSentence]) -> list[RankedSentence]:
    """Return the rows that differ from those before in more than their rank, which follows from the order."""
    return [
        entry
        for position, entry in enumerate(entries, start=1)
        if (old := before.get(entry.sentence.index)) is None or entry.rank != position or _ranked(old, position) != entry
    ]


def merged_rows(
    order: Sequence[int], changed: Sequence[RankedSentence], before: Mapping[int, RankedSentence]
) -> tuple[RankedSentence, ...]:
    """Put changed rows and those before in this order of sentences. Raises KeyError where a row is missing."""
    new = {entry.sentence.index: entry for entry in changed}
    return tuple(new[index] if index in new else _ranked(before[index], position) for position, index in enumerate(order, start=1))


def _ranked(entry: RankedSentence, rank: int) -> RankedSentence:
    return entry if entry.rank == rank else replace(entry, rank=rank)
