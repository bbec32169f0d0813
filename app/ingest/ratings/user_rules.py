"""The user's own rules in the user's table: one for a rating, or for a rating of one publisher. All other rows stay unchanged."""

from __future__ import annotations

from pathlib import Path

from app.domain.verdict import Verdict
from app.errors import InputError
from app.ingest.ratings.files import TableRow, read_table, write_table
from app.ingest.ratings.words import phrase_words
from app.translation import tr

_NOTE = "set in the rating table"


def set_rule(path: Path, *, rating: str, publisher: str, verdict: Verdict | None) -> None:
    """Set the verdict of this entire rating (of this publisher, "" for any); None removes the user's own rule for it.

    Raises InputError `ratings-wordless` for a rating without a letter or digit, `ratings-damaged` if the table has unreadable rows
    (writing would lose them), and the errors of reading and writing the table.
    """
    folded = phrase_words(rating)
    if not folded:
        message = tr("This rating has no words, so no rule can name it.")
        raise InputError("ratings-wordless", message, hint=tr("Set the verdict on its fact-checks themselves."))
    table = read_table(path)
    if table.refused:
        row = table.refused[0]
        raise InputError(
            "ratings-damaged",
            tr("Your rating table has a row that cannot be read (line {line}: {reason})", line=row.row, reason=row.reason),
            hint=tr("Correct or remove that line in {path}; nothing was changed.", path=path),
        )
    # A line that begins with "#" is a comment, and "|" separates alternatives.
    name = _as_field(publisher).lstrip("# ")
    rows = [row for row in table.rows if not (_is_same_publisher(row.publisher, name) and _phrases(row) == {folded})]
    rows = [row if not _is_same_publisher(row.publisher, name) else _without_phrase(row, folded) for row in rows]
    if verdict is not None:
        # First, since the first of equal phrases counts; "=" restricts the rule to the whole rating.
        rows.insert(0, TableRow(publisher=name, phrase=f"={' '.join(folded)}", verdict=verdict, note=_NOTE))
    write_table(path, rows)


def _as_field(text: str) -> str:
    return " ".join(text.replace("|", " ").split())


def _is_same_publisher(first: str, second: str) -> bool:
    return first.strip().casefold() == second.casefold()


def _phrases(row: TableRow) -> set[tuple[str, ...]]:
    return {phrase_words(alternative) for alternative in row.phrase.split("|")}


def _without_phrase(row: TableRow, folded: tuple[str, ...]) -> TableRow:
    """Remove from a row the alternative that now has a rule of its own."""
    if folded not in _phrases(row):
        return row
    alternatives = [alternative for alternative in row.phrase.split("|") if phrase_words(alternative) != folded]
    return TableRow(publisher=row.publisher, phrase="|".join(alternatives), verdict=row.verdict, language=row.language, note=row.note)
