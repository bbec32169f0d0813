"""Event-based reader of a JSON document: the elements at given paths, one at a time, whatever its size and depth."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from types import TracebackType

from app.ingest.posts.containers import CHAT_FIELDS, PATHS
from app.ingest.rows.outcomes import RowRefused
from app.ingest.rows.sources import Source
from app.translation import tr

# TikTok's export and API.
_TIKTOK = ("Comment.Comments.CommentsList.item", "data.videos.item", "data.comments.item")
_POST_PATHS = frozenset(("item", "comments.item", *_TIKTOK, *PATHS))
_CHAT_FIELD_PATHS = {f"{prefix}{name}": name for prefix in ("", "chats.list.item.", "left_chats.list.item.") for name in CHAT_FIELDS}
_MAX_DEPTH = 100
_MAX_ELEMENT_EVENTS = 2_000_000
# The parser copies an unfinished string with every piece, so small pieces make a long one slow.
_BUFFER_SIZE = 1 << 20
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")

Event = tuple[str, object]


class BrokenJSON(ValueError):  # noqa: N818 - the world's fault, told as a refused row
    """The document breaks off, or is not JSON from here on."""


class UTF8Stream:
    """A source's bytes as UTF-8 for a strict parser: decoded from any encoding, without control characters, and without what
    `skipped` matches at its beginning."""

    def __init__(self, source: Source, *, skipped: re.Pattern[bytes]) -> None:
        has_utf16_mark = source.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        self._text = io.TextIOWrapper(source.open(), encoding="utf-16" if has_utf16_mark else "utf-8-sig", errors="replace", newline="")
        self._cancel = source.cancel
        self._skipped: re.Pattern[bytes] | None = skipped

    def read(self, size: int) -> bytes:
        """Return about `size` of the next bytes; none at the end. Raises Cancelled."""
        self._cancel.check()
        # ijson stops at control characters inside strings, which exports contain.
        data = _CONTROL.sub(" ", self._text.read(size)).encode("utf-8", errors="replace")
        if self._skipped is not None and size:
            data, self._skipped = self._skipped.sub(b"", data, count=1), None
        return data

    def __enter__(self) -> UTF8Stream:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._text.close()


def elements(stream: UTF8Stream, *, paths: frozenset[str] = _POST_PATHS) -> Iterator[tuple[object, dict[str, str]]]:
    """Yield every value at one of the paths, with the known fields of the chat around it. Raises BrokenJSON at a break."""
    import ijson

    events = iter(ijson.basic_parse(stream, use_float=True, multiple_values=True, buf_size=_BUFFER_SIZE))
    try:
        yield from _values_at_paths(events, paths)
    except (ijson.JSONError, UnicodeDecodeError, ValueError) as error:
        raise BrokenJSON from error


def _values_at_paths(events: Iterator[Event], paths: frozenset[str]) -> Iterator[tuple[object, dict[str, str]]]:
    open_containers: list[tuple[str, bool]] = []
    chat: dict[str, str] = {}
    key = ""
    for event, value in events:
        if event == "map_key":
            key = str(value)
            continue
        if event in ("end_map", "end_array"):
            open_containers.pop()
            continue
        path = _path(open_containers, key)
        if event not in ("start_map", "start_array"):
            if path in _CHAT_FIELD_PATHS:
                chat = {**chat, _CHAT_FIELD_PATHS[path]: str(value)}
            if path in paths:
                yield value, {}
        elif path in paths:
            yield _build_value(events, event), chat if path.endswith("messages.item") else {}
        elif len(open_containers) >= _MAX_DEPTH:
            raise ValueError(path)
        else:
            open_containers.append((path, event == "start_array"))


def _path(open_containers: list[tuple[str, bool]], key: str) -> str:
    if not open_containers:
        return ""
    parent, in_list = open_containers[-1]
    name = "item" if in_list else key
    return f"{parent}.{name}" if parent else name


def _build_value(events: Iterator[Event], start: str) -> object:
    """Build the object or list whose first event was `start`. A value that is too large is read to its end but not stored."""
    root: dict[str, object] | list[object] = {} if start == "start_map" else []
    # The values that are not yet closed, outermost first, each with the key that its next value belongs to.
    open_values = [root]
    keys = [""]
    size, skipped_depth = 0, 0
    for event, value in events:
        size += 1
        if event in ("end_map", "end_array"):
            if skipped_depth:
                skipped_depth -= 1
                continue
            open_values.pop()
            keys.pop()
            if not open_values:
                break
        elif event == "map_key":
            keys[-1] = str(value)
        else:
            opens = event in ("start_map", "start_array")
            if size > _MAX_ELEMENT_EVENTS:
                skipped_depth += opens
                continue
            element: object = ({} if event == "start_map" else []) if opens else value
            inner = open_values[-1]
            if isinstance(inner, dict):
                inner[keys[-1]] = element
            else:
                inner.append(element)
            if opens:
                open_values.append(element)  # type: ignore[arg-type]
                keys.append("")
    return root if size <= _MAX_ELEMENT_EVENTS else RowRefused(tr("The item is too large to be a post."))
