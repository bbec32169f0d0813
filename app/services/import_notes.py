"""Notes of an import about the ids in its sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from app.domain.importing import SourceIdNotes
from app.translation import trn


class RoundedIds:
    """Counts the rows of each source whose id a spreadsheet has rounded."""

    def __init__(self) -> None:
        self._counted: Counter[str] = Counter()
        self._examples: dict[str, str] = {}

    def add(self, source: str, rounded: str) -> None:
        """Count a row with this rounded id; "" for a row without one."""
        if rounded:
            self._counted[source] += 1
            self._examples.setdefault(source, rounded)

    def notes(self) -> Iterator[str]:
        """Yield a sentence for each source that has such ids."""
        for source, count in self._counted.items():
            yield trn(
                "{name}: {count} row has an id that a spreadsheet has rounded, “{example}”; it was not used.",
                "{name}: {count} rows have ids that a spreadsheet has rounded, such as “{example}”; these were not used.",
                count,
                name=source,
                example=self._examples[source],
            )


def id_notes(sources: Iterable[SourceIdNotes]) -> Iterator[str]:
    """Yield a sentence for each source with repeated rows, and for each with ids that belong to another source."""
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
