"""Ids of narratives that stay: a narrative is the one that most of its members were in before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from app.domain.narrative_operations import Membership
from app.narratives.operations import new_id


def identified(keys: Sequence[str], labels: Sequence[int], before: Mapping[str, Membership]) -> dict[str, str]:
    """The narrative's id of every item that is in a group of two or more, or in one that a person laid down.

    `labels` are the groups of the items, any numbers. A group takes the id that most of its members had before; where several groups
    hold members of one old narrative, the one with most of them does, then the one with the smaller key. Places by hand come before
    numbers.
    """
    members: dict[int, list[str]] = defaultdict(list)
    for key, label in zip(keys, labels, strict=True):
        members[label].append(key)
    kept = {label: found for label, found in members.items() if len(found) > 1 or _laid_down(before.get(found[0]))}
    least = {label: min(found) for label, found in kept.items()}
    names = _old_names(kept, least, before)
    taken = {place.narrative for place in before.values()} | set(names.values())
    for label in sorted(kept.keys() - names.keys(), key=least.__getitem__):
        names[label] = new_id(kept[label], taken)
        taken.add(names[label])
    return {key: names[label] for label, found in kept.items() for key in found}


def _laid_down(place: Membership | None) -> bool:
    return place is not None and place.by_hand and bool(place.narrative)


def _old_names(groups: Mapping[int, list[str]], least: Mapping[int, str], before: Mapping[str, Membership]) -> dict[int, str]:
    """By group the id that it takes over; places by hand first, then the larger overlap, then the smaller key (`least`)."""
    nowhere = Membership()
    by_hand: Counter[tuple[str, int]] = Counter()
    shared: Counter[tuple[str, int]] = Counter()
    for label, keys in groups.items():
        for place in (before.get(key, nowhere) for key in keys):
            if place.narrative:
                shared[place.narrative, label] += 1
                by_hand[place.narrative, label] += place.by_hand
    order = sorted(shared, key=lambda pair: (-by_hand[pair], -shared[pair], least[pair[1]], pair[0]))
    names: dict[int, str] = {}
    used: set[str] = set()
    for name, label in order:
        if name not in used and label not in names:
            names[label] = name
            used.add(name)
    return names
