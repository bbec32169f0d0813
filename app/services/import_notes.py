"""What an import tells of the ids of its sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.domain.importing import SourceIdNotes
from app.translation import trn


def id_notes(sources: Iterable[SourceIdNotes]) -> Iterator[str]:
    """Yield a sentence for each source with rows that repeat one another, and for each with ids that are another source's already."""
    for source in sources:
        if source.repeated:
            yield trn(
                "{name}: {count} row repeats an id that came before; the last one of each was taken.",
                "{name}: {count} rows repeat an id that came before; the last one of each was taken.",
                source.repeated,
                name=source.source,
            )
        if source.renamed:
            yield trn(
                "{name}: {count} id belongs to something else in the library; it was written as “{example}”.",
                "{name}: {count} ids belong to something else in the library; they were written like “{example}”.",
                source.renamed,
                name=source.source,
                example=source.example,
            )
