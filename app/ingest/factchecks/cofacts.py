"""Cofacts' open data: a folder of tables that join volunteers' replies to the messages that they check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.errors import InputError
from app.ingest.factchecks.drafts import Draft, Entry, entries
from app.ingest.factchecks.tables import NAMING
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source
from app.ingest.rows.tables import open_table
from app.ingest.rows.text import one_line, paragraphs
from app.ingest.rows.values import parse_day, text_field, unread_day
from app.translation import tr

_TABLE_NAMES = ("articles", "replies", "article_replies")
_ARTICLE_URL = "https://cofacts.tw/article/"


def cofacts_tables(files: list[Source]) -> Mapping[str, Source]:
    """Return the three tables of a folder by name; empty if one of them is missing."""
    sources_by_name = {source.path.name.lower().split(".")[0]: source for source in files}
    return {name: sources_by_name[name] for name in _TABLE_NAMES} if all(name in sources_by_name for name in _TABLE_NAMES) else {}


def read_cofacts(tables: Mapping[str, Source]) -> Iterator[Entry]:
    """Yield one draft for each reply to each message: the message is the claim, the reply the body, its type the rating."""
    articles = _rows_by_id(tables["articles"])
    replies = _rows_by_id(tables["replies"])

    def to_draft(link: Record) -> Draft:
        article, reply = articles.get(text_field(link, "articleId")), replies.get(text_field(link, "replyId"))
        if article is None or reply is None:
            raise RowRefused(tr("The message or the reply that this row joins is in none of the tables."))
        return _draft(link, article, reply)

    table = open_table(tables["article_replies"], NAMING)
    _check_columns(tables["article_replies"], table.header, ("articleId", "replyId"))
    for number, cells in table.rows:
        if isinstance(cells, RowRefused):
            yield tr("row {number}", number=number), cells
        elif cells:
            yield from entries(tr("row {number}", number=number), (dict(zip(table.header, cells, strict=False)),), to_draft)


def _draft(link: Record, article: Record, reply: Record) -> Draft:
    # Withdrawn replies stay in the data under another status.
    if text_field(link, "status") not in ("", "NORMAL"):
        raise RowRefused(tr("The reply was withdrawn or hidden."))
    identifier = text_field(link, "articleId")
    return Draft(
        id=f"cofacts-{identifier}-{text_field(link, 'replyId')}",
        claim=one_line(text_field(article, "text")),
        body=paragraphs("\n".join((text_field(reply, "text"), text_field(reply, "reference")))),
        rating=text_field(link, "replyType") or text_field(reply, "type"),
        publisher="Cofacts",
        published=parse_day(text_field(link, "createdAt")),
        url=_ARTICLE_URL + identifier,
        language="zh-TW",
        unread_date=unread_day(text_field(link, "createdAt")),
    )


def _rows_by_id(source: Source) -> dict[str, Record]:
    table = open_table(source, NAMING)
    _check_columns(source, table.header, ("id", "text"))
    rows = (dict(zip(table.header, cells, strict=False)) for _, cells in table.rows if cells and not isinstance(cells, RowRefused))
    return {row["id"]: row for row in rows if row.get("id")}


def _check_columns(source: Source, header: tuple[str, ...], names: tuple[str, ...]) -> None:
    missing = [name for name in names if name not in header]
    if missing:
        raise InputError(
            "factchecks-columns",
            tr("{name} has no column {column}, which Cofacts’ tables have.", name=source.name, column=missing[0]),
            hint=tr("Choose the folder with Cofacts’ unchanged tables, or import the file by itself."),
        )
