"""Prose is no table: whether what a table's header names, or its cells seem to hold, is to be believed."""

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
    """The share of rows with so many cells; 1 where there are no rows."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    return sum(len(row) in widths for row in filled) / len(filled) if filled else 1.0


def _filled(rows: Sequence[Sequence[str]], place: int) -> float:
    """The share of rows that have something in this column; 1 where there are no rows."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    return sum(len(row) > place and bool(row[place].strip()) for row in filled) / len(filled) if filled else 1.0


def is_heading(name: str) -> bool:
    """Return True if a text may head a column: it begins with a letter, is short, and is neither marked up nor a sentence."""
    return _HEADING.fullmatch(name.strip()) is not None and not _OF_PROSE.match(name)


def is_named_column(name: str, header: Sequence[str], rows: Sequence[Sequence[str]], *, exact: Collection[str], named: int) -> bool:
    """Whether a column whose heading was recognised is one: by a heading among `exact` (as keys, also in the plural) if it stands alone, or
    beside others, so that `named` columns in all were recognised, where these are all columns or most rows have it; by words of its
    heading where most rows are as wide.
    """
    if not is_heading(name) or any(map(_OF_PROSE.match, header)):
        return False
    width, known = len(header), bool({key_of(name), key_of(name).removesuffix("s")} & {*exact})
    if width == 1:
        return known and key_of(name) not in _LONE
    if known and named >= width:
        return True
    if known and named > 1 and _filled(rows, header.index(name)) >= _MOSTLY and _share(rows, range(width + 1)) >= _MOSTLY:
        return True
    return _share(rows, range(width, width + 1)) >= _MOSTLY


def is_regular(header: Sequence[str], rows: Sequence[Sequence[str]], *, least: int = 2) -> bool:
    """Return True if nearly all rows have as many cells as the header, at least so many, and the header is no sentence."""
    width = len(header)
    return width >= least and _share(rows, range(width, width + 1)) >= _EVEN and not any(_SENTENCE_END.search(name) for name in header)


def names_transcript(header: Collection[str], text: str) -> bool:
    """Whether the column `text` among these columns or keys is that of a transcript: beside who speaks, or when, or lists of segments."""
    keys = {key_of(name) for name in header}
    return key_of(text) in _TEXTS and bool(keys & (_PARTS | _SPANS | _SPEAKERS))
