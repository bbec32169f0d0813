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
    group_of: dict[Hashable, int] = {}
    for number, form in enumerate(forms):
        keys = keys_of(compared(form))
        matching_groups = sorted({group_of[key] for key in keys if key in group_of})
        target = matching_groups[0] if matching_groups else number
        for merged_number in matching_groups[1:]:
            groups[target].extend(groups.pop(merged_number))
            group_of.update({key: target for key, group in group_of.items() if group == merged_number})
        groups.setdefault(target, []).append(form)
        group_of.update(dict.fromkeys(keys, target))
    return list(groups.values())


def _grouped_slips(groups: list[list[str]], counts: Mapping[str, int]) -> list[list[str]]:
    """A rare wording goes to the most frequent one that it may be a slip of; a wording that is common itself is none."""
    total = {group[0]: sum(counts[form] for form in group) for group in groups}
    by_initials: dict[Hashable, list[list[str]]] = {}
    merged: list[list[str]] = []
    for group in sorted(groups, key=lambda group: (-total[group[0]], group[0])):
        answer, count = compared(group[0]), total[group[0]]
        heads = by_initials.setdefault(initials(answer), [])
        rare = (head for head in heads if count <= _RARE or count * 3 <= total[head[0]])
        match = next((head for head in rare if slipped(answer, compared(head[0]))), None)
        if match is None:
            heads.append(list(group))
            merged.append(heads[-1])
        else:
            match.extend(group)
    return merged


def _grouped_names(groups: list[list[str]]) -> list[list[str]]:
    """A family name goes to the full name that ends in it, a thing to its closer description, where there is but one."""
    by_end_token: dict[str, set[int]] = {}
    for index, group in enumerate(groups):
        for tokens in (compared(form).tokens or ("",) for form in group):
            for token in (tokens[0], tokens[-1]):
                by_end_token.setdefault(token, set()).add(index)
    target_of: dict[int, int] = {}
    for index, group in enumerate(groups):
        tokens = compared(group[0]).tokens or ("",)
        neighbours = (by_end_token.get(tokens[0], set()) | by_end_token.get(tokens[-1], set())) - {index}
        longer_groups = [other for other in neighbours if any(_is_part(group[0], name) for name in groups[other])]
        if len(longer_groups) == 1:
            target_of[index] = longer_groups[0]
    merged = {index: list(group) for index, group in enumerate(groups) if index not in target_of}
    for index in sorted(target_of):
        target = target_of[index]
        while target in target_of:
            target = target_of[target]
        merged[target].extend(groups[index])
    return list(merged.values())


def _is_part(short: str, full: str) -> bool:
    short_answer, full_answer = compared(short), compared(full)
    return is_family_name(short_answer, full_answer) or is_described(short_answer, full_answer)
