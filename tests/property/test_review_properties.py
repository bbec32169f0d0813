"""Acts, undo and edits: whatever was done and taken back, the state is what the acts that hold make of it."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from app.domain.agreement import agreement
from app.domain.document import Document, Sentence
from app.domain.history import History
from app.domain.keyed_document import DocumentEdit, KeyedDocument, edit_between, with_keys
from app.domain.review import UNMARKED, Decision, Mark, MarkChange, Marks, ReviewOperation, Target
from app.domain.verdict import Verdict
from app.errors import InputError

MARKS = st.builds(
    Mark,
    decision=st.none() | st.sampled_from(Decision),
    flagged=st.booleans(),
    note=st.text(max_size=3),
    tags=st.lists(st.text(max_size=2), max_size=2).map(tuple),
    verdict=st.none() | st.sampled_from(Verdict),
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("do"), st.sampled_from(["anna", "ben"]), st.lists(st.tuples(st.integers(0, 3), MARKS), min_size=1, max_size=3)),
        st.tuples(st.sampled_from(["undo", "redo"]), st.just(""), st.just([])),
    ),
    max_size=30,
)


def state(acts: list[ReviewOperation]) -> dict[str, dict[Target, Mark]]:
    """What the acts make of nothing, by the simplest means."""
    found: dict[str, dict[Target, Mark]] = {}
    for act in acts:
        for change in act.changes:
            found.setdefault(act.who, {})[change.target] = change.after
    return {who: kept for who, marks in found.items() if (kept := {target: mark for target, mark in marks.items() if mark != UNMARKED})}


@given(STEPS)
def test_marks_are_what_the_acts_that_hold_make(steps: list[tuple[str, str, list[tuple[int, Mark]]]]) -> None:
    marks = Marks()
    history = History(apply=marks.apply)
    for kind, who, wanted in steps:
        if kind == "do":
            changes = []
            now: dict[Target, Mark] = {}
            for number, after in wanted:
                target = Target(str(number))
                changes.append(MarkChange(target, now.get(target, marks.of(who, target)), after))
                now[target] = after
            act = ReviewOperation(label="x", who=who, at="", changes=tuple(changes))
            history.do(act)
        else:
            _ = history.undo() if kind == "undo" else history.redo()
        assert {who: dict(marks.all_of(who)) for who in marks.reviewers()} == state(history.done)


def document(texts: list[str]) -> Document:
    """Sentences with a line break between two."""
    sentences, start = [], 0
    for index, text in enumerate(texts):
        sentences.append(Sentence(index=index, text=text, start=start, end=start + len(text)))
        start += len(text) + 1
    return Document(title="t", text="\n".join(texts), sentences=tuple(sentences))


TEXTS = st.lists(st.text(alphabet="ab🌉पु ", min_size=1, max_size=4), min_size=1, max_size=7)


@given(TEXTS, TEXTS, st.randoms(use_true_random=False))
def test_an_edit_leads_there_and_back(old: list[str], new: list[str], random: object) -> None:
    before, after = with_keys(document(old)), document(new)
    moved = [index if index < len(new) else None for index in range(len(old))]
    names = iter(f"new{number}" for number in range(100))
    splice = edit_between(before, after, moved, new_key=lambda: next(names))
    there = splice.applied(before)
    assert there.document == after
    assert len(set(there.keys)) == len(new)
    assert there.keys[: min(len(old), len(new))] == before.keys[: min(len(old), len(new))]
    assert splice.inverse().applied(there) == before


@given(TEXTS, st.data())
def test_an_edit_of_one_sentence_holds_only_that_sentence(texts: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(texts) - 1))
    text = data.draw(st.text(alphabet="xyz", min_size=1, max_size=4))
    before = with_keys(document(texts))
    after = document([*texts[:place], text, *texts[place + 1 :]])
    splice = edit_between(before, after, range(len(texts)), new_key=lambda: "none")
    assert (splice.first, len(splice.before), len(splice.after)) == (place, 1, 1)


def test_an_edit_of_another_document_is_refused() -> None:
    before = with_keys(document(["a", "b"]))
    splice = edit_between(before, document(["ab"]), [0, 0], new_key=lambda: "none")
    assert isinstance(splice, DocumentEdit)
    with pytest.raises(InputError, match="does not fit"):
        splice.applied(with_keys(document(["x", "y"])))
    with pytest.raises(InputError, match="does not fit"):
        splice.applied(KeyedDocument(before.document, ("7", "8")))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=40))
def test_kappa_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    first, second = ({number: pair[side] for number, pair in enumerate(pairs)} for side in (0, 1))
    found = agreement(first, second)
    assert found.agreed == pytest.approx(sum(one == other for one, other in pairs) / len(pairs))
    if found.kappa is None:
        assert len({label for pair in pairs for label in pair}) == 1
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert found.kappa == pytest.approx(cohen_kappa_score(list(first.values()), list(second.values())))


def test_agreement_counts_only_what_both_judged() -> None:
    found = agreement({1: "a", 2: "b", 3: "a"}, {2: "b", 3: "b", 4: "a"})
    assert (found.items, found.agreed, found.disputed) == (2, 0.5, ((3, "a", "b"),))
    assert agreement({1: "a"}, {2: "a"}).kappa is None


@given(st.integers(0, 5))
def test_the_ends_of_a_history_are_quiet(number: int) -> None:
    history = History([ReviewOperation(label=str(n), who="a", at="") for n in range(number)])
    assume(history.redo() is None)
    for _ in range(number):
        assert history.undo() is not None
    assert history.undo() is None
    assert (history.next_undo, history.position) == (None, 0)
