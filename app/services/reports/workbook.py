"""A report as a workbook: sentences, matches, decisions, methods. Every text is a text, whatever sign it begins with."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from app.domain.review import ReviewOperation
from app.domain.reviewed import Reviewed
from app.services.reports.clean import clean
from app.services.reports.methods import READING, method_lines, shown_time
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
    ("probability", 10), ("url", 40), ("id", 18), ("verdict_rests_on_it", 10), ("same_as", 18), ("language", 8), ("note", 20),
)  # fmt: skip
_DECISIONS = (
    ("time", 18), ("who", 14), ("what", 36), ("sentence", 10), ("text", 50), ("factcheck", 18), ("decision", 16), ("own verdict", 14),
    ("flagged", 8), ("tags", 16), ("note", 40),
)  # fmt: skip
_METHODS = (("what", 44), ("value", 90))


@private_temporary_files()  # openpyxl writes each sheet into one first
@in_english()
def xlsx_bytes(reviewed: Reviewed, findings: Sequence[Finding]) -> bytes:
    """The workbook of these sentences, in English; its decisions and methods are those of the whole document."""
    from openpyxl import Workbook

    check_clock()
    book = Workbook(write_only=True)
    book.properties.title, book.properties.creator = clean(reviewed.ranked.document.title), clean(reviewed.newsroom) or "Priorcheck"
    rows = [reviewed_row(finding) for finding in findings]
    _sheet(book, "Sentences", _SENTENCES, ([row[name] for name, _ in _SENTENCES] for row in rows))
    _sheet(book, "Matches", _MATCHES, _match_cells(rows))
    _sheet(book, "Decisions", _DECISIONS, _decision_cells(reviewed))
    _sheet(book, "Methods", _METHODS, [*method_lines(reviewed), *(("What the numbers mean", line) for line in READING)])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _match_cells(rows: Iterable[dict[str, Any]]) -> Iterator[list[object]]:
    for row in rows:
        for number, match in enumerate(row["matches"], start=1):
            odds = match["stance_probabilities"] or {"support": None, "refute": None}
            position = {"rank": row["rank"], "index": row["index"], "place": number}
            deciding = {"verdict_rests_on_it": row["sentence_verdict"] != "unknown" and match["id"] == row["verdict_source"]}
            values = match | position | deciding | {"same": odds["support"], "opposite": odds["refute"]}
            yield [values[name] for name, _ in _MATCHES]


def _decision_cells(reviewed: Reviewed) -> Iterator[list[object]]:
    """One row a change of every act, with what holds after it; an edit of the document has a row without a sentence."""
    document = reviewed.ranked.document
    at = {reviewed.key(sentence.index): sentence for sentence in document.sentences}
    for act in reviewed.acts:
        if not act.changes:
            yield [shown_time(act.at), act.who, act.label, *[None] * (len(_DECISIONS) - 3)]
        yield from _changes(act, at)


def _changes(act: ReviewOperation, at: dict[str, Any]) -> Iterator[list[object]]:
    for change in act.changes:
        sentence, mark = at.get(change.target.sentence), change.after
        yield [
            shown_time(act.at),
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


def _sheet(book: Any, title: str, columns: Sequence[tuple[str, int]], rows: Iterable[Sequence[object]]) -> None:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for number, (_, width) in enumerate(columns, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width

    def as_text(text: str) -> Any:
        """A cell that says itself that it is text."""
        text_cell: Any = WriteOnlyCell(sheet, value=text)
        text_cell.data_type = "s"
        return text_cell

    bold = Font(bold=True)
    head = [as_text(name.replace("_", " ")) for name, _ in columns]
    for cell in head:
        cell.font = bold
    sheet.append(head)
    for row in rows:
        sheet.append([as_text(value) if isinstance(value, str) and value.startswith(_TAKEN) else value for value in map(_plain, row)])


def _plain(value: object) -> object:
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return clean(value)[:_CELL_LIMIT] if isinstance(value, str) else value
