"""Debunks and posts as marks in lanes (a lane for each language, publisher or narrative), and clusters of close marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.charts.axis import Span
from app.domain.narrative import ItemKind, NarrativeItem
from app.gui.model.labels import one_line, shortened
from app.gui.model.language_names import language_name
from app.gui.model.narrative_words import badge_of, item_words
from app.gui.model.verdicts import Badge
from app.gui.model.world_names import country_name
from app.translation import mark, number, tr, trc, trn

MOST = 12
_TOLD = 3


class Rows(StrEnum):
    """Property by which items are put into lanes."""

    LANGUAGE = mark("Language")
    PUBLISHER = mark("Publisher")
    COUNTRY = mark("Country")
    NARRATIVE = mark("Narrative")

    @property
    def words(self) -> str:
        """In the reader's language."""
        return tr(self.value)


@dataclass(frozen=True, slots=True)
class Mark:
    """An item at its day (ordinal)."""

    item: NarrativeItem
    at: int

    @property
    def badge(self) -> Badge:
        """Its verdict, or that it is a post."""
        return badge_of(self.item)


@dataclass(frozen=True, slots=True)
class Lane:
    """A name and its marks by day."""

    name: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Lanes:
    """Lanes in the order in which the story reached them; `undated` items are in none."""

    lanes: tuple[Lane, ...]
    undated: int

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks by day, as the arrow keys go through them."""
        return tuple(sorted((mark for lane in self.lanes for mark in lane.marks), key=lambda mark: (mark.at, mark.item.key)))

    @property
    def span(self) -> Span | None:
        """From the first day to the last, with a little room; None without a date."""
        days = [mark.at for lane in self.lanes for mark in lane.marks]
        if not days:
            return None
        room = max(3.0, (max(days) - min(days)) * 0.03)
        return Span(max(1.0, min(days) - room), max(days) + room)

    @property
    def undated_words(self) -> str:
        """Return the number of items without a date in words; "" where all have one."""
        return trn("{count} without a date is not shown", "{count} without a date are not shown", self.undated) if self.undated else ""

    @property
    def words(self) -> str:
        """All of it in words, for screen readers."""
        lane_texts = [
            tr(
                "{name}: {count} from {first} to {last}",
                name=lane.name,
                count=number(len(lane.marks)),
                first=_day(lane, 0),
                last=_day(lane, -1),
            )
            for lane in self.lanes
        ]
        return "; ".join(part for part in (*lane_texts, self.undated_words) if part)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Marks that would overlap, from `left` to `right` in pixels."""

    marks: tuple[Mark, ...]
    left: float
    right: float

    @property
    def middle(self) -> float:
        """Return the middle, in pixels."""
        return (self.left + self.right) / 2

    @property
    def words(self) -> str:
        """Return the tool tip."""
        item_texts = [item_words(mark.item) for mark in self.marks[:_TOLD]]
        remaining_count = len(self.marks) - _TOLD
        return "\n\n".join(
            (*item_texts, trn("and {count} more", "and {count} more", remaining_count)) if remaining_count > 0 else item_texts
        )


def lanes(items: Iterable[NarrativeItem], rows: Rows, narrative_names: Mapping[str, str]) -> Lanes:
    """The largest lanes, the others together in a last one. `narrative_names` are the names of narratives by the keys of their items."""
    name = _naming(rows, narrative_names)
    marks_by_lane: dict[str, list[Mark]] = {}
    undated = 0
    for item in items:
        if item.day is None:
            undated += 1
        else:
            marks_by_lane.setdefault(name(item), []).append(Mark(item, item.day.toordinal()))
    largest = sorted(marks_by_lane, key=lambda lane_name: (-len(marks_by_lane[lane_name]), lane_name))
    named_lanes = largest if len(largest) <= MOST else largest[: MOST - 1]
    all_lanes = [Lane(lane_name, _by_day(marks_by_lane[lane_name])) for lane_name in named_lanes]
    all_lanes.sort(key=lambda lane: (lane.marks[0].at, lane.name))
    other_marks = [mark for lane_name in largest[len(named_lanes) :] for mark in marks_by_lane[lane_name]]
    if other_marks:
        all_lanes.append(Lane(trn("{count} other", "{count} others", len(largest) - len(named_lanes)), _by_day(other_marks)))
    return Lanes(tuple(all_lanes), undated)


def clusters(marks: Sequence[Mark], to_pixels: Callable[[float], float], *, mark_width: float) -> list[Cluster]:
    """Group marks; `to_pixels` maps a day to its position. A mark nearer than `mark_width` pixels to the one before joins its group, up
    to a group's width of three times `mark_width`."""
    groups: list[list[tuple[Mark, float]]] = []
    for lane_mark in marks:
        x = to_pixels(lane_mark.at)
        if groups and x - groups[-1][-1][1] < mark_width and x - groups[-1][0][1] < 3 * mark_width:
            groups[-1].append((lane_mark, x))
        else:
            groups.append([(lane_mark, x)])
    return [Cluster(tuple(member for member, _ in group), group[0][1], group[-1][1]) for group in groups]


def _naming(rows: Rows, narrative_names: Mapping[str, str]) -> Callable[[NarrativeItem], str]:
    if rows is Rows.LANGUAGE:
        return lambda item: language_name(item.language)
    if rows is Rows.COUNTRY:
        return lambda item: country_name(item.country)
    if rows is Rows.NARRATIVE:
        return lambda item: shortened(narrative_names.get(item.key, ""), 40)
    return lambda item: tr("Posts") if item.kind is ItemKind.POST else one_line(item.publisher) or trc("publisher", "Not known")


def _by_day(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    return tuple(sorted(marks, key=lambda mark: (mark.at, mark.item.key)))


def _day(lane: Lane, index: int) -> str:
    day = lane.marks[index].item.day
    return day.isoformat() if day else ""
