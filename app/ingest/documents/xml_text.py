"""Texts that are XML: parsed whatever encoding they declare (they are decoded before) and whatever signs of HTML they name."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from app.ingest.documents.archive import parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w{1,31};")
_BEFORE_ROOT = r"(?>\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*+"
_ROOT = re.compile(rf"{_BEFORE_ROOT}<(?:[\w.-]+:)?([\w.-]+)([^>]*)", re.DOTALL)
_SAMPLE = 3000


def root_of(text: str) -> tuple[str, str]:
    """The name of a text's root element without its prefix, and its attributes as they stand; twice "" for what is no markup."""
    found = _ROOT.match(text[:_SAMPLE])
    return (found[1], found[2]) if found else ("", "")


def parse_text(text: str) -> _Element:
    """The root element. Raises InputError `document-damaged`."""
    return parse_xml(_NAMED.sub(_sign, _DECLARATION.sub("", text)).encode(), kind="file")


def _sign(named: re.Match[str]) -> str:
    sign = html.unescape(named[0])
    return named[0] if sign == named[0] else html.escape(sign)
