"""Turn rows of cells into a transcript: find the roles of the columns, then make a draft with one span a row."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.draft import Cut, Draft, Span, TimeMark
from app.ingest.documents.labels import bare_time
from app.translation import tr, trn

# Names of columns in several languages, by role.
_COLUMN_NAMES = {
    "line": frozenset(
        "line line_number lineno line_no no nr num number row row_number # id index sentence_id segment turn zeile línea "
        "linea ligne linha satır".split()
    ),
    "speaker": frozenset(
        "speaker name who person said_by sprecher sprecherin redner orador hablante locuteur intervenant relatore locutor "
        "falante konuşmacı participant speaker_name спикер".split()
    ),
    "text": frozenset(
        "sentence text utterance content transcript words statement quote claim caption said satz texto texte testo oración "
        "frase phrase aussage äußerung beitrag intervención metin cümle выступление текст".split()
    ),
    "time": frozenset(
        "time start start_time begin from timestamp timecode starttime start_seconds in start_tc zeit beginn tiempo inicio "
        "início temps début tempo horodatage süre".split()
    ),
    "time_end": frozenset("end end_time to stop endtime until end_seconds out end_tc ende fin fim fine".split()),
}
_HEADERS = {role: frozenset(name.casefold() for name in names) for role, names in _COLUMN_NAMES.items()}
_UNIT = re.compile(r"(?:[ _]+|(?=[\[(]))[\[(]?(?P<unit>m?s|m?sec|seconds|milliseconds)[\])]?$")
_MILLISECONDS = ("ms", "msec", "milliseconds")
SAMPLE = 400
# In characters. A longer cell is no column name that is known.
_MAX_NAME_LENGTH = 200
_MAX_HEADER_ROW = 20
# Nobody speaks more slowly, so slower times are in milliseconds.
_MAX_SECONDS_A_LETTER = 2.0
Rows = list[list[str]]


def _is_integer(cell: str) -> bool:
    return cell.strip().removeprefix("-").isdecimal()


def _share(rows: Rows, column: int, test: Callable[[str], bool]) -> float:
    cells = [row[column] for row in rows if column < len(row) and row[column].strip()]
    return sum(map(test, cells)) / len(cells) if cells else 0.0


def text_column(rows: Rows, *, excluded: Sequence[int]) -> int | None:
    """Return the column with the longest words-and-spaces cells."""
    lengths = {}
    for column in range(max(map(len, rows), default=0)):
        letters = [row[column] for row in rows if column < len(row) and any(map(str.isalpha, row[column]))]
        if column not in excluded and letters:
            lengths[column] = sum(map(len, letters)) / len(rows)
    return max(lengths, key=lambda column: lengths[column]) if lengths else None


def is_name(cell: str) -> bool:
    """Return True if a cell is short enough for a name and no sentence."""
    return 0 < len(cell.strip()) <= 60 and len(cell.split()) <= 8 and not cell.strip().endswith((".", "?", "!")) and not _is_integer(cell)


def named_columns(header: Sequence[str]) -> dict[str, int]:
    names = [_column_name(cell) for cell in header]
    roles: dict[str, int] = {}
    for role, aliases in _HEADERS.items():
        column = next((index for index, name in enumerate(names) if name in aliases), None)
        if column is not None:
            roles[role] = column
    return roles


def _column_name(cell: str) -> str:
    """Normalise a header cell, without the unit of a time ("start_ms", "Start (s)")."""
    name = unicodedata.normalize("NFC", cell[:_MAX_NAME_LENGTH].strip().strip("\ufeff")).casefold()
    return _UNIT.sub("", name).strip().replace(" ", "_")


def _header(rows: Rows) -> tuple[int, dict[str, int]]:
    """Return the header's row index and the columns by role; no columns if there is no header.

    The header is the first row, or one of the next rows below title lines.
    """
    for index, row in enumerate(rows[:_MAX_HEADER_ROW]):
        named = named_columns(row)
        # Lines of title above the header have at most one cell.
        if "text" in named and (
            not index or (len(named) >= 2 and all(len([cell for cell in above if cell.strip()]) < 2 for above in rows[:index]))
        ):
            return index, named
    return 0, {}


def _guessed_columns(rows: Rows) -> dict[str, int]:
    text = text_column(rows, excluded=())
    if text is None:
        return {}
    roles = {"text": text}
    for column in range(max(map(len, rows))):
        if column == text:
            continue
        if "line" not in roles and column < text and _share(rows, column, _is_integer) > 0.9:
            roles["line"] = column
        elif "time" not in roles and _share(rows, column, lambda cell: _seconds(cell) is not None and ":" in cell) > 0.9:
            roles["time"] = column
        elif "speaker" not in roles and _share(rows, column, is_name) > 0.9:
            roles["speaker"] = column
    return roles


def _seconds(cell: str, unit: float = 1.0) -> float | None:
    """Return the seconds of a time code, or of a bare number of `unit` seconds; None for anything else."""
    stamp = bare_time(cell)
    if stamp and stamp[1] >= len(cell.rstrip()):
        return stamp[0]
    try:
        value = float(cell.replace(",", ".")) * unit
    except ValueError:
        return None
    # Larger numbers are no times of a recording.
    return value if 0 <= value < 1e6 else None


def _time(row: Sequence[str], roles: dict[str, int], role: str, unit: float) -> float | None:
    return _seconds(_cell(row, roles, role), unit) if role in roles else None


def _in_milliseconds(header: Sequence[str], rows: Rows, roles: dict[str, int]) -> bool:
    """Return True if times are whole milliseconds: by the header, or because speech would be too slow in seconds."""
    unit = _UNIT.search(_cell(header, roles, "time")[:_MAX_NAME_LENGTH].casefold()) if "time" in roles else None
    if unit:
        return unit["unit"] in _MILLISECONDS
    if not {"time", "time_end"} <= set(roles):
        return False
    cells = [(_cell(row, roles, "time"), _cell(row, roles, "time_end"), len(_cell(row, roles, "text"))) for row in rows]
    numeric = [(int(start), int(end), length) for start, end, length in cells if start.isdecimal() and end.isdecimal() and length]
    too_slow = sum(end - start for start, end, _ in numeric) > _MAX_SECONDS_A_LETTER * sum(length for _, _, length in numeric)
    return bool(numeric) and len(numeric) * 10 >= len(rows) * 9 and too_slow


def _cell(row: Sequence[str], roles: dict[str, int], role: str) -> str:
    column = roles.get(role)
    return " ".join(row[column].split()) if column is not None and column < len(row) else ""


def _number(row: Sequence[str], roles: dict[str, int], position: int) -> int:
    cell = _cell(row, roles, "line")
    return int(cell) if cell and cell.isdecimal() else position


def draft_of_rows(rows: Rows, *, kind: str, cancel: CancelToken) -> Draft:
    """Return a draft with one span a row; `line` is the row's own number. Rows without text are left out and counted in a note.

    Raises InputError `document-unsupported` if no column holds text.
    """
    header_index, named = _header(rows)
    roles = named or _guessed_columns(rows[:SAMPLE])
    if "text" not in roles:
        raise InputError(
            "document-unsupported",
            tr("This table has no column with sentences."),
            hint=tr("Give it the columns line, speaker and sentence, with or without a header row."),
        )
    header, rows = (rows[header_index], rows[header_index + 1 :]) if named else ([], rows)
    unit = 0.001 if _in_milliseconds(header, rows[:SAMPLE], roles) else 1.0
    return _draft(rows, roles, unit, kind=kind, cancel=cancel)


def _draft(rows: Rows, roles: dict[str, int], unit: float, *, kind: str, cancel: CancelToken) -> Draft:
    draft = Draft(text="", format=kind, spans=[], cut=Cut.WHOLE)
    parts: list[str] = []
    offset, empty, speaker = 0, 0, ""
    for position, row in enumerate(rows, start=1):
        if position % 256 == 0:
            cancel.check()
        words, row_speaker = _cell(row, roles, "text"), _cell(row, roles, "speaker")
        if not words:
            empty += 1
            continue
        if row_speaker and row_speaker != speaker:
            parts.append(f"{row_speaker}:\n")
            offset += len(parts[-1])
        speaker = row_speaker
        seconds = _time(row, roles, "time", unit)
        if seconds is not None:
            until = _time(row, roles, "time_end", unit)
            draft.times.append(TimeMark(offset=offset, end=offset + len(words), time=seconds, time_end=until))
        draft.spans.append(Span(start=offset, end=offset + len(words), speaker=row_speaker, line=_number(row, roles, position)))
        parts.append(words + "\n")
        offset += len(parts[-1])
    draft.text = "".join(parts).rstrip("\n")
    if empty:
        draft.notes.append(trn("One row without text was left out.", "{count} rows without text were left out.", empty))
    return draft
