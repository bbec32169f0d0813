"""Reader of post collections: it recognises the format and streams the rows; a bad row never stops the others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from app.domain.importing import ReadPost, RefusedRow
from app.domain.options import PostImportOptions
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import InputError
from app.ingest.language import detect_language
from app.ingest.posts.archives import post_files
from app.ingest.posts.columns import is_data, recognised
from app.ingest.posts.documents import is_json, json_items
from app.ingest.posts.drafts import Context, Draft, Finisher, Outcome
from app.ingest.posts.fields import nested, text
from app.ingest.posts.formats import CONVERTERS, POST_FORMATS, format_of_header, format_of_records
from app.ingest.posts.mapped import mapped_converter
from app.ingest.posts.refusals import refuse_others
from app.ingest.posts.whatsapp import chat_drafts, is_chat
from app.ingest.rows.columns import flatten_record, keys_of
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.rounded_ids import is_rounded
from app.ingest.rows.sources import Source, unreadable
from app.ingest.rows.tables import Naming, open_table, table_record, table_records
from app.translation import tr, trc, trn

_SAMPLE = 200
_PROGRESS_INTERVAL = 100
_TABLES = ("table", "crowdtangle", "meta")
NAMING = Naming(recognised, is_data)

Entry = tuple[str, Outcome]


def read_posts(path: Path, *, options: PostImportOptions, cancel: CancelToken, progress: Progress) -> Iterator[ReadPost | RefusedRow]:
    """Yield the rows of a file, of every file of a folder, or of a platform's archive, in order.

    Raises InputError at the first row if the path or the file as a whole cannot be read (posts-not-found, -unreadable,
    -unsupported, -password, -damaged, -columns, -format, -empty); Cancelled if asked to stop.
    """
    if options.format not in POST_FORMATS:
        message = tr('There is no format "{name}".', name=options.format)
        raise InputError("posts-format", message, hint=tr("The formats are: {formats}.", formats=", ".join(POST_FORMATS)))
    files, account = post_files(path, cancel)
    owner = _account_name(account) if account else ""
    import_pass = _ImportPass(Finisher(options, detect=detect_language), options, Context(account=owner), progress, cancel)
    for source in files:
        yield from import_pass.file(source) if len(files) == 1 else import_pass.file_of_many(source)
    if not import_pass.accepted and not import_pass.refused:
        raise _empty(path.name)
    progress(ProgressUpdate(tr("Reading posts"), import_pass.accepted + import_pass.refused))


def _account_name(source: Source) -> str:
    """Return the owner's user name from an X archive, "" if it has none."""
    # The owner's name is optional: a damaged account file must not stop the import.
    with suppress(InputError):
        records = (record for _, record, _ in json_items(source, Context()) if not isinstance(record, RowRefused))
        return next((name for record in records if (name := text(nested(record, "account"), "username"))), "")
    return ""


def _empty(name: str) -> InputError:
    message = tr("{name} holds no posts.", name=name)
    return InputError(
        "posts-empty", message, hint=tr("Choose a table, JSON, or the archive that a platform gave you, with at least one post.")
    )


