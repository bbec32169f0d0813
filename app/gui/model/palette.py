"""What the command palette offers, and which of it a query finds, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.gui.model.fuzzy import fuzzy
from app.translation import tr

RECENT_LIMIT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """`name` stays the same from run to run ("command:open"); `kind` is told beside the text; without `enabled` it can be seen
    but not run. It is also found by its `english` text, since help and habit may name it so."""

    name: str
    text: str
    kind: str
    keys: str = ""
    enabled: bool = True
    english: str = ""

    @property
    def spoken(self) -> str:
        """What a screen reader says of it."""
        parts = (self.text, self.kind, self.keys, "" if self.enabled else tr("not available now"))
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Hit:
    """An offer that was found, and the places in its text of the query's letters."""

    offer: Offer
    places: tuple[int, ...] = ()


def found(offers: Sequence[Offer], query: str, recent: Sequence[str] = ()) -> list[Hit]:
    """The offers that the query finds: the best match first, among equals what was used last, then the order given.

    An empty query finds all, what was used last first.
    """
    age = {name: place for place, name in enumerate(recent)}
    scored = []
    for place, offer in enumerate(offers):
        match = _match(query, offer)
        if match is not None:
            score, places = match
            scored.append((-score, age.get(offer.name, len(age)), place, Hit(offer, places)))
    return [hit for *_, hit in sorted(scored, key=lambda each: each[:3])]


def _match(query: str, offer: Offer) -> tuple[int, tuple[int, ...]] | None:
    """Score and places in the text shown; no places where only the English text has the letters."""
    shown = fuzzy(query, offer.text)
    english = fuzzy(query, offer.english) if offer.english and offer.english != offer.text else None
    if shown is None or english is None:
        return shown or (english and (english[0], ()))
    return max(shown[0], english[0]), shown[1]


def used(recent: Sequence[str], name: str) -> tuple[str, ...]:
    """The recently used names with this one first."""
    return (name, *(other for other in recent if other != name))[:RECENT_LIMIT]
