"""Microdata: the ClaimReview items of a web page in the shape that JSON-LD has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.ingest.factchecks.linkeddata import claim_reviews
from app.ingest.rows.outcomes import Record

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_ADDRESS_ATTRIBUTES = {
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "audio": "src",
    "video": "src",
    "iframe": "src",
    "object": "data",
}
_MAX_DEPTH = 20


def microdata_reviews(page: str) -> Iterator[Record]:
    """Yield the ClaimReviews among a page's microdata items."""
    # Most pages have no microdata, and parsing them takes long.
    if "ClaimReview" not in page or "itemtype" not in page.lower():
        return
    from lxml import html

    # As bytes with a known encoding, since lxml refuses a str that declares one.
    root = html.document_fromstring(page.replace("\x00", "").encode("utf-8", "replace"), parser=html.HTMLParser(encoding="utf-8"))
    items = root.xpath("//*[@itemscope and not(@itemprop)]")
    yield from claim_reviews([_item(element, 0) for element in items])


def _item(element: HtmlElement, depth: int) -> dict[str, object]:
    """Return the item as an object: @type from itemtype, one value or a list under each property."""
    item: dict[str, object] = {"@type": (element.get("itemtype") or "").split()}
    if depth < _MAX_DEPTH:
        for child in element:
            _add_properties(child, item, depth)
    return item


def _add_properties(element: HtmlElement, item: dict[str, object], depth: int) -> None:
    """Add the properties in this element and below it to the item, without those of nested items."""
    nested = element.get("itemscope") is not None
    for name in (element.get("itemprop") or "").split():
        value: object = _item(element, depth + 1) if nested else _value(element)
        existing = item.get(name)
        item[name] = value if existing is None else [*existing, value] if isinstance(existing, list) else [existing, value]
    if not nested and depth < _MAX_DEPTH:
        for child in element:
            _add_properties(child, item, depth)


def _value(element: HtmlElement) -> str:
    if element.get("content") is not None:
        return str(element.get("content"))
    tag = str(element.tag)
    if tag in _ADDRESS_ATTRIBUTES:
        return str(element.get(_ADDRESS_ATTRIBUTES[tag]) or "")
    if tag in ("data", "meter") and element.get("value") is not None:
        return str(element.get("value"))
    if tag == "time" and element.get("datetime"):
        return str(element.get("datetime"))
    return str(element.text_content())
