"""Rows of cells as a transcript: which column holds what, and a draft with one span a row; `line` is the row's own number."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.draft import Cut, Draft, Span, TimeMark
from app.ingest.documents.labels import bare_time
from app.translation import tr, trn

_NAMES = {
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
_HEADERS = {role: frozenset(name.casefold() for name in names) for role, names in _NAMES.items()}
_UNIT = re.compile(r"(?:[ _]+|(?=[\[(]))[\[(]?(?P<unit>m?s|m?sec|seconds|milliseconds)[\])]?$")
_MILLISECONDS = ("ms", "msec", "milliseconds")
SAMPLE = 400
_LONGEST_NAME = 200
"""Characters of a column's name; a longer cell names none of the known columns."""
_DEEPEST_HEADER = 20
_SECONDS_A_LETTER = 2.0
Rows = list[list[str]]


def _is_integer(cell: str) -> bool:
    return cell.strip().removeprefix("-").isdecimal()


def _share(rows: Rows, column: int, test: Callable[[str], bool]) -> float:
    cells = [row[column] for row in rows if column < len(row) and row[column].strip()]
    return sum(map(test, cells)) / len(cells) if cells else 0.0


def text_column(rows: Rows, *, taken: Sequence[int]) -> int | None:
    """The column with the longest words-and-spaces cells."""
    lengths = {}
    for column in range(max(map(len, rows), default=0)):
        letters = [row[column] for row in rows if column < len(row) and any(map(str.isalpha, row[column]))]
        if column not in taken and letters:
            lengths[column] = sum(map(len, letters)) / len(rows)
    return max(lengths, key=lambda column: lengths[column]) if lengths else None


def is_name(cell: str) -> bool:
    """Return True if a cell is short enough for a name, and no sentence."""
    return 0 < len(cell.strip()) <= 60 and len(cell.split()) <= 8 and not cell.strip().endswith((".", "?", "!")) and not _is_integer(cell)


def named_columns(header: Sequence[str]) -> dict[str, int]:
    names = [_column_name(cell) for cell in header]
    roles: dict[str, int] = {}
    for role, known in _HEADERS.items():
        column = next((place for place, name in enumerate(names) if name in known), None)
        if column is not None:
            roles[role] = column
    return roles


def _column_name(cell: str) -> str:
    """A header's cell as the names above are written, without the unit of a time ("start_ms", "Start (s)")."""
    name = unicodedata.normalize("NFC", cell[:_LONGEST_NAME].strip().strip("\ufeff")).casefold()
    return _UNIT.sub("", name).strip().replace(" ", "_")


def _header(rows: Rows) -> tuple[int, dict[str, int]]:
    """Where the header stands and what it names: the first row, or one of the next below lines of title; ({}) without any."""
    for place, row in enumerate(rows[:_DEEPEST_HEADER]):
        named = named_columns(row)
        if "text" in named and (
            not place or (len(named) >= 2 and all(len([cell for cell in above if cell.strip()]) < 2 for above in rows[:place]))
        ):
            return place, named
    return 0, {}


def _guessed_columns(rows: Rows) -> dict[str, int]:
    text = text_column(rows, taken=())
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
    """A time code's seconds, or those of a bare number of `unit` seconds."""
    stamp = bare_time(cell)
    if stamp and stamp[1] >= len(cell.rstrip()):
        return stamp[0]
    try:
        value = float(cell.replace(",", ".")) * unit
    except ValueError:
        return None
    return value if 0 <= value < 1e6 else None


def _time(row: Sequence[str], roles: dict[str, int], role: str, unit: float) -> float | None:
    return _seconds(_cell(row, roles, role), unit) if role in roles else None


def _in_milliseconds(header: Sequence[str], rows: Rows, roles: dict[str, int]) -> bool:
    """Whether times are whole milliseconds: the header says so, or nobody would speak so slowly in seconds."""
    unit = _UNIT.search(_cell(header, roles, "time")[:_LONGEST_NAME].casefold()) if "time" in roles else None
    if unit:
        return unit["unit"] in _MILLISECONDS
    if not {"time", "time_end"} <= set(roles):
        return False
    cells = [(_cell(row, roles, "time"), _cell(row, roles, "time_end"), len(_cell(row, roles, "text"))) for row in rows]
    whole = [(int(start), int(end), length) for start, end, length in cells if start.isdecimal() and end.isdecimal() and length]
    slow = sum(end - start for start, end, _ in whole) > _SECONDS_A_LETTER * sum(length for _, _, length in whole)
    return bool(whole) and len(whole) * 10 >= len(rows) * 9 and slow


def _cell(row: Sequence[str], roles: dict[str, int], role: str) -> str:
    column = roles.get(role)
    return " ".join(row[column].split()) if column is not None and column < len(row) else ""


def _number(row: Sequence[str], roles: dict[str, int], position: int) -> int:
    cell = _cell(row, roles, "line")
    return int(cell) if cell and cell.isdecimal() else position


def draft_of_rows(rows: Rows, *, kind: str, cancel: CancelToken) -> Draft:
    """A draft with one span a row; rows without text are left out and counted in a note.

    Raises InputError `document-unsupported` when no column holds text.
    """
    place, named = _header(rows)
    roles = named or _guessed_columns(rows[:SAMPLE])
    if "text" not in roles:
        raise InputError(
            "document-unsupported",
            tr("This table has no column with sentences."),
            hint=tr("Give it the columns line, speaker and sentence, with or without a header row."),
        )
    header, rows = (rows[place], rows[place + 1 :]) if named else ([], rows)
    unit = 0.001 if _in_milliseconds(header, rows[:SAMPLE], roles) else 1.0
    return _draft(rows, roles, unit, kind=kind, cancel=cancel)


def _draft(rows: Rows, roles: dict[str, int], unit: float, *, kind: str, cancel: CancelToken) -> Draft:
    draft = Draft(text="", format=kind, spans=[], cut=Cut.WHOLE)
    parts: list[str] = []
    offset, empty, speaker = 0, 0, ""
    for position, row in enumerate(rows, start=1):
        if position % 256 == 0:
            cancel.check()
        words, said_by = _cell(row, roles, "text"), _cell(row, roles, "speaker")
        if not words:
            empty += 1
            continue
        if said_by and said_by != speaker:
            parts.append(f"{said_by}:\n")
            offset += len(parts[-1])
        speaker = said_by
        seconds = _time(row, roles, "time", unit)
        if seconds is not None:
            until = _time(row, roles, "time_end", unit)
            draft.times.append(TimeMark(offset=offset, end=offset + len(words), time=seconds, time_end=until))
        draft.spans.append(Span(start=offset, end=offset + len(words), speaker=said_by, line=_number(row, roles, position)))
        parts.append(words + "\n")
        offset += len(parts[-1])
    draft.text = "".join(parts).rstrip("\n")
    if empty:
        draft.notes.append(trn("One row without text was left out.", "{count} rows without text were left out.", empty))
    return draft
