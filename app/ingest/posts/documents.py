"""The records of a file of JSON, in whichever container a platform puts them: lines, a list, an API's answer, an export.

A small document is decoded whole; a large or broken one is read event by event, with flat memory, up to where it breaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from app.errors import InputError
from app.ingest.posts.containers import located
from app.ingest.posts.drafts import Context
from app.ingest.posts.events import BrokenJSON, UTF8Stream, elements
from app.ingest.posts.fields import text
from app.ingest.rows.jsonlines import decode, records
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source, decoded_head
from app.ingest.rows.text import decoded
from app.translation import tr

_WHOLE = 8 << 20
_LOOKED_AT = 20
_ASSIGNED = re.compile(rb"^\s*window\.YTD\.[\w.]+\s*=\s*")

Item = tuple[str, Record | RowRefused, Context]
"""A record's place in its file, the record or the reason why there is none, and what stands beside it."""


def is_json(source: Source) -> bool:
    """Whether the file begins as JSON does, or as a script of an X archive that assigns it to a variable."""
    head = decoded_head(source.head)
    return source.starts_as_json or _ASSIGNED.match(head) is not None


def json_items(source: Source, context: Context) -> Iterator[Item]:
    """The records of a file of JSON, in order."""
    if _is_lines(source):
        for row, line in records(source):
            yield from _of_value(row, line, context)
        return
    whole = _whole(source)
    if isinstance(whole, list):
        for number, value in enumerate(whole, start=1):
            yield from _of_value(tr("item {number}", number=number), value, context)
    elif whole is not None:
        yield from _of_value("", whole, context)
    else:
        yield from _piecewise(source, context)


def _is_lines(source: Source) -> bool:
    """Whether each line is a value of its own: there are several, and the first one or every second of the first ones is an object."""
    if not decoded_head(source.head).lstrip().startswith(b"{"):
        return False
    whole = [not isinstance(record, RowRefused) for _, record in islice(records(source), _LOOKED_AT)]
    return len(whole) > 1 and (whole[0] or sum(whole) * 2 >= len(whole))


def _whole(source: Source) -> object:
    """The value of a small file; None where it is large or broken."""
    with source.open() as stream:
        data = stream.read(_WHOLE)
    if len(data) >= _WHOLE:
        return None
    content = decoded(data)
    try:
        return decode(_ASSIGNED.sub(b"", content, count=1) if isinstance(content, bytes) else content)
    except RowRefused:
        return None


def _of_value(row: str, value: object, context: Context) -> Iterator[Item]:
    """The records in a value; the first of a row keeps the row's name, the others are counted."""
    if isinstance(value, RowRefused):
        yield row, value, context
        return
    for number, (found, beside) in enumerate(located(value, context), start=1):
        item = "" if row and number == 1 else tr("item {number}", number=number)
        place = ", ".join(part for part in (row, item) if part)
        if isinstance(found, dict | RowRefused):
            yield place, found, beside
        else:
            yield place, RowRefused(tr("The item is no JSON object.")), beside


def _piecewise(source: Source, context: Context) -> Iterator[Item]:
    """The elements of a document's list one by one; where it breaks, one refusal and the end.

    Raises InputError where it breaks before the first element.
    """
    beside = replace(context, users=_users(source)) if b'"author_id"' in source.head else context
    number = 0
    with UTF8Stream(source, skipped=_ASSIGNED) as stream:
        try:
            for number, (value, chat) in enumerate(elements(stream), start=1):
                yield from _of_value(tr("item {number}", number=number), value, replace(beside, chat=chat) if chat else beside)
        except BrokenJSON as error:
            if source.damage:
                return  # a cut-off download is told once, by the source's damage
            if not number:
                raise _damaged(source) from error
            broken = RowRefused(tr("The file's JSON is broken here; nothing behind this place could be read."))
            yield tr("item {number}", number=number + 1), broken, context


def _users(source: Source) -> dict[str, str]:
    """The names of an API answer's users by id, which stand behind the posts."""
    names: dict[str, str] = {}
    with UTF8Stream(source, skipped=_ASSIGNED) as stream, suppress(BrokenJSON):
        for user, _ in elements(stream, paths=frozenset({"includes.users.item"})):
            if isinstance(user, dict):
                names[text(user, "id")] = text(user, "username")
    return names


def _damaged(source: Source) -> InputError:
    return InputError(
        "posts-damaged",
        tr("{name} is damaged: its JSON cannot be read.", name=source.name),
        hint=tr("Download or export the file again."),
    )
