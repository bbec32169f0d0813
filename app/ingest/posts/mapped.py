"""Records under names of others: columns or keys that a mapping assigns to the fields of a post; and our own JSON Lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from app.domain.control_characters import escaped_json
from app.domain.options import PostImportOptions
from app.domain.post import Post
from app.ingest.posts.columns import chosen_columns, counted_columns, guess_columns
from app.ingest.posts.drafts import Context, Converter, Draft
from app.ingest.posts.fields import count, language, text, total
from app.ingest.posts.instants import instant
from app.ingest.row_language import language_of_rows
from app.ingest.rows.date_columns import column_style
from app.ingest.rows.outcomes import Record
from app.ingest.rows.text import one_line

_LONGEST_PLATFORM = 40
_PLATFORMS = {"twitter": "x", "x.com": "x", "x/twitter": "x", "twitter.com": "x", "bsky": "bluesky", "fb": "facebook", "ig": "instagram"}
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
_NO_VALUE = frozenset(("nan", "NaN", "None", "NULL", "null", "N/A"))


def to_json_line(post: Post) -> str:
    """The post as one line of JSON without its line break, every field under its own name."""
    return escaped_json(msgspec.json.encode(post)).decode()


def mapped_converter(
    header: Sequence[str], sample: Sequence[Record], options: PostImportOptions, *, cells: Sequence[Sequence[str]] = ()
) -> Converter:
    """The reader of records with these columns; `cells` are the rows of a table, which may be wider than its header.

    Raises InputError where none of the columns can be the text.
    """
    rows = cells or [[text(record, name) for name in header] for record in sample]
    columns = chosen_columns(header, guess_columns(header, rows), options)
    counted = () if "engagement" in columns else counted_columns(header, columns)
    dates = columns.get("published", "")
    style = column_style((text(record, dates) for record in sample), dates, lambda: language_of_rows(sample, columns["text"]))

    def to_draft(record: Record, _: Context) -> Draft:
        def value(field: str) -> str:
            said = text(record, columns[field]).strip() if field in columns else ""
            return "" if said in _NO_VALUE else said

        published = instant(record.get(dates), style=style)
        return Draft(
            id=value("id"),
            text=text(record, columns["text"]),
            author=value("author"),
            published=published,
            unread_date="" if published else value("published"),
            platform=platform_name(value("platform")) or platform_of_address(value("url")),
            language=language(value("language")) or None,
            url=value("url"),
            engagement=count(record.get(columns["engagement"])) if not counted and "engagement" in columns else _sum(record, counted),
            repeats=value("repeats"),
            replies_to=value("replies_to"),
        )

    return to_draft


def _sum(record: Record, counted: Sequence[str]) -> int | None:
    return total(record.get(name) for name in counted)


def platform_name(said: str) -> str:
    """A platform's name as we write it; "Twitter for iPhone" and the like are X."""
    name = one_line(said).lower()
    if name.startswith("twitter ") or ">twitter " in name:
        return "x"
    return _PLATFORMS.get(name, name if len(name) <= _LONGEST_PLATFORM else "")


def platform_of_address(url: str) -> str:
    """The platform whose address this is, "" for any other site."""
    found = _SITE.match(url)
    return _SITES.get(found[1].lower(), "") if found else ""
