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
from app.ingest.posts.containers import find_records
from app.ingest.posts.drafts import Context
from app.ingest.posts.events import BrokenJSON, UTF8Stream, elements
from app.ingest.posts.fields import text
from app.ingest.rows.jsonlines import decode, records
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source, decoded_head
from app.ingest.rows.text import decoded
from app.translation import tr

_MAX_WHOLE_BYTES = 8 << 20
_SAMPLE_LINES = 20
_SCRIPT_ASSIGNMENT = re.compile(rb"^\s*window\.YTD\.[\w.]+\s*=\s*")

# A record's location in its file, the record or the reason why there is none, and its context.
Item = tuple[str, Record | RowRefused, Context]


def is_json(source: Source) -> bool:
    """Return True if the file begins like JSON, or like a script of an X archive that assigns it to a variable."""
    head = decoded_head(source.head)
    return source.starts_as_json or _SCRIPT_ASSIGNMENT.match(head) is not None


def json_items(source: Source, context: Context) -> Iterator[Item]:
    """Yield the records of a JSON file in order."""
    if _is_lines(source):
        for row, line in records(source):
            yield from _records_of(row, line, context)
        return
    document = _decode_whole(source)
    if isinstance(document, list):
        for number, value in enumerate(document, start=1):
            yield from _records_of(tr("item {number}", number=number), value, context)
    elif document is not None:
        yield from _records_of("", document, context)
    else:
        yield from _elements_one_by_one(source, context)


def _is_lines(source: Source) -> bool:
    """Return True if each line is a value of its own: there are several lines, and the first or at least half of a sample are
    objects."""
    if not decoded_head(source.head).lstrip().startswith(b"{"):
        return False
    # The first line of JSON Lines may be broken, too.
    parsed = [not isinstance(record, RowRefused) for _, record in islice(records(source), _SAMPLE_LINES)]
    return len(parsed) > 1 and (parsed[0] or sum(parsed) * 2 >= len(parsed))


def _decode_whole(source: Source) -> object:
    """Decode a small file; None if it is large or broken."""
    with source.open() as stream:
        data = stream.read(_MAX_WHOLE_BYTES)
    if len(data) >= _MAX_WHOLE_BYTES:
        return None
    content = decoded(data)
    try:
        return decode(_SCRIPT_ASSIGNMENT.sub(b"", content, count=1) if isinstance(content, bytes) else content)
    except RowRefused:
        return None


def _records_of(row: str, value: object, context: Context) -> Iterator[Item]:
    """Yield the records in a value. The first one of a row has the row's name, the others are numbered."""
    if isinstance(value, RowRefused):
        yield row, value, context
        return
    for number, (record, inner_context) in enumerate(find_records(value, context), start=1):
        item = "" if row and number == 1 else tr("item {number}", number=number)
        location = ", ".join(part for part in (row, item) if part)
        if isinstance(record, dict | RowRefused):
            yield location, record, inner_context
        else:
            yield location, RowRefused(tr("The item is no JSON object.")), inner_context


def _elements_one_by_one(source: Source, context: Context) -> Iterator[Item]:
    """Yield the elements of a document's list one by one; a break gives one refusal and the end.

    Raises InputError if the document is broken before the first element.
    """
    # Only X's API refers to authors by id, with their names elsewhere in the answer.
    full_context = replace(context, users=_user_names(source)) if b'"author_id"' in source.head else context
    number = 0
    with UTF8Stream(source, skipped=_SCRIPT_ASSIGNMENT) as stream:
        try:
            for number, (value, chat) in enumerate(elements(stream), start=1):
                yield from _records_of(
                    tr("item {number}", number=number), value, replace(full_context, chat=chat) if chat else full_context
                )
        except BrokenJSON as error:
            if source.damage:
                # A cut-off download is reported once, by the source's damage.
                return
            if not number:
                raise _damaged(source) from error
            broken = RowRefused(tr("The file's JSON is broken here; nothing behind this place could be read."))
            yield tr("item {number}", number=number + 1), broken, context


def _user_names(source: Source) -> dict[str, str]:
    """Return the users of an API answer: their names by id. They come after the posts in the file, so it is read twice."""
    names: dict[str, str] = {}
    with UTF8Stream(source, skipped=_SCRIPT_ASSIGNMENT) as stream, suppress(BrokenJSON):
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
