"""Records with foreign names: columns or keys that a mapping assigns to the fields of a post; and our own JSON Lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from app.domain.control_characters import escaped_json
from app.domain.options import PostImportOptions
from app.domain.post import Post
from app.ingest.posts.columns import chosen_columns, count_columns, guess_columns, other_columns
from app.ingest.posts.drafts import Context, Converter, Draft
from app.ingest.posts.fields import count, language, text, total
from app.ingest.posts.instants import instant
from app.ingest.posts.post_words import words_reader
from app.ingest.row_language import language_of_rows
from app.ingest.rows.columns import key_of
from app.ingest.rows.date_columns import column_style
from app.ingest.rows.outcomes import Record
from app.ingest.rows.rounded_ids import is_padded, is_padded_column
from app.ingest.rows.text import one_line

_MAX_PLATFORM = 40
_PLATFORM_NAMES = {
    "twitter": "x",
    "x.com": "x",
    "x/twitter": "x",
    "twitter.com": "x",
    "bsky": "bluesky",
    "fb": "facebook",
    "ig": "instagram",
}
_SITE = re.compile(r"https?://(?:[\w-]+\.)*?([\w-]+\.[a-z]{2,4})(?:[/?#]|$)", re.IGNORECASE)
_SITES = {
    "x.com": "x",
    "twitter.com": "x",
    "bsky.app": "bluesky",
    "facebook.com": "facebook",
    "instagram.com": "instagram",
    "threads.net": "threads",
    "reddit.com": "reddit",
    "t.me": "telegram",
    "tiktok.com": "tiktok",
    "youtube.com": "youtube",
}
# yt-dlp writes this for a comment that answers none.
_NO_PARENT = "root"
_MISSING_VALUES = frozenset(("nan", "NaN", "None", "NULL", "null", "N/A"))


def to_json_line(post: Post) -> str:
    """Return the post as one line of JSON without its line break, every field under its own name."""
    return escaped_json(msgspec.json.encode(post)).decode()


def mapped_converter(
    header: Sequence[str], sample: Sequence[Record], options: PostImportOptions, *, cells: Sequence[Sequence[str]] = ()
) -> Converter:
    """Build the converter of records with these columns; `cells` are the rows of a table, which may be wider than its header.

    Raises InputError if none of the columns can be the text.
    """
    rows = cells or [[text(record, name) for name in header] for record in sample]
    columns = chosen_columns(header, guess_columns(header, rows), options)
    counting_columns = () if "engagement" in columns else count_columns(header, columns)
    dates = columns.get("published", "")
    style = column_style((text(record, dates) for record in sample), dates, lambda: language_of_rows(sample, columns["text"]))
    has_padded_ids = "id" in columns and is_padded_column(text(record, columns["id"]) for record in sample)
    read_words = words_reader(header, columns, sample, user_chosen="text" in dict(options.columns))
    default_platform = "reddit" if any(key_of(name) == "subreddit" for name in header) else ""
    alternatives, user_columns = other_columns(header, columns), dict(options.columns)

    def column(record: Record, field: str) -> str:
        """Return the column of a field; if an object lacks it, another one that is named like the field."""
        column_name = columns.get(field, "")
        if not column_name or column_name in record or field in user_columns:
            return column_name
        return next((name for name in alternatives.get(field, ()) if name in record), column_name)

    def to_draft(record: Record, _: Context) -> Draft:
        def value(field: str) -> str:
            name = column(record, field)
            cell_text = text(record, name).strip() if name else ""
            return "" if cell_text in _MISSING_VALUES else cell_text

        post_id = value("id")
        rounded = post_id if has_padded_ids and is_padded(post_id) else ""
        published = instant(record.get(column(record, "published")), style=style)
        return Draft(
            id="" if rounded else post_id,
            rounded_id=rounded,
            text=read_words(record),
            author=value("author"),
            published=published,
            unread_date="" if published else value("published"),
            platform=platform_name(value("platform")) or platform_of_address(value("url")) or default_platform,
            language=language(value("language")) or None,
            url=value("url"),
            engagement=_engagement(record, columns, counting_columns),
            repeats=value("repeats"),
            replies_to="" if (parent_id := value("replies_to")) == _NO_PARENT else parent_id,
        )

    return to_draft


def _engagement(record: Record, columns: Mapping[str, str], counting_columns: Sequence[str]) -> int | None:
    """Return the total in the mapped column or, without one, the sum of the columns that count reactions."""
    if "engagement" in columns:
        return count(record.get(columns["engagement"]))
    return total(record.get(name) for name in counting_columns)


def platform_name(source_name: str) -> str:
    """Return a platform's name as we write it; "Twitter for iPhone" and the like are X."""
    name = one_line(source_name).lower()
    if name.startswith("twitter ") or ">twitter " in name:
        return "x"
    return _PLATFORM_NAMES.get(name, name if len(name) <= _MAX_PLATFORM else "")


def platform_of_address(url: str) -> str:
    """Return the platform of an address, "" for any other site."""
    match = _SITE.match(url)
    return _SITES.get(match[1].lower(), "") if match else ""
