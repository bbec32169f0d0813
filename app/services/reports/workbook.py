"""A report as a workbook: sentences, matches, decisions, methods. Every text is a text, whatever sign it begins with; days and times are
real ones, to sort and filter by."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from app.domain.review import Decision, ReviewOperation
from app.domain.reviewed import WHOLE, Reviewed
from app.domain.verdict import Verdict
from app.services.reports.clean import clean
from app.services.reports.masthead import report_title
from app.services.reports.methods import READING, method_lines
from app.services.reports.office import check_clock
from app.services.reports.review_status import Finding
from app.services.reports.rows import reviewed_row
from app.services.reports.wording import DECISION_WORDS
from app.temporary_files import private_temporary_files
from app.translation import in_english

_CELL_LIMIT = 32_000
_TAKEN = ("=", "#")  # what a text begins with that would be taken for a formula or an error
_SENTENCES = (
    ("rank", 6), ("index", 6), ("line", 6), ("speaker", 16), ("page", 6), ("time", 8), ("text", 70), ("result", 34),
    ("standing", 14), ("decision", 12),
    ("own_verdict", 14), ("note", 30), ("tags", 16), ("flagged", 8), ("reviewer", 12), ("probability", 10), ("score", 9),
    ("sentence_verdict", 12), ("verdict_reason", 14), ("verdict_source", 18), ("speech_act", 10), ("verdict_probability", 10),
    ("outcome", 10), ("checkworthiness", 10),
)  # fmt: skip
_MATCHES = (
    ("rank", 6), ("index", 6), ("place", 6), ("decision", 12), ("reviewer", 12), ("claim", 60), ("rating", 18), ("verdict", 14),
    ("publisher", 18), ("claimant", 16), ("published", 12), ("claimed", 12), ("stance", 10), ("same", 8), ("opposite", 8), ("score", 9),
    ("probability", 10), ("url", 40), ("verdict_rests_on_it", 10), ("language", 8), ("note", 20), ("id", 18), ("same_as", 18),
)  # fmt: skip
_DECISIONS = (
    ("time (UTC)", 18), ("who", 14), ("what", 36), ("sentence", 10), ("text", 50), ("factcheck", 18), ("decision", 16), ("own verdict", 14),
    ("flagged", 8), ("tags", 16), ("note", 40),
)  # fmt: skip
_METHODS = (("what", 44), ("value", 90))
_FORMATS = {date: "yyyy-mm-dd", datetime: "yyyy-mm-dd hh:mm", timedelta: "[h]:mm:ss"}
_EXCEL_BEGINS = 1900


@private_temporary_files()  # openpyxl writes each sheet into one first
@in_english()
def xlsx_bytes(reviewed: Reviewed, findings: Sequence[Finding]) -> bytes:
    """The workbook of these sentences, in English; its decisions and methods are those of the whole document."""
    from openpyxl import Workbook

    check_clock()
    book = Workbook(write_only=True)
    book.properties.title, book.properties.creator = report_title(reviewed, WHOLE), clean(reviewed.newsroom) or "Priorcheck"
    rows = [reviewed_row(finding) for finding in findings]
    _sheet(book, "Sentences", _SENTENCES, map(_sentence_cells, rows))
    _sheet(book, "Matches", _MATCHES, _match_cells(rows))
    _sheet(book, "Decisions", _DECISIONS, _decision_cells(reviewed))
    _sheet(book, "Methods", _METHODS, [*method_lines(reviewed), *(("What the numbers mean", line) for line in READING)])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _sentence_cells(row: dict[str, Any]) -> list[object]:
    words = {
        "decision": _decision_words(row["decision"]),
        "own_verdict": _verdict_words(row["own_verdict"]),
        "time": _duration(row["time"]),
    }
    values = row | words
    return [values[name] for name, _ in _SENTENCES]


def _match_cells(rows: Iterable[dict[str, Any]]) -> Iterator[list[object]]:
    for row in rows:
        for number, match in enumerate(row["matches"], start=1):
            odds = match["stance_probabilities"] or {"support": None, "refute": None}
            position = {"rank": row["rank"], "index": row["index"], "place": number}
            deciding = {"verdict_rests_on_it": row["sentence_verdict"] != "unknown" and match["id"] == row["verdict_source"]}
            words = {"decision": _decision_words(match["decision"]), "verdict": _verdict_words(match["verdict"])}
            days = {name: _day(match[name]) for name in ("published", "claimed")}
            values = match | position | deciding | words | days | {"same": odds["support"], "opposite": odds["refute"]}
            yield [values[name] for name, _ in _MATCHES]


def _decision_cells(reviewed: Reviewed) -> Iterator[list[object]]:
    """One row a change of every act, with what holds after it; an edit of the document has a row without a sentence."""
    document = reviewed.ranked.document
    at = {reviewed.key(sentence.index): sentence for sentence in document.sentences}
    for act in reviewed.acts:
        if not act.changes:
            yield [_moment(act.at), act.who, act.label, *[None] * (len(_DECISIONS) - 3)]
        yield from _changes(act, at)


def _changes(act: ReviewOperation, at: dict[str, Any]) -> Iterator[list[object]]:
    for change in act.changes:
        sentence, mark = at.get(change.target.sentence), change.after
        yield [
            _moment(act.at),
            act.who,
            act.label,
            sentence.index + 1 if sentence else None,
            sentence.text if sentence else "",
            change.target.factcheck,
            DECISION_WORDS[mark.decision] if mark.decision else "",
            mark.verdict.label if mark.verdict else "",
            mark.flagged,
            list(mark.tags),
            mark.note,
        ]


def _decision_words(decision: str | None) -> str:
    return DECISION_WORDS[Decision(decision)] if decision else ""


def _verdict_words(verdict: str | None) -> str:
    return Verdict(verdict).label if verdict else ""


def _day(iso: str | None) -> object:
    """Return a day for Excel; as text before 1900, where its calendar begins."""
    if not iso:
        return None
    day = date.fromisoformat(iso)
    return day if day.year >= _EXCEL_BEGINS else iso


def _moment(iso: str) -> object:
    """Return a time in UTC for Excel, which knows no time zones; as text where it is none."""
    try:
        return datetime.fromisoformat(iso).replace(tzinfo=None)
    except ValueError:
        return iso


def _duration(seconds: float | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)


def _sheet(book: Any, title: str, columns: Sequence[tuple[str, int]], rows: Iterable[Sequence[object]]) -> None:
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for number, (_, width) in enumerate(columns, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    sheet.append([_head_cell(sheet, name.replace("_", " ")) for name, _ in columns])
    count = 1
    for row in rows:
        sheet.append([_typed_cell(sheet, value) for value in map(_plain, row)])
        count += 1
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{count}"


def _head_cell(sheet: Any, name: str) -> Any:
    from openpyxl.styles import Alignment, Font

    cell = _text_cell(sheet, name)
    cell.font, cell.alignment = Font(bold=True), Alignment(wrap_text=True, vertical="top")
    return cell


def _typed_cell(sheet: Any, value: Any) -> object:
    """Return the value, in a cell of its own where Excel would take it for something else or has to be told how to show it."""
    from openpyxl.cell import WriteOnlyCell

    if isinstance(value, str):
        return _text_cell(sheet, value) if value.startswith(_TAKEN) else value
    number_format = _FORMATS.get(type(value))
    if number_format is None:
        return value
    cell: Any = WriteOnlyCell(sheet, value=value)
    cell.number_format = number_format
    return cell


def _text_cell(sheet: Any, text: str) -> Any:
    """Return a cell that says itself that it is text."""
    from openpyxl.cell import WriteOnlyCell

    cell: Any = WriteOnlyCell(sheet, value=text)
    cell.data_type = "s"
    return cell


def _plain(value: object) -> object:
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return clean(value)[:_CELL_LIMIT] if isinstance(value, str) else value
