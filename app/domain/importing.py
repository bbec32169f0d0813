"""What an import reads and what it reports."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from app.domain.factcheck import FactCheck
from app.domain.post import Post


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedRow:
    """A row that was not taken: where it stands and, in one sentence, why."""

    source: str
    row: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row that was read: its place in the source and the fact-check made of it (verdict not yet normalised).

    `unclear_date` is the text of a date that the fact-check lacks, since its day and month cannot be told apart, `unread_date` that of one
    that could not be read at all; `rounded_id` an id of the source that was not used, since a spreadsheet has rounded it."""

    source: str
    row: str
    factcheck: FactCheck
    unclear_date: str = ""
    rounded_id: str = ""
    unread_date: str = ""


@dataclass(frozen=True, slots=True)
class ReadPost:
    """A row that was read: its place in the source and the post made of it. `rounded_id` is an id of the source that was not used, since a
    spreadsheet has rounded it, `unread_date` the text of a date that could not be read."""

    source: str
    row: str
    post: Post
    unread_date: str = ""
    rounded_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceIdNotes:
    """What became of the ids of one source: how many of its rows repeat an earlier one, of which the last was taken, and how many ids
    another item holds, so that the row was given one with its source's name before it (`example`)."""

    source: str
    repeated: int = 0
    renamed: int = 0
    example: str = ""

    def plus(self, *, repeated: int = 0, renamed: int = 0, example: str = "") -> SourceIdNotes:
        """Return these with others added."""
        return replace(self, repeated=self.repeated + repeated, renamed=self.renamed + renamed, example=self.example or example)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCounts:
    """What a change did to the library; `grouped` counts items that now share a group with an earlier one, `ids` tells of the sources
    whose rows could not all have the ids that they came with."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    deleted: int = 0
    grouped: int = 0
    ids: tuple[SourceIdNotes, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """The outcome of an import: counts, every refused row, notes for the user, and the library generation it made."""

    counts: ChangeCounts
    refused: tuple[RefusedRow, ...] = ()
    notes: tuple[str, ...] = ()
    generation: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryStatistics:
    """What a library holds; pairs are (name, count), most frequent first; dates are ISO strings or ""."""

    path: str
    factchecks: int
    groups: int
    generation: str
    index_kind: str
    encoder: str
    size_bytes: int
    newest: str = ""
    oldest: str = ""
    publishers: tuple[tuple[str, int], ...] = ()
    verdicts: tuple[tuple[str, int], ...] = ()
    languages: tuple[tuple[str, int], ...] = ()
    years: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvagedFactChecks:
    """What could be read of a library, newest first, and in words each row that had to be left out."""

    items: tuple[FactCheck, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """One line of `library verify` or `doctor`: what was looked at, whether it is right, and what to do if not."""

    name: str
    ok: bool
    detail: str = ""
    hint: str = field(default="")
