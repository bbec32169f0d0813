"""Rows read by imports, and reports of imports."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from app.domain.factcheck import FactCheck
from app.domain.post import Post


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedRow:
    """A row that was not imported: its position and the reason in one sentence."""

    source: str
    row: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row that was read: its position in the source and its fact-check, with the verdict not yet normalised.

    `unclear_date` is the text of an ambiguous date (day and month), `unread_date` that of an unreadable one; `rounded_id` is a
    source id that was not used because a spreadsheet rounded it.
    """

    source: str
    row: str
    factcheck: FactCheck
    unclear_date: str = ""
    rounded_id: str = ""
    unread_date: str = ""


@dataclass(frozen=True, slots=True)
class ReadPost:
    """A row that was read: its position in the source and its post. `rounded_id` is a source id that was not used because a
    spreadsheet rounded it, `unread_date` the text of an unreadable date."""

    source: str
    row: str
    post: Post
    unread_date: str = ""
    rounded_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceIdNotes:
    """Id conflicts of one source: `repeated` rows that repeat an earlier one (the last is taken), and `renamed` rows whose id
    belongs to another item and was prefixed with the source's name (`example`)."""

    source: str
    repeated: int = 0
    renamed: int = 0
    example: str = ""

    def plus(self, *, repeated: int = 0, renamed: int = 0, example: str = "") -> SourceIdNotes:
        """Return these with others added."""
        return replace(self, repeated=self.repeated + repeated, renamed=self.renamed + renamed, example=self.example or example)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCounts:
    """Effect of a change on the library; `grouped` counts items that joined the group of an earlier one, `ids` lists sources whose
    rows could not all keep their ids."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    deleted: int = 0
    grouped: int = 0
    ids: tuple[SourceIdNotes, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """Outcome of an import: counts, every refused row, notes for the user, and the new library generation."""

    counts: ChangeCounts
    refused: tuple[RefusedRow, ...] = ()
    notes: tuple[str, ...] = ()
    generation: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryStatistics:
    """Contents of a library; pairs are (name, count), most frequent first; dates are ISO strings or "".

    `encoder` made the vectors of the index. `other_encoders` are the same model on other devices or in other precisions, with the
    number of fact-checks that one of them encoded.
    """

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
    other_encoders: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvagedFactChecks:
    """Readable fact-checks of a damaged library, newest first, and descriptions of the rows that were left out."""

    items: tuple[FactCheck, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """One line of `library verify` or `doctor`: the check, its result, and a remedy."""

    name: str
    ok: bool
    detail: str = ""
    hint: str = field(default="")
