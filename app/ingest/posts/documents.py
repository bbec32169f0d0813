"""The records of a JSON file in any container that platforms use: lines, a list, an API's answer, an export.

A small document is decoded at once. A large or broken one is read event by event, with constant memory, up to the break.
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
    """Return True if the file begins like JSON, or like a script of an X archive that assigns it to a variable."""
    head = decoded_head(source.head)
    return source.starts_as_json or _ASSIGNED.match(head) is not None


def json_items(source: Source, context: Context) -> Iterator[Item]:
    """Yield the records of a JSON file, in order."""
    if _is_lines(source):
        for row, line in records(source):
            yield from _of_value(row, line, context)
        return
    document = _whole(source)
    if isinstance(document, list):
        for number, value in enumerate(document, start=1):
            yield from _of_value(tr("item {number}", number=number), value, context)
    elif document is not None:
        yield from _of_value("", document, context)
    else:
        yield from _piecewise(source, context)


def _is_lines(source: Source) -> bool:
    """Return True if each line is a value of its own: there are several, and the first one or at least half of the first ones are
    objects."""
    if not decoded_head(source.head).lstrip().startswith(b"{"):
        return False
    parsed = [not isinstance(record, RowRefused) for _, record in islice(records(source), _LOOKED_AT)]
    return len(parsed) > 1 and (parsed[0] or sum(parsed) * 2 >= len(parsed))


def _whole(source: Source) -> object:
    """Decode a small file; None if it is large or broken."""
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
    """Yield the records in a value. The first one of a row has the row's name, the others are numbered."""
    if isinstance(value, RowRefused):
        yield row, value, context
        return
    for number, (record, inner_context) in enumerate(located(value, context), start=1):
        item = "" if row and number == 1 else tr("item {number}", number=number)
        location = ", ".join(part for part in (row, item) if part)
        if isinstance(record, dict | RowRefused):
            yield location, record, inner_context
        else:
            yield location, RowRefused(tr("The item is no JSON object.")), inner_context


def _piecewise(source: Source, context: Context) -> Iterator[Item]:
    """Yield the elements of a document's list one by one; a break gives one refusal and the end.

    Raises InputError if the document is broken before the first element.
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
    """Return the names of an API answer's users by id. They come after the posts in the file."""
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
