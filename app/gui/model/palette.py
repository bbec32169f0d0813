"""Entries of the command palette, and the fuzzy search in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.gui.model.fuzzy import fuzzy
from app.translation import tr

RECENT_LIMIT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An entry of the palette. `name` is stable across runs ("command:open"); `kind` is shown beside the text; entries without
    `enabled` are listed but cannot be run. The `english` text is searched too, because help pages may use it."""

    name: str
    text: str
    kind: str
    keys: str = ""
    enabled: bool = True
    english: str = ""

    @property
    def spoken(self) -> str:
        """Return the text for screen readers."""
        parts = (self.text, self.kind, self.keys, "" if self.enabled else tr("not available now"))
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Hit:
    """An offer that was found, and the places in its text of the query's letters."""

    offer: Offer
    offsets: tuple[int, ...] = ()


def found(offers: Sequence[Offer], query: str, recent: Sequence[str] = ()) -> list[Hit]:
    """Return the matching entries: best first, ties by last use, then in the given order.

    An empty query matches all, last used first.
    """
    age = {name: position for position, name in enumerate(recent)}
    scored = []
    for position, offer in enumerate(offers):
        match = _match(query, offer)
        if match is not None:
            score, letter_positions = match
            scored.append((-score, age.get(offer.name, len(age)), position, Hit(offer, letter_positions)))
    return [hit for *_, hit in sorted(scored, key=lambda scored_hit: scored_hit[:3])]


def _match(query: str, offer: Offer) -> tuple[int, tuple[int, ...]] | None:
    """Score and places in the text shown; no places where only the English text has the letters."""
    text_match = fuzzy(query, offer.text)
    english_match = fuzzy(query, offer.english) if offer.english and offer.english != offer.text else None
    if text_match is None or english_match is None:
        return text_match or (english_match and (english_match[0], ()))
    return max(text_match[0], english_match[0]), text_match[1]


def used(recent: Sequence[str], name: str) -> tuple[str, ...]:
    """The recently used names with this one first."""
    return (name, *(other for other in recent if other != name))[:RECENT_LIMIT]
