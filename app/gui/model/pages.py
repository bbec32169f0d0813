"""The answer to a query, read page by page; subclasses say what their pages show of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

Query = TypeVar("Query")
Item = TypeVar("Item")


class Pages(Generic[Query, Item]):
    """The part of a query's answer read so far: `items`, related counts by item id (`counts`), and the total number of items
    (`total`,
    valid once the first page was read: `known`).
    """

    def __init__(self, query: Query) -> None:
        self.ask(query)

    @property
    def count(self) -> int:
        """Return the number of items read."""
        return len(self.items)

    @property
    def complete(self) -> bool:
        """True when every item of the answer was read."""
        return self.known and len(self.items) >= self.total

    def ask(self, query: Query) -> None:
        """Begin another query."""
        self.query = query
        self.items: list[Item] = []
        self.counts: dict[str, int] = {}
        self.total, self.known = 0, False

    def take(self, items: Iterable[Item], counts: Mapping[str, int], total: int) -> None:
        """Take over the next page; a page without items ends the answer."""
        before = self.count
        self.items += items
        self.counts |= counts
        self.total = total if self.count > before else before
        self.known = True
