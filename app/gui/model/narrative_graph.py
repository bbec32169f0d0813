"""Graph of a narrative: its items with their size and hue, and edges between similar ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.charts.spring import Point, spring
from app.domain.narrative import NarrativeEdge, NarrativeItem
from app.gui.model.language_names import language_name
from app.gui.model.narrative_words import item_words
from app.translation import trn

MOST = 300


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An item; `degree` counts its edges, `hue` is the index of its language in the graph."""

    item: NarrativeItem
    degree: int
    hue: int

    @property
    def words(self) -> str:
        """Return the tool tip."""
        joined = trn("like {count} other", "like {count} others", self.degree)
        return f"{item_words(self.item)}\n{joined}"


@dataclass(frozen=True, slots=True)
class Graph:
    """`edges` are (node, node, likeness) by place; `languages` are codes by hue; `left_out` items are not shown; `places` are None until
    they are known."""

    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[tuple[int, int, float], ...] = ()
    languages: tuple[str, ...] = ()
    left_out: int = 0
    places: tuple[Point, ...] | None = None

    @property
    def words(self) -> str:
        """In short, for screen readers."""
        item_count = trn("{count} item", "{count} items", len(self.nodes))
        joined = trn("{count} likeness", "{count} likenesses", len(self.edges))
        return ", ".join((item_count, joined, *(language_name(code) for code in self.languages)))

    def laid_out(self) -> Iterator[Graph]:
        """The same graph with places, rough at first and better with each step."""
        for positions in spring(len(self.nodes), self.edges):
            yield replace(self, places=tuple(positions))

    def neighbours(self, node: int) -> frozenset[int]:
        """The nodes that one is joined with."""
        return frozenset(second if first == node else first for first, second, _ in self.edges if node in (first, second))


def graph(items: Sequence[NarrativeItem], edges: Sequence[NarrativeEdge]) -> Graph:
    """The graph of a narrative; of a very large one, the items that are joined with most others."""
    degrees = Counter(key for edge in edges for key in (edge.one, edge.other))
    shown_items = sorted(items, key=lambda item: (-degrees[item.key], item.key))[:MOST]
    index_by_key = {item.key: number for number, item in enumerate(shown_items)}
    joined = tuple(
        (index_by_key[edge.one], index_by_key[edge.other], max(0.0, min(1.0, edge.similarity)))
        for edge in edges
        if edge.one in index_by_key and edge.other in index_by_key
    )
    language_counts = Counter(item.language for item in shown_items)
    languages = sorted(language_counts, key=lambda code: (-language_counts[code], code))
    hues = {code: number for number, code in enumerate(languages)}
    nodes = tuple(GraphNode(item, degrees[item.key], hues[item.language]) for item in shown_items)
    return Graph(nodes, joined, tuple(languages), len(items) - len(shown_items))
