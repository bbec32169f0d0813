"""Normalisation of JSON-LD as publishers write it: plain keys, resolved references, and a search for ClaimReviews at any depth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from app.ingest.rows.outcomes import Record
from app.ingest.rows.values import scalar

_VOCABULARY_PREFIX = re.compile(r"^(?:https?://(?:www\.)?schema\.org/|schema:)")
_MAX_DEPTH = 60
_REVIEW_KEYS = frozenset(("review", "reviews", "claimReview", "subjectOf"))
_REFERENCE_KEYS = ("author", "publisher", "itemReviewed", "reviewRating", "creator", "claimReviewed")


def claim_reviews(value: object) -> Iterator[Record]:
    """Yield every ClaimReview in a JSON value, in order: in a list, in @graph, nested anywhere, of legacy and microdata form."""
    return (node for node in all_nodes(value) if is_type(node, "ClaimReview") or _is_untyped_review(node))


def _is_untyped_review(node: Record) -> bool:
    """Return True if a node without a type is a ClaimReview all the same, as scrapers store them."""
    return "@type" not in node and "claimReviewed" in node and "reviewRating" in node


def all_nodes(value: object) -> Iterator[Record]:
    """Yield every object in a JSON value, outer before inner, with plain keys and with references in its relevant fields resolved."""
    plain_value = _with_plain_keys(value, 0)
    # A node of an id alone is a reference.
    nodes_by_id = {str(node["@id"]): node for node in _nodes(plain_value) if isinstance(node.get("@id"), str) and len(node) > 1}
    return (_resolve_references(node, nodes_by_id) for node in _nodes(plain_value))


def is_type(node: Mapping[str, object], name: str) -> bool:
    """Return True if a node is of this type. Its @type may be a string or a list, short or a full address."""
    kinds = node.get("@type")
    return any(
        isinstance(kind, str) and _VOCABULARY_PREFIX.sub("", kind) == name for kind in (kinds if isinstance(kinds, list) else [kinds])
    )


def _with_plain_keys(value: object, depth: int) -> object:
    """Return the value with keys without their vocabulary's prefix, and microdata's {type, properties} merged into one object."""
    # No publisher nests data so deeply; recursion must end.
    if depth > _MAX_DEPTH:
        return None
    if isinstance(value, list):
        return [_with_plain_keys(item, depth + 1) for item in value]
    if not isinstance(value, dict):
        return value
    # Tools that extract microdata write {type, properties}.
    inner = value.get("properties")
    if isinstance(inner, dict) and "@type" not in value:
        value = {"@type": value.get("type"), **inner}
    node = {_VOCABULARY_PREFIX.sub("", str(key)): _with_plain_keys(item, depth + 1) for key, item in value.items()}
    return _with_reviews(node) if is_type(node, "Claim") else node


def _with_reviews(claim: dict[str, object]) -> dict[str, object]:
    """Return a Claim with nested reviews, each with the claim as its `itemReviewed`."""
    claim_alone = {key: item for key, item in claim.items() if key not in _REVIEW_KEYS}
    for key in _REVIEW_KEYS & claim.keys():
        reviews = claim[key] if isinstance(claim[key], list) else [claim[key]]
        claim[key] = [{"itemReviewed": claim_alone, **review} if isinstance(review, dict) else review for review in reviews]  # type: ignore[attr-defined]
    return claim


def _nodes(value: object) -> Iterator[dict[str, object]]:
    """Yield every object in the value, outer before inner, in document order."""
    # A stack, to yield the nodes in document order without recursion.
    pending = [value]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(reversed(node))
        elif isinstance(node, dict):
            yield node
            pending.extend(reversed(list(node.values())))


def _resolve_references(node: Record, nodes_by_id: Mapping[str, Record], depth: int = 0) -> Record:
    """Return the node with references by @id in its relevant fields replaced by their targets."""
    resolved = dict(node)
    for key in _REFERENCE_KEYS:
        part = node.get(key)
        if isinstance(part, dict):
            target = nodes_by_id.get(str(part.get("@id")), part)
            resolved[key] = _resolve_references({**target, **part}, nodes_by_id, depth + 1) if depth < 3 else target
    return resolved


def text_of(value: object, name: str) -> str:
    """Return the text of a JSON-LD value: a string, a number, {"@value": …}, or the first of a list that is not empty.

    Raises RowRefused for an object without text.
    """
    if isinstance(value, list):
        return next((text for text in (text_of(item, name) for item in value) if text.strip()), "")
    if isinstance(value, dict) and "@value" in value:
        return text_of(value["@value"], name)
    return scalar(value, name)


def name_of(value: object) -> str:
    """Return the name of a person or organisation: a string, its name or alternateName, else its first address."""
    if isinstance(value, list):
        return ", ".join(dict.fromkeys(name for name in map(name_of, value) if name))
    if not isinstance(value, dict):
        return scalar(value, "name").strip()
    for key in ("name", "alternateName", "@value", "legalName", "url", "sameAs"):
        nested_name = name_of(value.get(key))
        if nested_name:
            return nested_name
    return ""


def address_of(value: object) -> str:
    """Return the first web address in a value: a string (several may be separated by commas or spaces), url or @id."""
    if isinstance(value, list):
        return next(filter(None, map(address_of, value)), "")
    if isinstance(value, dict):
        return address_of([value.get("url"), value.get("@id"), value.get("@value")])
    match = re.search(r"https?://[^\s<>\"]+", value) if isinstance(value, str) else None
    return re.split(r",(?=https?://)", match.group())[0].rstrip(",") if match else ""


def part_of(node: Record, key: str) -> Record:
    """Return the object under this key, the first of a list; a plain string becomes an object with that name."""
    value = node.get(key)
    if isinstance(value, list):
        value = next((item for item in value if item), None)
    if isinstance(value, dict):
        return value
    return {"name": value} if isinstance(value, (str, int, float)) and not isinstance(value, bool) else {}
