"""Grouping, whatever the vectors: the order of edges means nothing, groups hold together, what a person laid down stays; ids stay."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.narrative_operations import Membership
from app.domain.progress import CancelToken, no_progress
from app.narratives.grouping import FREE, Edges, grouped
from app.narratives.identity import assigned_ids

THRESHOLD = 0.6


def made(seed: int, count: int, stories: int) -> tuple[np.ndarray, Edges]:
    """Items around the centres of stories, and every pair of them with a cosine of a half at least."""
    chance = np.random.default_rng(seed)
    centres = chance.standard_normal((stories, 8))
    vectors = centres[chance.integers(stories, size=count)] + 0.5 * chance.standard_normal((count, 8))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    alike = vectors @ vectors.T
    ones, others = np.nonzero(np.triu(alike >= 0.5, 1))
    return vectors, Edges(firsts=ones.astype(np.int32), seconds=others.astype(np.int32), similarities=alike[ones, others])


def labels(vectors: np.ndarray, edges: Edges, start: object = None, pinned: tuple[int, ...] = ()) -> np.ndarray:
    begin = np.full(len(vectors), FREE) if start is None else start
    return grouped(vectors, edges, threshold=THRESHOLD, start=begin, pinned=pinned, progress=no_progress, cancel=CancelToken())


def partition(found: np.ndarray, names: object = None) -> set[frozenset[int]]:
    places = range(len(found)) if names is None else names
    groups: dict[int, set[int]] = {}
    for name, label in zip(places, found.tolist(), strict=True):
        groups.setdefault(label, set()).add(int(name))
    return {frozenset(each) for each in groups.values()}


SETTINGS = settings(max_examples=40, deadline=None)
sizes = {"seed": st.integers(0, 10_000), "count": st.integers(1, 60), "stories": st.integers(1, 12)}


@SETTINGS
@given(**sizes)
def test_the_order_of_edges_and_of_items_means_nothing(seed: int, count: int, stories: int) -> None:
    vectors, edges = made(seed, count, stories)
    chance = np.random.default_rng(seed + 1)
    shuffled = chance.permutation(len(edges))
    turned = Edges(firsts=edges.seconds[shuffled], seconds=edges.firsts[shuffled], similarities=edges.similarities[shuffled])
    expected = partition(labels(vectors, edges))
    assert partition(labels(vectors, turned)) == expected
    order = chance.permutation(count)
    back = np.argsort(order).astype(np.int32)
    moved = Edges(firsts=back[edges.firsts], seconds=back[edges.seconds], similarities=edges.similarities)
    assert partition(labels(vectors[order], moved), order) == expected


@SETTINGS
@given(**sizes)
def test_a_group_holds_together_and_no_two_that_could_be_joined_are_left(seed: int, count: int, stories: int) -> None:
    vectors, edges = made(seed, count, stories)
    found = labels(vectors, edges)
    groups = [np.flatnonzero(found == label) for label in np.unique(found)]
    alike = vectors @ vectors.T
    for group in groups:
        sure = alike[np.ix_(group, group)]
        assert len(group) == 1 or (sure.sum() - len(group)) / (len(group) * (len(group) - 1)) >= THRESHOLD - 1e-3
    joined = {
        (int(found[one]), int(found[other])) for one, other in zip(edges.firsts, edges.seconds, strict=True) if found[one] != found[other]
    }
    for one, other in joined:
        assert alike[np.ix_(found == one, found == other)].mean() < THRESHOLD + 1e-4


@SETTINGS
@given(**sizes, more=st.integers(1, 20))
def test_adding_items_takes_no_group_apart_and_renames_none(seed: int, count: int, stories: int, more: int) -> None:
    vectors, edges = made(seed, count + more, stories)
    inside = (edges.firsts < count) & (edges.seconds < count)
    old = Edges(firsts=edges.firsts[inside], seconds=edges.seconds[inside], similarities=edges.similarities[inside])
    keys = [f"k{number:03d}" for number in range(count + more)]
    first = labels(vectors[:count], old)
    names = assigned_ids(keys[:count], first.tolist(), {})
    start = np.full(count + more, FREE)
    start[:count] = first
    second = labels(vectors, edges, start)
    assert all(len(set(second[: len(first)][first == label].tolist())) == 1 for label in np.unique(first))
    after = assigned_ids(keys, second.tolist(), {key: Membership(name) for key, name in names.items()})
    for name in set(names.values()):
        members = [key for key, own in names.items() if own == name]
        (now,) = {after[key] for key in members}
        others = {names[key] for key, own in after.items() if own == now and key in names}
        assert now in others  # a group that was joined has the id of one that was in it
        if others == {name}:
            assert now == name


@SETTINGS
@given(**sizes)
def test_what_a_person_laid_down_is_never_joined_nor_taken_apart(seed: int, count: int, stories: int) -> None:
    vectors, edges = made(seed, count, stories)
    start = np.full(count, FREE)
    start[: count // 2] = np.arange(count // 2) % 3
    pinned = tuple(range(min(3, count // 2)))
    found = labels(vectors, edges, start, pinned)
    homes = [set(found[start == number].tolist()) for number in pinned]
    assert all(len(home) == 1 for home in homes)
    assert len(set().union(*homes)) == len(homes) if homes else True


@SETTINGS
@given(seed=st.integers(0, 1000), count=st.integers(2, 30))
def test_an_id_goes_with_most_of_its_members(seed: int, count: int) -> None:
    chance = np.random.default_rng(seed)
    keys = [f"k{number:02d}" for number in range(count)]
    before = {key: Membership(f"n-{chance.integers(4)}") for key in keys}
    now = chance.integers(4, size=count).tolist()
    after = assigned_ids(keys, now, before)
    assert len(set(after.values())) == len({label for label in now if now.count(label) > 1})
    for label in set(now):
        members = [key for key, own in zip(keys, now, strict=True) if own == label]
        if len(members) < 2:
            continue
        name = after[members[0]]
        assert {after[key] for key in members} == {name}
        whole = [key for key in keys if before[key].narrative == name]
        if whole:
            assert any(key in members for key in whole)


def test_a_place_by_hand_keeps_its_id_against_a_majority() -> None:
    before = {"a": Membership("n-1"), "b": Membership("n-1"), "c": Membership("n-2", True)}
    assert set(assigned_ids(["a", "b", "c"], [0, 0, 0], before).values()) == {"n-2"}
    assert assigned_ids(["a", "b", "c"], [0, 0, 1], {**before, "c": Membership("", True)}) == {"a": "n-1", "b": "n-1"}


def test_a_chain_of_look_alikes_is_no_group() -> None:
    angles = np.radians(np.arange(0, 180, 10))
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    steps = np.arange(len(vectors) - 1, dtype=np.int32)
    edges = Edges(firsts=steps, seconds=steps + 1, similarities=np.full(len(steps), 0.98, np.float32))
    found = grouped(vectors, edges, threshold=0.8, start=[FREE] * len(vectors), progress=no_progress, cancel=CancelToken())
    assert len(set(found.tolist())) > 1
    for label in set(found.tolist()):
        spread = angles[found == label]
        assert spread.max() - spread.min() < np.radians(100)
