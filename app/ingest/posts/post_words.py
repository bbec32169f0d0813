"""Choice of a post's words if a row has several columns for them: Reddit's title, selftext and body, a video's title and
description."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from app.decoding import JSON_ERRORS
from app.ingest.posts.columns import TITLES, text_columns, title_column
from app.ingest.posts.fields import text
from app.ingest.rows.columns import key_of
from app.ingest.rows.outcomes import Record

_MIN_WORDS = 3
_PIECES_START = '{"text":'


def words_reader(
    header: Sequence[str], columns: Mapping[str, str], sample: Sequence[Record], *, user_chosen: bool
) -> Callable[[Record], str]:
    """Return a function that reads the words of a row. If `user_chosen`, it reads only the mapped column.

    Otherwise a row without words there gets those of the next column that holds sentences, preceded by the title if each row has
    its own.
    """
    text_column = columns["text"]
    text_named = () if user_chosen else text_columns(header, columns)
    fallback_columns = [name for name in text_named if _holds_sentences(name, sample)]
    title = "" if user_chosen else title_column(header, columns)
    # A title that is the mapped text itself must not be repeated above it.
    if title and (key_of(text_column) in TITLES or not _is_unique_per_row(title, sample)):
        title = ""

    def words(record: Record) -> str:
        post_text = text(record, text_column)
        if (fallback_columns or text_column not in record) and not post_text.strip():
            # Objects in one file may have different keys.
            names = fallback_columns if text_column in record else text_named
            post_text = next((column_text for name in names if (column_text := text(record, name)).strip()), "")
        post_text = _joined_pieces(post_text)
        return _with_heading(text(record, title), post_text) if title else post_text

    return words


def _holds_sentences(name: str, sample: Sequence[Record]) -> bool:
    """Return True if most values of a column are several words."""
    texts = [cell_text for record in sample if (cell_text := text(record, name)).strip()]
    return bool(texts) and sum(len(cell_text.split()) >= _MIN_WORDS for cell_text in texts) * 2 > len(texts)


def _is_unique_per_row(name: str, sample: Sequence[Record]) -> bool:
    """Return True if each row has a title of its own. A repeated title belongs to the subject of the rows, such as a video."""
    titles = [title for record in sample if (title := text(record, name).strip())]
    return len(titles) == len(set(titles))


def _with_heading(heading: str, words: str) -> str:
    if not heading.strip() or heading.strip() in words:
        return words
    return f"{heading}\n\n{words}" if words.strip() else heading


def _joined_pieces(content: str) -> str:
    """Join the words of a comment that YouTube's export writes as pieces of JSON."""
    if not content.startswith(_PIECES_START):
        return content
    try:
        pieces = json.loads(f"[{content}]")
    except JSON_ERRORS:
        return content
    return "".join(text(piece, "text") for piece in pieces if isinstance(piece, dict)) or content
