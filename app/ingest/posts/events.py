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

_TIKTOK = ("Comment.Comments.CommentsList.item", "data.videos.item", "data.comments.item")
_PLACES = frozenset(("item", "comments.item", *_TIKTOK, *PATHS))
_CHATS = {f"{prefix}{name}": name for prefix in ("", "chats.list.item.", "left_chats.list.item.") for name in CHAT_FIELDS}
_DEEPEST = 100
_LARGEST_ELEMENT = 2_000_000
_READ_AT_ONCE = 1 << 20  # the parser copies an unfinished string with every piece: small pieces make a long one slow
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")

Event = tuple[str, object]


class BrokenJSON(ValueError):  # noqa: N818 - the world's fault, told as a refused row
    """The document breaks off, or is not JSON from here on."""


class UTF8Stream:
    """A source's bytes as UTF-8 for a strict parser: recoded, without characters that are no text, from byte `skipped` on."""

    def __init__(self, source: Source, *, skipped: re.Pattern[bytes]) -> None:
        marked = source.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        self._text = io.TextIOWrapper(source.open(), encoding="utf-16" if marked else "utf-8-sig", errors="replace", newline="")
        self._cancel = source.cancel
        self._skipped: re.Pattern[bytes] | None = skipped

    def read(self, size: int) -> bytes:
        """Return about `size` of the next bytes; none at the end. Raises Cancelled."""
        self._cancel.check()
        data = _CONTROL.sub(" ", self._text.read(size)).encode("utf-8", errors="replace")
        if self._skipped is not None and size:
            data, self._skipped = self._skipped.sub(b"", data, count=1), None
        return data

    def __enter__(self) -> UTF8Stream:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._text.close()


def elements(stream: UTF8Stream, *, paths: frozenset[str] = _PLACES) -> Iterator[tuple[object, dict[str, str]]]:
    """Yield every value at one of the paths, with the known fields of the chat around it. Raises BrokenJSON at a break."""
    import ijson

    events = iter(ijson.basic_parse(stream, use_float=True, multiple_values=True, buf_size=_READ_AT_ONCE))
    try:
        yield from _found(events, paths)
    except (ijson.JSONError, UnicodeDecodeError, ValueError) as error:
        raise BrokenJSON from error


def _found(events: Iterator[Event], paths: frozenset[str]) -> Iterator[tuple[object, dict[str, str]]]:
    around: list[tuple[str, bool]] = []
    chat: dict[str, str] = {}
    key = ""
    for event, value in events:
        if event == "map_key":
            key = str(value)
            continue
        if event in ("end_map", "end_array"):
            around.pop()
            continue
        path = _path(around, key)
        if event not in ("start_map", "start_array"):
            if path in _CHATS:
                chat = {**chat, _CHATS[path]: str(value)}
            if path in paths:
                yield value, {}
        elif path in paths:
            yield _built(events, event), chat if path.endswith("messages.item") else {}
        elif len(around) >= _DEEPEST:
            raise ValueError(path)
        else:
            around.append((path, event == "start_array"))


def _path(around: list[tuple[str, bool]], key: str) -> str:
    if not around:
        return ""
    above, in_list = around[-1]
    name = "item" if in_list else key
    return f"{above}.{name}" if above else name


def _built(events: Iterator[Event], start: str) -> object:
    """Build the object or list whose first event was `start`. One that is too large is read to its end but not stored."""
    root: dict[str, object] | list[object] = {} if start == "start_map" else []
    open_values = [root]
    keys = [""]
    size, left_out = 0, 0
    for event, value in events:
        size += 1
        if event in ("end_map", "end_array"):
            if left_out:
                left_out -= 1
                continue
            open_values.pop()
            keys.pop()
            if not open_values:
                break
        elif event == "map_key":
            keys[-1] = str(value)
        else:
            opened = event in ("start_map", "start_array")
            if size > _LARGEST_ELEMENT:
                left_out += opened
                continue
            new: object = ({} if event == "start_map" else []) if opened else value
            inner = open_values[-1]
            if isinstance(inner, dict):
                inner[keys[-1]] = new
            else:
                inner.append(new)
            if opened:
                open_values.append(new)  # type: ignore[arg-type]
                keys.append("")
    return root if size <= _LARGEST_ELEMENT else RowRefused(tr("The item is too large to be a post."))
