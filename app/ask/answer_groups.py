"""Wordings of answers in groups: what says the same is one, a slip goes to the right word, a family name to the full one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from app.ask.answer_words import compared
from app.ask.same_answer import initials, is_described, is_family_name, keys_of, slipped

_RARE = 2
"""Posts up to which a wording may be a slip of one that is no more frequent."""


def partition(counts: Mapping[str, int]) -> list[list[str]]:
    """The wordings in groups; frequent wordings come first and draw rarer ones to them."""
    order = sorted(counts, key=lambda form: (-counts[form], form))
    return _grouped_names(_grouped_slips(_grouped_equal(order), counts))


def _grouped_equal(forms: Iterable[str]) -> list[list[str]]:
    """Forms that share one of their keys, directly or through another, in groups."""
    groups: dict[int, list[str]] = {}
    of: dict[Hashable, int] = {}
    for number, form in enumerate(forms):
        keys = keys_of(compared(form))
        homes = sorted({of[key] for key in keys if key in of})
        home = homes[0] if homes else number
        for other in homes[1:]:
            groups[home].extend(groups.pop(other))
            of.update({key: home for key, group in of.items() if group == other})
        groups.setdefault(home, []).append(form)
        of.update(dict.fromkeys(keys, home))
    return list(groups.values())


def _grouped_slips(groups: list[list[str]], counts: Mapping[str, int]) -> list[list[str]]:
    """A rare wording goes to the most frequent one that it may be a slip of; a wording that is common itself is none."""
    total = {group[0]: sum(counts[form] for form in group) for group in groups}
    alike: dict[Hashable, list[list[str]]] = {}
    merged: list[list[str]] = []
    for group in sorted(groups, key=lambda group: (-total[group[0]], group[0])):
        answer, count = compared(group[0]), total[group[0]]
        heads = alike.setdefault(initials(answer), [])
        rare = (head for head in heads if count <= _RARE or count * 3 <= total[head[0]])
        home = next((head for head in rare if slipped(answer, compared(head[0]))), None)
        if home is None:
            heads.append(list(group))
            merged.append(heads[-1])
        else:
            home.extend(group)
    return merged


def _grouped_names(groups: list[list[str]]) -> list[list[str]]:
    """A family name goes to the full name that ends in it, a thing to its closer description, where there is but one."""
    beside: dict[str, set[int]] = {}
    for index, group in enumerate(groups):
        for tokens in (compared(form).tokens or ("",) for form in group):
            for token in (tokens[0], tokens[-1]):
                beside.setdefault(token, set()).add(index)
    homes: dict[int, int] = {}
    for index, group in enumerate(groups):
        tokens = compared(group[0]).tokens or ("",)
        neighbours = (beside.get(tokens[0], set()) | beside.get(tokens[-1], set())) - {index}
        long = [other for other in neighbours if any(_is_part(group[0], name) for name in groups[other])]
        if len(long) == 1:
            homes[index] = long[0]
    merged = {index: list(group) for index, group in enumerate(groups) if index not in homes}
    for index in sorted(homes):
        home = homes[index]
        while home in homes:
            home = homes[home]
        merged[home].extend(groups[index])
    return list(merged.values())


def _is_part(short: str, long: str) -> bool:
    shorter, longer = compared(short), compared(long)
    return is_family_name(shorter, longer) or is_described(shorter, longer)
