"""Repair of JSON as scripts and editors write it: JavaScript's comments, escapes and bare names, HTML, typographic quotation marks."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from app.ingest.rows.jsonlines import decode
from app.ingest.rows.outcomes import RowRefused

_MAX_REPAIRED = 1 << 20
_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*+")'
    r"|(?P<single>'(?:[^'\\\n]|\\.)*+')"
    r"|(?P<left_out>//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|<!--(?:[^-]|-(?!->))*+(?:-->|\Z)|</?[A-Za-z][^<>]{0,200}>|[\xa0\ufeff\u200b]+)"
    r"|(?P<name>(?<![\w$])[A-Za-z_$@][\w$]*+)(?=\s{0,20}:)"
    r"|(?P<comma>,)(?=\s{0,200}[}\]])",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:(?P<valid>[\"\\/bfnrt]|u[0-9a-fA-F]{4})|x(?P<hex>[0-9a-fA-F]{2})|(?P<line>\r?\n)|(?P<other>.))", re.DOTALL)
_STRAIGHT_QUOTES = str.maketrans("“”„‟″", '"""""')


def decode_lenient(text: str) -> object:
    """Decode a text that is nearly JSON, repaired outside and inside its strings. Raises RowRefused if it cannot be repaired."""
    first: RowRefused | None = None
    for candidate in _candidates(text):
        try:
            value = decode(candidate)
            return decode(value) if isinstance(value, str) and value.lstrip()[:1] in ("{", "[") else value
        except RowRefused as refusal:
            first = first or refusal
    raise first or RowRefused("")


def _candidates(text: str) -> Iterator[str]:
    """Yield the text unchanged, then with more and more repairs."""
    yield text
    # The repairs take several passes over the text, so its size is limited.
    if len(text) > _MAX_REPAIRED:
        return
    yield html.unescape(text)
    for candidate in dict.fromkeys((text, html.unescape(text))):
        # Straight quotation marks delimit the strings, so typographic ones next to them belong to the text.
        quoted = candidate if '"' in candidate else candidate.translate(_STRAIGHT_QUOTES)
        repaired = _TOKEN.sub(_json_token, quoted)
        yield repaired
        # Several values one after the other.
        yield f"[{repaired.strip().rstrip(',;')}]".replace("}{", "},{")


def _json_token(match: re.Match[str]) -> str:
    """Rewrite a JavaScript token in JSON: strings get JSON's escapes, names quotation marks; comments, tags and trailing commas are
    dropped."""
    if match["string"]:
        return _ESCAPE.sub(_json_escape, match["string"])
    if match["single"]:
        content = _ESCAPE.sub(_json_escape, match["single"][1:-1])
        return '"' + re.sub(r'(?<!\\)"', r"\\" + '"', content) + '"'
    return f'"{match["name"]}"' if match["name"] else " "


def _json_escape(match: re.Match[str]) -> str:
    if match["valid"]:
        return match.group()
    if match["hex"]:
        return f"\\u00{match['hex']}"
    return "" if match["line"] else str(match["other"])