@dataclass
class _ImportPass:
    """One import's pass over its files, which counts rows for progress and checks for cancellation."""

    finisher: Finisher
    options: PostImportOptions
    context: Context
    progress: Progress
    cancel: CancelToken
    accepted: int = 0
    refused: int = 0
    skipped: int = 0

    def file_of_many(self, source: Source) -> Iterator[ReadPost | RefusedRow]:
        """Yield the rows of a file of a folder or archive; an unreadable file is one refused row."""
        try:
            yield from self.file(source)
        except InputError as error:
            self.refused += 1
            yield RefusedRow(source=source.name, row=trc("place in a file", "file"), reason=str(error))

    def file(self, source: Source) -> Iterator[ReadPost | RefusedRow]:
        """Yield the rows of one file and, last, a count of skipped entries and the damage at its end. Raises InputError."""
        self.cancel.check()
        refuse_others(source)
        rows_before, self.skipped = self.accepted + self.refused, 0
        for row, outcome in self._outcomes(source):
            if outcome is None:
                self.skipped += 1
                continue
            yield self._row(source, row, outcome)
        if source.damage:
            yield self._row(source, trc("place in a file", "end"), RowRefused(source.damage))
        if self.accepted + self.refused == rows_before:
            raise _empty(source.name)
        if self.skipped:
            yield self._row(source, trc("place in a file", "file"), RowRefused(_skipped_message(self.skipped)))

    def _outcomes(self, source: Source) -> Iterator[Entry]:
        """Yield the file's outcomes. A disk that fails in the middle is reported as such."""
        entries = self._entries(source)
        while True:
            try:
                entry = next(entries, None)
            except OSError as error:
                raise unreadable(source.path, error, kind=source.kind) from error
            if entry is None:
                return
            yield entry

    def _entries(self, source: Source) -> Iterator[Entry]:
        if self.options.format in ("auto", "whatsapp") and is_chat(source):
            return chat_drafts(source)
        return self._json(source) if is_json(source) else self._table(source)

    def _json(self, source: Source) -> Iterator[Entry]:
        items = json_items(source, self.context)
        sample = list(islice(items, _SAMPLE))
        records = [record for _, record, _ in sample if not isinstance(record, RowRefused)]
        name = self.options.format if self.options.format not in ("auto", "table") else format_of_records(records)
        # A user's mapping of keys overrides a recognised platform.
        if self.options.columns:
            name = "json"
        flatten = name not in CONVERTERS or name in _TABLES
        convert = CONVERTERS.get(name)
        for row, record, context in chain(sample, items):
            if isinstance(record, RowRefused):
                yield row, record
                continue
            if convert is None:
                # A converter of foreign names is made from the sample, so that it sees all keys.
                flattened = [flatten_record(sampled) for sampled in records or [record]]
                convert = mapped_converter(keys_of(flattened), flattened, self.options)
            try:
                yield row, convert(flatten_record(record) if flatten else record, context)
            except RowRefused as refusal:
                yield row, refusal

    def _table(self, source: Source) -> Iterator[Entry]:
        table = open_table(source, NAMING)
        name = self.options.format if self.options.format in _TABLES[1:] else format_of_header(table.header)
        sample: list[Record] = [table_record(table.header, cells) for cells in table.sample]
        is_mapped = name == "table" or bool(self.options.columns)
        convert = mapped_converter(table.header, sample, self.options, cells=table.sample) if is_mapped else CONVERTERS[name]
        for row, record in table_records(table):
            yield row, record if isinstance(record, RowRefused) else convert(record, self.context)

    def _row(self, source: Source, row: str, outcome: Draft | RowRefused) -> ReadPost | RefusedRow:
        if (self.accepted + self.refused) % _PROGRESS_INTERVAL == 0:
            self.cancel.check()
            self.progress(ProgressUpdate(tr("Reading posts"), self.accepted + self.refused))
        try:
            if isinstance(outcome, RowRefused):
                raise outcome
            post = self.finisher.finish(outcome)
        except RowRefused as refusal:
            self.refused += 1
            return RefusedRow(source=source.name, row=row or trc("place in a file", "file"), reason=refusal.reason)
        self.accepted += 1
        location = row or trc("place in a file", "file")
        rounded = outcome.rounded_id or (outcome.id if is_rounded(outcome.id) else "")
        return ReadPost(source=source.name, row=location, post=post, rounded_id=rounded, unread_date=outcome.unread_date)


def _skipped_message(entries: int) -> str:
    return trn(
        "{count} entry is no post (a notice, a reaction, a deletion) and was passed over.",
        "{count} entries are no posts (notices, reactions, deletions) and were passed over.",
        entries,
    )
