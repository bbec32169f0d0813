"""Reader of fact-check collections: recognises the format and streams the rows; a bad row never stops the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.domain.importing import ReadRow, RefusedRow
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import InputError
from app.ingest.factchecks.averitec import read_averitec
from app.ingest.factchecks.checkthat import read_checkthat
from app.ingest.factchecks.claimreview import read_claimreview_json, read_datafeed
from app.ingest.factchecks.cofacts import cofacts_tables, read_cofacts
from app.ingest.factchecks.detect import FORMATS, detect
from app.ingest.factchecks.drafts import Draft, Entry, Finisher
from app.ingest.factchecks.generic import read_generic
from app.ingest.factchecks.googlefactcheck import read_google
from app.ingest.factchecks.jsonlines import read_json_lines
from app.ingest.factchecks.pages import read_pages
from app.ingest.factchecks.politifact import politifact_draft, snopes_draft
from app.ingest.factchecks.tables import read_table
from app.ingest.language import detect_language
from app.ingest.rows.outcomes import RowRefused
from app.ingest.rows.rounded_ids import is_rounded
from app.ingest.rows.sources import Source, files_of, unreadable
from app.translation import tr, trc

_PROGRESS_INTERVAL = 100
Reader = Callable[[Source, ImportOptions], Iterator[Entry]]

_READERS: dict[str, Reader] = {
    "jsonl": read_generic,
    "politifact": lambda source, _: read_json_lines(source, politifact_draft),
    "snopes": lambda source, _: read_json_lines(source, snopes_draft),
    "checkthat": read_checkthat,
    "claimreview": lambda source, _: read_claimreview_json(source) if source.starts_as_json else read_pages(source),
    "datafeed": lambda source, _: read_datafeed(source),
    "google": lambda source, _: read_google(source),
    "averitec": lambda source, _: read_averitec(source),
    "table": read_table,
}


def read_factchecks(path: Path, *, options: ImportOptions, progress: Progress, cancel: CancelToken) -> Iterator[ReadRow | RefusedRow]:
    """Yield the rows of a file, or of every file of a folder, in order, with verdicts not yet normalised.

    Raises InputError at the first row if the path or the file as a whole cannot be read (factchecks-not-found, -unreadable,
    -unsupported, -password, -damaged, -columns, -format, -empty); Cancelled if asked to stop.
    """
    if options.format not in FORMATS:
        message = tr('There is no format "{name}".', name=options.format)
        raise InputError("factchecks-format", message, hint=tr("The formats are: {formats}.", formats=", ".join(FORMATS)))
    import_pass = _ImportPass(Finisher(options, detect=detect_language), options, progress, cancel)
    files = files_of(path, cancel=cancel)
    joined = cofacts_tables(files) if options.format in ("auto", "cofacts") else {}
    if joined:
        yield from import_pass.joined(joined)
        # Other files in the folder are imported, too.
        files = [source for source in files if source not in joined.values()]
    elif options.format == "cofacts":
        raise _no_cofacts(path)
    for source in files:
        yield from import_pass.file(source) if len(files) == 1 and not joined else import_pass.file_of_many(source)
    if not files and not joined:
        raise _empty(path.name)
    progress(ProgressUpdate(tr("Reading fact-checks"), import_pass.rows))


def _no_cofacts(path: Path) -> InputError:
    return InputError(
        "factchecks-not-found",
        tr("{name} does not hold Cofacts’ tables articles, replies and article_replies.", name=path.name),
        hint=tr("Choose the folder that holds all three as CSV files."),
    )


def _outcomes(source: Source, entries: Iterator[Entry]) -> Iterator[Entry]:
    """Yield the entries. A disk that fails in the middle is reported as such."""
    while True:
        try:
            entry = next(entries)
        except StopIteration:
            return
        except OSError as error:
            raise unreadable(source.path, error) from error
        yield entry


def _empty(name: str) -> InputError:
    message = tr("{name} holds no fact-checks.", name=name)
    return InputError("factchecks-empty", message, hint=tr("Choose a file or folder that holds at least one."))


@dataclass
class _ImportPass:
    """One import's pass over its files, which counts rows for progress and checks for cancellation."""

    finisher: Finisher
    options: ImportOptions
    progress: Progress
    cancel: CancelToken
    rows: int = 0

    def file_of_many(self, source: Source) -> Iterator[ReadRow | RefusedRow]:
        """Yield the rows of a folder's file; an unreadable file is one refused row."""
        try:
            yield from self.file(source)
        except InputError as error:
            yield RefusedRow(source=source.name, row=trc("place in a file", "file"), reason=str(error))

    def joined(self, tables: Mapping[str, Source]) -> Iterator[ReadRow | RefusedRow]:
        """Yield the rows of Cofacts' tables, reported under the table that joins the others."""
        source = tables["article_replies"]
        for row, outcome in _outcomes(source, read_cofacts(tables)):
            yield self._row(source, row, outcome)
        for damaged in (table for table in tables.values() if table.damage):
            yield self._row(damaged, trc("place in a file", "end"), RowRefused(damaged.damage))

    def file(self, source: Source) -> Iterator[ReadRow | RefusedRow]:
        """Yield the rows of one file and, last, the damage at its end."""
        self.cancel.check()
        name = self.options.format if self.options.format != "auto" else detect(source)
        rows_before = self.rows
        for row, outcome in _outcomes(source, _READERS[name](source, self.options)):
            yield self._row(source, row, outcome)
        if source.damage:
            yield self._row(source, trc("place in a file", "end"), RowRefused(source.damage))
        # Otherwise a file without rows would look like a successful import.
        if self.rows == rows_before:
            raise _empty(source.name)

    def _row(self, source: Source, row: str, outcome: Draft | RowRefused) -> ReadRow | RefusedRow:
        self.rows += 1
        if self.rows % _PROGRESS_INTERVAL == 0:
            self.cancel.check()
            self.progress(ProgressUpdate(tr("Reading fact-checks"), self.rows))
        return self._read_row(source, row, outcome)

    def _read_row(self, source: Source, row: str, outcome: Draft | RowRefused) -> ReadRow | RefusedRow:
        if isinstance(outcome, RowRefused):
            return RefusedRow(source=source.name, row=row, reason=outcome.reason)
        try:
            factcheck = self.finisher.finish(outcome)
        except RowRefused as refusal:
            return RefusedRow(source=source.name, row=row, reason=refusal.reason)
        rounded = outcome.id if is_rounded(outcome.id) else ""
        return ReadRow(
            source=source.name,
            row=row,
            factcheck=factcheck,
            unclear_date=outcome.unclear_date,
            unread_date=outcome.unread_date,
            rounded_id=rounded,
        )
