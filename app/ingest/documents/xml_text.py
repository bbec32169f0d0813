"""Parse XML from decoded text, regardless of the encoding that it declares and of HTML entities in it."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from app.ingest.documents.archive import parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
# HTML's named entities, which XML does not know.
_HTML_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w{1,31};")
# Possessive, so that no prolog can be matched in more than one way.
_BEFORE_ROOT = r"(?>\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*+"
_ROOT = re.compile(rf"{_BEFORE_ROOT}<(?:[\w.-]+:)?([\w.-]+)([^>]*)", re.DOTALL)
_SAMPLE_LENGTH = 3000


def root_of(text: str) -> tuple[str, str]:
    """Return the root element's name without prefix, and its attributes as text; two empty strings if it is no markup."""
    match = _ROOT.match(text[:_SAMPLE_LENGTH])
    return (match[1], match[2]) if match else ("", "")


def parse_text(text: str) -> _Element:
    """Return the root element. Raises InputError `document-damaged`."""
    # The declaration names the encoding of the file, but the text is decoded already.
    return parse_xml(_HTML_ENTITY.sub(_sign, _DECLARATION.sub("", text)).encode(), kind="file")


def _sign(match: re.Match[str]) -> str:
    sign = html.unescape(match[0])
    return match[0] if sign == match[0] else html.escape(sign)
