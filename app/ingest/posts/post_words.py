"""The words of a post whose row has several columns for them: Reddit's title, selftext and body, a video's title and description."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from app.decoding import JSON_ERRORS
from app.ingest.posts.columns import TITLES, text_columns, title_column
from app.ingest.posts.fields import text
from app.ingest.rows.columns import key_of
from app.ingest.rows.outcomes import Record

_LEAST_WORDS = 3
_PIECES = '{"text":'


def words_reader(header: Sequence[str], columns: Mapping[str, str], sample: Sequence[Record], *, chosen: bool) -> Callable[[Record], str]:
    """Return the reader of a row's words. Where the user has `chosen` the column it is that one alone; otherwise a row without words there
    has those of the next column that holds sentences, and a title that is the row's own stands before them."""
    main = columns["text"]
    named = () if chosen else text_columns(header, columns)
    others = [name for name in named if _holds_sentences(name, sample)]
    title = "" if chosen else title_column(header, columns)
    if title and (key_of(main) in TITLES or not _are_own(title, sample)):
        title = ""

    def words(record: Record) -> str:
        told = text(record, main)
        if (others or main not in record) and not told.strip():
            names = others if main in record else named  # objects in one file may differ in keys
            told = next((said for name in names if (said := text(record, name)).strip()), "")
        told = _without_pieces(told)
        return _with_heading(text(record, title), told) if title else told

    return words


def _holds_sentences(name: str, sample: Sequence[Record]) -> bool:
    """Return True if most of what a column holds are several words."""
    held = [said for record in sample if (said := text(record, name)).strip()]
    return bool(held) and sum(len(said.split()) >= _LEAST_WORDS for said in held) * 2 > len(held)


def _are_own(name: str, sample: Sequence[Record]) -> bool:
    """Return True if each row has a title of its own: one that comes again is that of what the rows are about, such as a video."""
    held = [said for record in sample if (said := text(record, name).strip())]
    return len(held) == len(set(held))


def _with_heading(heading: str, words: str) -> str:
    if not heading.strip() or heading.strip() in words:
        return words
    return f"{heading}\n\n{words}" if words.strip() else heading


def _without_pieces(told: str) -> str:
    """The words of a comment that an export of YouTube's writes in pieces of JSON."""
    if not told.startswith(_PIECES):
        return told
    try:
        pieces = json.loads(f"[{told}]")
    except JSON_ERRORS:
        return told
    return "".join(text(piece, "text") for piece in pieces if isinstance(piece, dict)) or told
