"""Rows of tables and of JSON as evidence, each a text with its source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from app.domain.options import EvidenceImportOptions
from app.errors import InputError
from app.ingest.evidence.averitec import averitec_drafts, is_averitec
from app.ingest.evidence.columns import NAMING, chosen_columns, names_evidence
from app.ingest.evidence.drafts import EvidenceDraft
from app.ingest.facts import Facts
from app.ingest.publication import CandidateDay, DateReliability
from app.ingest.row_language import language_of_rows
from app.ingest.rows.columns import flatten_record, keys_of
from app.ingest.rows.date_columns import column_style
from app.ingest.rows.date_style import DateStyle
from app.ingest.rows.jsonvalues import values
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source
from app.ingest.rows.tables import open_table, table_record, table_records
from app.ingest.rows.text import paragraphs
from app.ingest.rows.values import language_code, parse_day, text_field, unclear_day, unread_day
from app.translation import tr, trc

_SAMPLE_ROWS = 200
# Keys under which documents of JSON hold their list of evidence.
_LIST_KEYS = ("data", "items", "results", "documents", "articles", "evidence")
_TABLE_SUFFIXES = (".csv", ".tsv", ".tab", ".xlsx", ".xlsm")
_JSON_SUFFIXES = (".json", ".jsonl", ".ndjson")

# A location in a file, and the draft or the reason why there is none.
Entry = tuple[str, EvidenceDraft | RowRefused]
_Convert = Callable[[Record], EvidenceDraft]


def holds_rows(source: Source, kind: str) -> bool:
    """Return True if the file holds rows of evidence. The user's format `kind` decides, or for "auto" the file's keys or columns."""
    name = source.name.lower().removesuffix(".gz")
    if kind != "auto":
        return kind in ("table", "json", "averitec")
    if name.endswith(_JSON_SUFFIXES) or source.starts_as_json:
        return name.endswith(_JSON_SUFFIXES[1:]) or _names_evidence(source)
    if not name.endswith(_TABLE_SUFFIXES):
        return False
    # A workbook is always a table; text that looks like one may be a document.
    return name.endswith(_TABLE_SUFFIXES[3:]) or names_evidence(open_table(source, NAMING).header)


def _names_evidence(source: Source) -> bool:
    """Return True if the objects of a JSON file are evidence; False for a file that is not JSON."""
    try:
        records = [value for _, value in islice(_values(source), _SAMPLE_ROWS) if isinstance(value, dict)]
    except InputError:
        return False
    return any(map(is_averitec, records)) or names_evidence(keys_of(list(map(flatten_record, records))))


def _values(source: Source) -> Iterator[tuple[str, object]]:
    """Yield the file's values; for one object that holds them in a list, its elements."""
    for row, value in values(source, _LIST_KEYS):
        listed_values = _list_in(value) if not row and isinstance(value, dict) and not names_evidence(value) else None
        if listed_values is None:
            yield row, value
        else:
            yield from ((tr("item {number}", number=number), item) for number, item in enumerate(listed_values, start=1))


def _list_in(value: Record) -> list[object] | None:
    return next((elements for name in _LIST_KEYS if isinstance(elements := value.get(name), list)), None)


def row_entries(source: Source, options: EvidenceImportOptions) -> Iterator[Entry]:
    """Yield the rows in order. Raises InputError if the file as a whole cannot be read."""
    is_json = options.format in ("json", "averitec") or (options.format == "auto" and source.starts_as_json)
    yield from _json_entries(source, options) if is_json else _table_entries(source, options)


def _json_entries(source: Source, options: EvidenceImportOptions) -> Iterator[Entry]:
    entries = _values(source)
    sample = list(islice(entries, _SAMPLE_ROWS))
    records: list[Record] = [flatten_record(value) for _, value in sample if isinstance(value, dict)]
    convert: _Convert | None = None
    for row, value in chain(sample, entries):
        location = row or trc("place in a file", "file")
        if isinstance(value, RowRefused):
            yield location, value
        elif not isinstance(value, dict):
            yield location, RowRefused(tr("There is no object here."))
        # A user's mapping of keys treats claims of AVeriTeC like any other object.
        elif is_averitec(value) and not options.columns:
            yield from _averitec_entries(location, value)
        else:
            convert = convert or _converter(keys_of(records), records, options)
            yield location, _draft_or_refusal(convert, flatten_record(value))


def _averitec_entries(row: str, claim: Record) -> Iterator[Entry]:
    try:
        drafts = averitec_drafts(claim)
    except RowRefused as refusal:
        yield row, refusal
        return
    yield from ((tr("{row}, answer {number}", row=row, number=number), draft) for number, draft in enumerate(drafts, start=1))


def _table_entries(source: Source, options: EvidenceImportOptions) -> Iterator[Entry]:
    table = open_table(source, NAMING)
    convert = _converter(table.header, [table_record(table.header, cells) for cells in table.sample], options)
    for row, record in table_records(table):
        yield row, record if isinstance(record, RowRefused) else _draft_or_refusal(convert, record)


def _draft_or_refusal(convert: _Convert, record: Record) -> EvidenceDraft | RowRefused:
    try:
        return convert(record)
    except RowRefused as refusal:
        return refusal


def _converter(header: Sequence[str], sample: Sequence[Record], options: EvidenceImportOptions) -> _Convert:
    """Build the converter of records with these columns. Raises InputError if none of them can be the text."""
    columns = chosen_columns(header, options)
    dates = columns.get("published", ())
    style = column_style(
        (str(record.get(name) or "") for record in sample for name in dates),
        " ".join(dates),
        lambda: language_of_rows(sample, columns["text"][0]),
    )

    def to_draft(record: Record) -> EvidenceDraft:
        cells = {name: text_field(record, *names).strip() for name, names in columns.items()}
        published = parse_day(cells.get("published", ""), style)
        facts = Facts(
            title=cells.get("title", ""),
            source=cells.get("source", ""),
            url=cells.get("url", ""),
            language=language_code(cells.get("language", "")) or "",
            dates=(CandidateDay(published, DateReliability.ROW),) if published else (),
        )
        return EvidenceDraft(
            text=paragraphs(cells["text"]),
            facts=facts,
            id=cells.get("id", ""),
            medium=cells.get("medium", ""),
            unread_date="" if published else _unread_or_unclear(cells.get("published", ""), style),
        )

    return to_draft


def _unread_or_unclear(text: str, style: DateStyle) -> str:
    return unread_day(text, style=style) or unclear_day(text, style=style)
