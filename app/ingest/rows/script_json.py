"""JSON as scripts and editors leave it: with JavaScript's comments, escapes and bare names, HTML inside, typographic quotation marks."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from app.ingest.rows.jsonlines import decode
from app.ingest.rows.outcomes import RowRefused

_LARGEST = 1 << 20
_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*+")'
    r"|(?P<single>'(?:[^'\\\n]|\\.)*+')"
    r"|(?P<left_out>//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|<!--(?:[^-]|-(?!->))*+(?:-->|\Z)|</?[A-Za-z][^<>]{0,200}>|[\xa0\ufeff\u200b]+)"
    r"|(?P<name>(?<![\w$])[A-Za-z_$@][\w$]*+)(?=\s{0,20}:)"
    r"|(?P<comma>,)(?=\s{0,200}[}\]])",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:(?P<valid>[\"\\/bfnrt]|u[0-9a-fA-F]{4})|x(?P<hex>[0-9a-fA-F]{2})|(?P<line>\r?\n)|(?P<other>.))", re.DOTALL)
_CURLY = str.maketrans("“”„‟″", '"""""')


def lenient(text: str) -> object:
    """The value of a text that is nearly JSON, repaired outside and inside its strings. Raises RowRefused where no repair helps."""
    first: RowRefused | None = None
    for candidate in _candidates(text):
        try:
            value = decode(candidate)
            return decode(value) if isinstance(value, str) and value.lstrip()[:1] in ("{", "[") else value
        except RowRefused as refusal:
            first = first or refusal
    raise first or RowRefused("")


def _candidates(text: str) -> Iterator[str]:
    """The text as it is, and ever more repaired."""
    yield text
    if len(text) > _LARGEST:
        return
    yield html.unescape(text)
    for plain in dict.fromkeys((text, html.unescape(text))):
        straight = plain if '"' in plain else plain.translate(_CURLY)
        repaired = _TOKEN.sub(_json_token, straight)
        yield repaired
        yield f"[{repaired.strip().rstrip(',;')}]".replace("}{", "},{")  # several values one after the other


def _json_token(found: re.Match[str]) -> str:
    """The same in JSON: a string with JSON's escapes, a name in quotation marks; nothing for comments, tags and last commas."""
    if found["string"]:
        return _ESCAPE.sub(_json_escape, found["string"])
    if found["single"]:
        inside = _ESCAPE.sub(_json_escape, found["single"][1:-1])
        return '"' + re.sub(r'(?<!\\)"', r"\\" + '"', inside) + '"'
    return f'"{found["name"]}"' if found["name"] else " "


def _json_escape(found: re.Match[str]) -> str:
    if found["valid"]:
        return found.group()
    if found["hex"]:
        return f"\\u00{found['hex']}"
    return "" if found["line"] else str(found["other"])
