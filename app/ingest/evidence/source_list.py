"""The user's list of doubtful sources: a table with the columns host, kind and note. The program ships without one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.domain.evidence import SourceWarning, source_address
from app.domain.importing import RefusedRow
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.rows.columns import key_of
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import files_of
from app.ingest.rows.tables import Naming, open_table, table_records
from app.ingest.rows.text import one_line
from app.translation import tr

_COLUMN_NAMES = {
    "host": ("host", "domain", "site", "url", "source", "sourceurl", "website"),
    "kind": ("kind", "type", "category", "label", "rating", "classification"),
    "note": ("note", "notes", "comment", "reason", "description"),
}
_FIELD_OF_NAME = {name: field for field, names in _COLUMN_NAMES.items() for name in names}


def read_source_list(path: Path, *, cancel: CancelToken) -> tuple[tuple[SourceWarning, ...], tuple[RefusedRow, ...]]:
    """Return the rows of a list, and the refused rows with the reason.

    Raises InputError `sources-not-found`, `sources-unreadable`, `sources-empty`, `sources-damaged`, `sources-columns`.
    """
    if path.is_dir():
        raise InputError(
            "sources-columns", tr("{name} is a folder.", name=path.name), hint=tr("Choose a table with the columns host, kind, note.")
        )
    (source,) = files_of(path, cancel=cancel, kind="sources")
    table = open_table(source, Naming(_recognised, lambda _: False))
    columns: dict[str, str] = {}
    for name in table.header:
        if field := _FIELD_OF_NAME.get(key_of(name)):
            columns.setdefault(field, name)
    if not {"host", "kind"} <= columns.keys():
        message = tr("{name} has no columns “host” and “kind”.", name=path.name)
        raise InputError("sources-columns", message, hint=tr("Its first line must be: host,kind,note."))
    warnings: dict[str, SourceWarning] = {}
    refused: list[RefusedRow] = []
    for row, record in table_records(table):
        cancel.check()
        try:
            warning = _warning(record, columns)
        except RowRefused as refusal:
            refused.append(RefusedRow(source=source.name, row=row, reason=refusal.reason))
            continue
        # Of several rows for a host, the last counts.
        warnings[warning.host] = warning
    return tuple(sorted(warnings.values(), key=lambda warning: warning.host)), tuple(refused)


def _recognised(cells: Sequence[str]) -> int:
    return len({_FIELD_OF_NAME.get(key_of(cell)) for cell in cells} - {None})


def _warning(record: Record | RowRefused, columns: dict[str, str]) -> SourceWarning:
    if isinstance(record, RowRefused):
        raise record
    cells = {field: one_line(str(record.get(name) or "")) for field, name in columns.items()}
    # Lists name hosts or whole addresses; a bare host is parsed as one only behind slashes.
    host = source_address(cells["host"] if "//" in cells["host"] else f"//{cells['host']}").partition("/")[0].partition(":")[0]
    if "." not in host or " " in host:
        raise RowRefused(tr("“{host}” is no host such as example.org.", host=cells["host"]))
    if not cells["kind"]:
        raise RowRefused(tr("The row does not say what the source is known for."))
    return SourceWarning(host=host, kind=cells["kind"], note=cells.get("note", ""))
