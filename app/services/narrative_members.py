"""Reads the items of narratives and repeats from the library and its posts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from app.domain.factcheck import FactCheck
from app.domain.narrative import ItemKind, NarrativeItem, item_key
from app.domain.post import Post
from app.ports import KeptNarratives, LibrarySnapshot
from app.services.narrative_engine import NarrativeEngine

_FACTCHECK, _POST = f"{ItemKind.FACTCHECK.value}:", f"{ItemKind.POST.value}:"


def items_of(
    stored: KeptNarratives, snapshot: LibrarySnapshot, engine: NarrativeEngine, *, factchecks: Mapping[str, FactCheck] | None = None
) -> dict[str, NarrativeItem]:
    """Return the existing items of all narratives and repeats, by key. `factchecks` are those that have been read already, by id."""
    keys = {key for key, membership in stored.memberships.items() if membership.narrative}
    keys |= {item_key(ItemKind.FACTCHECK, factcheck_id) for repeat in stored.repeats for factcheck_id in (repeat.later, repeat.earlier)}
    items = _factcheck_items(keys, snapshot, engine.country_of, factchecks or {})
    ids = [key.removeprefix(_POST) for key in keys if key.startswith(_POST)]
    if engine.posts is not None and ids:
        copies = engine.posts.same_as(ids)
        for post in engine.posts.get(ids).values():
            item = _post_item(post, len(copies.get(post.id, ())))
            items[item.key] = item
    return items


def _factcheck_items(
    keys: Iterable[str], snapshot: LibrarySnapshot, country_of: Callable[[str, str], str], factchecks: Mapping[str, FactCheck]
) -> dict[str, NarrativeItem]:
    key_of = {key.removeprefix(_FACTCHECK): key for key in keys if key.startswith(_FACTCHECK)}
    row_of = {name: row for row, name in enumerate(snapshot.ids) if name in key_of}
    read = {factcheck.id: factcheck for factcheck in snapshot.outlines([row for name, row in row_of.items() if name not in factchecks])}
    copies = (np.bincount(snapshot.groups)[snapshot.groups] - 1).tolist()
    return {key_of[name]: _factcheck_item(factchecks.get(name) or read[name], copies[row], country_of) for name, row in row_of.items()}


def _factcheck_item(factcheck: FactCheck, copies: int, country_of: Callable[[str, str], str]) -> NarrativeItem:
    return NarrativeItem(
        id=factcheck.id,
        kind=ItemKind.FACTCHECK,
        text=factcheck.claim,
        day=factcheck.published,
        publisher=factcheck.publisher,
        language=factcheck.language,
        country=country_of(factcheck.publisher, factcheck.url),
        claimant=factcheck.claimant,
        verdict=factcheck.verdict,
        rating=factcheck.rating,
        url=factcheck.url,
        copies=copies,
    )


def _post_item(post: Post, copies: int) -> NarrativeItem:
    return NarrativeItem(
        id=post.id,
        kind=ItemKind.POST,
        text=post.text,
        day=post.published.date() if post.published else None,
        publisher=post.author,
        platform=post.platform,
        language=post.language,
        url=post.url,
        copies=copies,
    )
