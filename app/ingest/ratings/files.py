"""The rating table on disk. Reading reports every broken row; writing replaces the file in one step, so it never leaves half a
file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.domain.importing import RefusedRow
from app.domain.verdict import Verdict
from app.errors import InputError
from app.file_replacement import replace_file
from app.paths import config_dir
from app.translation import tr

HEADER = ("publisher", "phrase", "verdict", "language", "note")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One row: publisher pattern ("" for any), phrase and verdict. Pattern and phrase may hold alternatives separated by `|`."""

    publisher: str = ""
    phrase: str
    verdict: Verdict
    language: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The readable rows of a table, and the refused ones with the reason."""

    rows: tuple[TableRow, ...] = ()
    refused: tuple[RefusedRow, ...] = ()


def user_table_path() -> Path:
    """Return the default path of the user's own table."""
    return config_dir() / "ratings.tsv"


def read_table(path: Path) -> RatingTable:
    """Read a table. A missing file is an empty table; a broken row is reported and the others still count.

    Raises InputError `ratings-unreadable` if the file exists but is not readable UTF-8 text.
    """
    try:
        # Spreadsheets write a byte order mark.
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return RatingTable()
    except (OSError, UnicodeDecodeError) as fault:
        message = tr("The rating table {name} cannot be read.", name=path.name)
        raise InputError("ratings-unreadable", message, hint=tr("Save it as UTF-8 text, or remove it.")) from fault
    return _parse(text, source=path.name)


def write_table(path: Path, rows: Iterable[TableRow]) -> None:
    """Replace the table at `path`, creating its folder. Readers see either the complete old file or the complete new one.

    Raises InputError `ratings-unwritable` if the folder cannot be written, `ratings-field` if a field holds a tab or line end.
    """
    text = "\n".join(["\t".join(HEADER), *(_format_row(row) for row in rows)]) + "\n"
    try:
        _replace(path, text)
    except OSError as fault:
        message = tr("The rating table {name} cannot be written.", name=path.name)
        raise InputError("ratings-unwritable", message, hint=tr("Check the folder's rights and free space.")) from fault


def _replace(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode())


def _format_row(row: TableRow) -> str:
    fields = (row.publisher, row.phrase, row.verdict.value, row.language, row.note)
    if any(mark in field for field in fields for mark in "\t\r\n"):
        raise InputError("ratings-field", tr("A field of a rating rule holds a tab or a line end."), hint=tr("Write it on one line."))
    return "\t".join(fields)


def _parse(text: str, *, source: str) -> RatingTable:
    rows: list[TableRow] = []
    refused: list[RefusedRow] = []
    for number, line in enumerate(text.split("\n"), start=1):
        # Spreadsheets may save the header in another case.
        if not line.strip() or line.startswith("#") or line.lower().startswith("publisher\tphrase"):
            continue
        outcome = _parse_row(line.rstrip("\r"))
        if isinstance(outcome, TableRow):
            rows.append(outcome)
        else:
            refused.append(RefusedRow(source=source, row=str(number), reason=outcome))
    return RatingTable(tuple(rows), tuple(refused))


def _parse_row(line: str) -> TableRow | str:
    """Parse one line; return the row, or the reason why it is refused."""
    fields = [field.strip() for field in line.split("\t")]
    if len(fields) < 3:
        return tr("A rule needs publisher, phrase and verdict, with a tab between them.")
    publisher, phrase, name, language, note = [*fields, "", ""][:5]
    if not phrase.strip("=*| "):
        return tr("The rule has no phrase.")
    verdict = Verdict.__members__.get(name.upper().replace(" ", "_"))
    if verdict is None:
        return tr("{word} is none of the verdicts: {verdicts}.", word=repr(name), verdicts=", ".join(Verdict))
    return TableRow(publisher=publisher, phrase=phrase, verdict=verdict, language=language, note=note)
