"""Validation of ClaimReview JSON-LD against schema.org: ClaimReview, Claim, Rating, Organization, Person and CreativeWork.

Only the fields that we write are known; any other is reported, which catches misspelt names before a search engine does. Source:
the definitions of these types at schema.org, version 28, and Google's requirements for fact-checks: the address of the review, of
the organisation that checked, and of every appearance of the claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from app.translation import tr

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
Test = Callable[[object], bool]


def _text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _day(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(date.fromisoformat(value))
    except ValueError:
        return False


def _web(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def _webs(value: object) -> bool:
    return _web(value) or (isinstance(value, list) and bool(value) and all(map(_web, value)))


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _language(value: object) -> bool:
    return isinstance(value, str) and bool(_LANGUAGE.fullmatch(value))


@dataclass(frozen=True, slots=True)
class _Field:
    """Constraint on a field: a value that passes `test`, or an object of one of `types`."""

    test: Test | None = None
    types: tuple[str, ...] = ()
    required: bool = False


_TYPES: Mapping[str, Mapping[str, _Field]] = {
    "ClaimReview": {
        "claimReviewed": _Field(_text, required=True),
        "itemReviewed": _Field(types=("Claim",), required=True),
        "reviewRating": _Field(types=("Rating",), required=True),
        "author": _Field(types=("Organization", "Person"), required=True),
        "datePublished": _Field(_day, required=True),
        "url": _Field(_web, required=True),
        "inLanguage": _Field(_language),
        "isBasedOn": _Field(_webs),
        "reviewBody": _Field(_text),
        "sdLicense": _Field(_web),
        "sdPublisher": _Field(types=("Organization",)),
    },
    "Claim": {
        "author": _Field(types=("Organization", "Person")),
        "datePublished": _Field(_day),
        "appearance": _Field(types=("CreativeWork",)),
        "name": _Field(_text),
    },
    "Rating": {
        "alternateName": _Field(_text, required=True),
        "ratingValue": _Field(_number),
        "bestRating": _Field(_number),
        "worstRating": _Field(_number),
    },
    "Organization": {"name": _Field(_text, required=True), "url": _Field(_web)},
    "Person": {"name": _Field(_text, required=True), "url": _Field(_web)},
    "CreativeWork": {"name": _Field(_text), "url": _Field(_web, required=True)},
}


def problems(graph: Sequence[Any]) -> list[str]:
    """Return what is wrong with these ClaimReviews, one line per problem; an empty list if they are valid."""
    return [
        f"{number}: {problem}" for number, review in enumerate(graph, start=1) for problem in _wrong(review, ("ClaimReview",), "review")
    ]


def _wrong(value: object, types: tuple[str, ...], name: str) -> list[str]:
    if not isinstance(value, dict) or value.get("@type") not in types:
        return [tr("{field} is no {types}", field=name, types=" / ".join(types))]
    fields = _TYPES[value["@type"]]
    messages = [tr("{field} has no {part}", field=name, part=key) for key, field in fields.items() if field.required and key not in value]
    for key, field_value in value.items():
        if key == "@type":
            continue
        if key not in fields:
            messages.append(tr("{field} has a field {part}, which is not known", field=name, part=key))
        else:
            messages += _field_wrong(fields[key], field_value, f"{name}.{key}")
    if value["@type"] == "Rating":
        messages += _scale_wrong(value, name)
    if value["@type"] == "ClaimReview":
        messages += _author_wrong(value, name)
    return messages


def _author_wrong(review: Mapping[str, Any], name: str) -> list[str]:
    """Return the problem of an organisation's own review without its address; markup that a third party publishes needs none."""
    author = review.get("author")
    if not isinstance(author, Mapping) or author.get("@type") != "Organization" or "sdPublisher" in review or "url" in author:
        return []
    return [tr("{field} has no {part}", field=f"{name}.author", part="url")]


def _field_wrong(field: _Field, value: object, name: str) -> list[str]:
    if field.test is None:
        return _wrong(value, field.types, name)
    return [] if field.test(value) else [tr("{field} cannot be {value}", field=name, value=repr(str(value)[:60]))]


def _scale_wrong(rating: Mapping[str, Any], name: str) -> list[str]:
    """Return the problems of a rating whose value lacks an end of its scale or lies outside it."""
    ends = [rating.get(key) for key in ("worstRating", "ratingValue", "bestRating")]
    if all(end is None for end in ends):
        return []
    if not all(map(_number, ends)):
        return [tr("{field} has a value without its scale", field=name)]
    worst, value, best = ends
    return [] if worst <= value <= best and worst < best else [tr("{field} is outside its scale", field=name)]  # type: ignore[operator]
