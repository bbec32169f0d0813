"""Detection of prose that looks like a table: checks whether a recognised header or guessed column can be trusted."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from app.ingest.rows.columns import key_of

_HEADING = re.compile(r"[^\W\d_][^\n]{0,60}")
_OF_PROSE = re.compile(r"\s*(?:[|#*>-] |\W*.{120})|.*\w{3}[.!…]\s*$")
"""What no heading of a column looks like: a mark of Markdown, a paragraph, or the end of a sentence."""
_LONE = frozenset("content contents body description desc title status caption inhalt".split())
"""Names that head a column among others, and a page or a chapter as well."""
_SENTENCE_END = re.compile(r"[.!…:;]\s*$")
_EVEN, _MOSTLY = 0.9, 0.6
_TEXTS = frozenset("text content body transcript sentence caption utterance texto texte contenido conteudo inhalt".split())
_SPEAKERS = frozenset("speaker speakername speakerid speakerlabel".split())
_SPANS = frozenset("start starttime startsec startms begin end endtime endsec endms timecode timein timeout offset duration".split())
_PARTS = frozenset("segments utterances monologues words paragraphs".split())


def _share(rows: Sequence[Sequence[str]], widths: range) -> float:
    """Return the share of rows with a number of cells in `widths`; 1 if there are no rows."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    return sum(len(row) in widths for row in filled) / len(filled) if filled else 1.0


def _filled(rows: Sequence[Sequence[str]], column: int) -> float:
    """Return the share of rows with a value in this column; 1 if there are no rows."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    return sum(len(row) > column and bool(row[column].strip()) for row in filled) / len(filled) if filled else 1.0


def is_heading(name: str) -> bool:
    """Return True if a text may head a column: it begins with a letter, is short, and is neither marked up nor a sentence."""
    return _HEADING.fullmatch(name.strip()) is not None and not _OF_PROSE.match(name)


def is_named_column(name: str, header: Sequence[str], rows: Sequence[Sequence[str]], *, exact: Collection[str], named: int) -> bool:
    """Return True if a column with a recognised heading can be trusted.

    A lone column needs a heading among `exact` (as keys, also in the plural). With `named` recognised columns in all, such a
    heading counts if these are all columns, or if most rows fill the column. Any other heading counts if most rows are as wide as
    the header.
    """
    if not is_heading(name) or any(map(_OF_PROSE.match, header)):
        return False
    width, is_exact = len(header), bool({key_of(name), key_of(name).removesuffix("s")} & {*exact})
    if width == 1:
        return is_exact and key_of(name) not in _LONE
    if is_exact and named >= width:
        return True
    if is_exact and named > 1 and _filled(rows, header.index(name)) >= _MOSTLY and _share(rows, range(width + 1)) >= _MOSTLY:
        return True
    return _share(rows, range(width, width + 1)) >= _MOSTLY


def is_regular(header: Sequence[str], rows: Sequence[Sequence[str]], *, least: int = 2) -> bool:
    """Return True if nearly all rows have as many cells as the header, at least `least`, and the header is not a sentence."""
    width = len(header)
    return width >= least and _share(rows, range(width, width + 1)) >= _EVEN and not any(_SENTENCE_END.search(name) for name in header)


def names_transcript(header: Collection[str], text: str) -> bool:
    """Return True if the column `text` belongs to a transcript: other columns or keys give the speaker, the time or lists of
    segments."""
    keys = {key_of(name) for name in header}
    return key_of(text) in _TEXTS and bool(keys & (_PARTS | _SPANS | _SPEAKERS))
