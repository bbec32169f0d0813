"""Grouping of any vectors: the order of edges has no effect, groups are coherent, manual groups and ids are stable."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.narrative_operations import Membership
from app.domain.progress import CancelToken, no_progress
from app.narratives.grouping import FREE, Edges, grouped
from app.narratives.identity import assigned_ids

THRESHOLD = 0.6


def stories_graph(seed: int, count: int, stories: int) -> tuple[np.ndarray, Edges]:
    """Return items around the centres of stories, and every pair of them with a cosine of 0.5 or more."""
    chance = np.random.default_rng(seed)
    centres = chance.standard_normal((stories, 8))
    vectors = centres[chance.integers(stories, size=count)] + 0.5 * chance.standard_normal((count, 8))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    alike = vectors @ vectors.T
    firsts, seconds = np.nonzero(np.triu(alike >= 0.5, 1))
    return vectors, Edges(firsts=firsts.astype(np.int32), seconds=seconds.astype(np.int32), similarities=alike[firsts, seconds])


def labels(vectors: np.ndarray, edges: Edges, start: object = None, pinned: tuple[int, ...] = ()) -> np.ndarray:
    begin = np.full(len(vectors), FREE) if start is None else start
    return grouped(vectors, edges, threshold=THRESHOLD, start=begin, pinned=pinned, progress=no_progress, cancel=CancelToken())


def partition(group_labels: np.ndarray, names: object = None) -> set[frozenset[int]]:
    item_names = range(len(group_labels)) if names is None else names
    groups: dict[int, set[int]] = {}
    for name, label in zip(item_names, group_labels.tolist(), strict=True):
        groups.setdefault(label, set()).add(int(name))
    return {frozenset(members) for members in groups.values()}


SETTINGS = settings(max_examples=40, deadline=None)
sizes = {"seed": st.integers(0, 10_000), "count": st.integers(1, 60), "stories": st.integers(1, 12)}


@SETTINGS
@given(**sizes)
def test_the_order_of_edges_and_items_has_no_effect(seed: int, count: int, stories: int) -> None:
    vectors, edges = stories_graph(seed, count, stories)
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
def test_groups_are_coherent_and_maximal(seed: int, count: int, stories: int) -> None:
    vectors, edges = stories_graph(seed, count, stories)
    group_labels = labels(vectors, edges)
    groups = [np.flatnonzero(group_labels == label) for label in np.unique(group_labels)]
    alike = vectors @ vectors.T
    for group in groups:
        sure = alike[np.ix_(group, group)]
        assert len(group) == 1 or (sure.sum() - len(group)) / (len(group) * (len(group) - 1)) >= THRESHOLD - 1e-3
    joined = {
        (int(group_labels[first]), int(group_labels[second]))
        for first, second in zip(edges.firsts, edges.seconds, strict=True)
        if group_labels[first] != group_labels[second]
    }
    for first, second in joined:
        assert alike[np.ix_(group_labels == first, group_labels == second)].mean() < THRESHOLD + 1e-4


@SETTINGS
@given(**sizes, more=st.integers(1, 20))
def test_adding_items_splits_and_renames_no_group(seed: int, count: int, stories: int, more: int) -> None:
    vectors, edges = stories_graph(seed, count + more, stories)
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
        members = [key for key, narrative in names.items() if narrative == name]
        (now,) = {after[key] for key in members}
        previous = {names[key] for key, narrative in after.items() if narrative == now and key in names}
        assert now in previous  # a group that was joined has the id of one that was in it
        if previous == {name}:
            assert now == name


@SETTINGS
@given(**sizes)
def test_manual_groups_are_never_merged_or_split(seed: int, count: int, stories: int) -> None:
    vectors, edges = stories_graph(seed, count, stories)
    start = np.full(count, FREE)
    start[: count // 2] = np.arange(count // 2) % 3
    pinned = tuple(range(min(3, count // 2)))
    group_labels = labels(vectors, edges, start, pinned)
    homes = [set(group_labels[start == number].tolist()) for number in pinned]
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
        members = [key for key, cluster in zip(keys, now, strict=True) if cluster == label]
        if len(members) < 2:
            continue
        name = after[members[0]]
        assert {after[key] for key in members} == {name}
        before_members = [key for key in keys if before[key].narrative == name]
        if before_members:
            assert any(key in members for key in before_members)


def test_a_manual_item_keeps_its_narrative_id_against_a_majority() -> None:
    before = {"a": Membership("n-1"), "b": Membership("n-1"), "c": Membership("n-2", True)}
    assert set(assigned_ids(["a", "b", "c"], [0, 0, 0], before).values()) == {"n-2"}
    assert assigned_ids(["a", "b", "c"], [0, 0, 1], {**before, "c": Membership("", True)}) == {"a": "n-1", "b": "n-1"}


def test_a_chain_of_similar_items_is_no_group() -> None:
    angles = np.radians(np.arange(0, 180, 10))
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    steps = np.arange(len(vectors) - 1, dtype=np.int32)
    edges = Edges(firsts=steps, seconds=steps + 1, similarities=np.full(len(steps), 0.98, np.float32))
    group_labels = grouped(vectors, edges, threshold=0.8, start=[FREE] * len(vectors), progress=no_progress, cancel=CancelToken())
    assert len(set(group_labels.tolist())) > 1
    for label in set(group_labels.tolist()):
        spread = angles[group_labels == label]
        assert spread.max() - spread.min() < np.radians(100)
