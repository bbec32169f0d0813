"""Detection of prose that was taken for a table: tests of recognised headers and guessed columns.

Without them, the header of any text would be believed: a licence once gave 123 fact-checks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from app.ingest.rows.columns import key_of

_HEADING = re.compile(r"[^\W\d_][^\n]{0,60}")
# Signs that a text is no column heading: a mark of Markdown, a paragraph, or the end of a sentence.
_PROSE_SIGN = re.compile(r"\s*(?:[|#*>-] |\W*.{120})|.*\w{3}[.!…]\s*$")
# Names of columns that are also headings of pages and chapters; alone in a header they name no column.
_AMBIGUOUS_ALONE = frozenset("content contents body description desc title status caption inhalt".split())
_SENTENCE_END = re.compile(r"[.!…:;]\s*$")
# Shares of rows: for a table that nothing else confirms, and for one with recognised columns.
_MIN_REGULAR_SHARE, _MIN_FITTING_SHARE = 0.9, 0.6
_TEXT_NAMES = frozenset("text content body transcript sentence caption utterance texto texte contenido conteudo inhalt".split())
_SPEAKER_NAMES = frozenset("speaker speakername speakerid speakerlabel".split())
_TIME_NAMES = frozenset("start starttime startsec startms begin end endtime endsec endms timecode timein timeout offset duration".split())
_SEGMENT_NAMES = frozenset("segments utterances monologues words paragraphs".split())


def _share_of_width(rows: Sequence[Sequence[str]], widths: range) -> float:
    """Return the share of rows with a number of cells in `widths`; 1 if there are no rows."""
    nonblank_rows = [row for row in rows if any(cell.strip() for cell in row)]
    return sum(len(row) in widths for row in nonblank_rows) / len(nonblank_rows) if nonblank_rows else 1.0


def _filled_share(rows: Sequence[Sequence[str]], column: int) -> float:
    """Return the share of rows with a value in this column; 1 if there are no rows."""
    nonblank_rows = [row for row in rows if any(cell.strip() for cell in row)]
    return sum(len(row) > column and bool(row[column].strip()) for row in nonblank_rows) / len(nonblank_rows) if nonblank_rows else 1.0


def is_heading(name: str) -> bool:
    """Return True if a text may head a column: it begins with a letter, is short, and is neither marked up nor a sentence."""
    return _HEADING.fullmatch(name.strip()) is not None and not _PROSE_SIGN.match(name)


def is_named_column(name: str, header: Sequence[str], rows: Sequence[Sequence[str]], *, exact: Collection[str], named: int) -> bool:
    """Return True if a column with a recognised heading can be trusted.

    A lone column needs a heading among `exact` (as keys, also in the plural). `named` counts all recognised columns: such an exact
    heading is enough if every column is recognised, or if most rows fill the column. Any other heading counts if most rows are as
    wide as the header.
    """
    if not is_heading(name) or any(map(_PROSE_SIGN.match, header)):
        return False
    width, is_exact = len(header), bool({key_of(name), key_of(name).removesuffix("s")} & {*exact})
    if width == 1:
        return is_exact and key_of(name) not in _AMBIGUOUS_ALONE
    if is_exact and named >= width:
        return True
    if (
        is_exact
        and named > 1
        and _filled_share(rows, header.index(name)) >= _MIN_FITTING_SHARE
        and _share_of_width(rows, range(width + 1)) >= _MIN_FITTING_SHARE
    ):
        return True
    return _share_of_width(rows, range(width, width + 1)) >= _MIN_FITTING_SHARE


def is_regular(header: Sequence[str], rows: Sequence[Sequence[str]], *, least: int = 2) -> bool:
    """Return True if nearly all rows have as many cells as the header, at least `least`, and the header is not a sentence."""
    width = len(header)
    return (
        width >= least
        and _share_of_width(rows, range(width, width + 1)) >= _MIN_REGULAR_SHARE
        and not any(_SENTENCE_END.search(name) for name in header)
    )


def names_transcript(header: Collection[str], text: str) -> bool:
    """Return True if the column `text` belongs to a transcript: other columns or keys give the speaker, the time or lists of
    segments."""
    keys = {key_of(name) for name in header}
    return key_of(text) in _TEXT_NAMES and bool(keys & (_SEGMENT_NAMES | _TIME_NAMES | _SPEAKER_NAMES))
