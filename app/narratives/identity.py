"""Ids of narratives that stay: a narrative is the one that most of its members were in before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from app.domain.narrative_operations import Membership
from app.narratives.operations import new_id


def assigned_ids(keys: Sequence[str], labels: Sequence[int], before: Mapping[str, Membership]) -> dict[str, str]:
    """The narrative's id of every item that is in a group of two or more, or in one that a person laid down.

    `labels` are the groups of the items, any numbers. A group takes the id that most of its members had before; where several groups
    hold members of one old narrative, the one with most of them does, then the one with the smaller key. Places by hand come before
    numbers.
    """
    members: dict[int, list[str]] = defaultdict(list)
    for key, label in zip(keys, labels, strict=True):
        members[label].append(key)
    groups = {label: group_keys for label, group_keys in members.items() if len(group_keys) > 1 or _laid_down(before.get(group_keys[0]))}
    least = {label: min(group_keys) for label, group_keys in groups.items()}
    names = _old_names(groups, least, before)
    used_ids = {placement.narrative for placement in before.values()} | set(names.values())
    for label in sorted(groups.keys() - names.keys(), key=least.__getitem__):
        names[label] = new_id(groups[label], used_ids)
        used_ids.add(names[label])
    return {key: names[label] for label, group_keys in groups.items() for key in group_keys}


def _laid_down(placement: Membership | None) -> bool:
    return placement is not None and placement.by_hand and bool(placement.narrative)


def _old_names(groups: Mapping[int, list[str]], least: Mapping[int, str], before: Mapping[str, Membership]) -> dict[int, str]:
    """By group the id that it takes over; places by hand first, then the larger overlap, then the smaller key (`least`)."""
    no_membership = Membership()
    by_hand: Counter[tuple[str, int]] = Counter()
    shared: Counter[tuple[str, int]] = Counter()
    for label, keys in groups.items():
        for placement in (before.get(key, no_membership) for key in keys):
            if placement.narrative:
                shared[placement.narrative, label] += 1
                by_hand[placement.narrative, label] += placement.by_hand
    order = sorted(shared, key=lambda pair: (-by_hand[pair], -shared[pair], least[pair[1]], pair[0]))
    names: dict[int, str] = {}
    used_names: set[str] = set()
    for name, label in order:
        if name not in used_names and label not in names:
            names[label] = name
            used_names.add(name)
    return names
