"""Review operations, undo and edits: after any sequence the state follows from the operations in force."""

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
    """Return the marks that these operations make from nothing, by the simplest means."""
    marks_of: dict[str, dict[Target, Mark]] = {}
    for act in acts:
        for change in act.changes:
            marks_of.setdefault(act.who, {})[change.target] = change.after
    return {
        reviewer: visible
        for reviewer, marks in marks_of.items()
        if (visible := {target: mark for target, mark in marks.items() if mark != UNMARKED})
    }


@given(STEPS)
def test_marks_follow_from_the_operations_in_force(steps: list[tuple[str, str, list[tuple[int, Mark]]]]) -> None:
    marks = Marks()
    history = History(apply=marks.apply)
    for kind, reviewer, changed in steps:
        if kind == "do":
            changes = []
            now: dict[Target, Mark] = {}
            for number, after in changed:
                target = Target(str(number))
                changes.append(MarkChange(target, now.get(target, marks.of(reviewer, target)), after))
                now[target] = after
            act = ReviewOperation(label="x", who=reviewer, at="", changes=tuple(changes))
            history.do(act)
        else:
            _ = history.undo() if kind == "undo" else history.redo()
        assert {reviewer: dict(marks.all_of(reviewer)) for reviewer in marks.reviewers()} == state(history.done)


def document(texts: list[str]) -> Document:
    """Return the sentences, with a line break between two."""
    sentences, start = [], 0
    for index, text in enumerate(texts):
        sentences.append(Sentence(index=index, text=text, start=start, end=start + len(text)))
        start += len(text) + 1
    return Document(title="t", text="\n".join(texts), sentences=tuple(sentences))


TEXTS = st.lists(st.text(alphabet="ab🌉पु ", min_size=1, max_size=4), min_size=1, max_size=7)


@given(TEXTS, TEXTS, st.randoms(use_true_random=False))
def test_an_edit_and_its_inverse_round_trip(old: list[str], new: list[str], random: object) -> None:
    before, after = with_keys(document(old)), document(new)
    moved = [index if index < len(new) else None for index in range(len(old))]
    names = iter(f"new{number}" for number in range(100))
    splice = edit_between(before, after, moved, new_key=lambda: next(names))
    edited = splice.applied(before)
    assert edited.document == after
    assert len(set(edited.keys)) == len(new)
    assert edited.keys[: min(len(old), len(new))] == before.keys[: min(len(old), len(new))]
    assert splice.inverse().applied(edited) == before


@given(TEXTS, st.data())
def test_an_edit_of_one_sentence_holds_only_that_sentence(texts: list[str], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(texts) - 1))
    text = data.draw(st.text(alphabet="xyz", min_size=1, max_size=4))
    before = with_keys(document(texts))
    after = document([*texts[:index], text, *texts[index + 1 :]])
    splice = edit_between(before, after, range(len(texts)), new_key=lambda: "none")
    assert (splice.first, len(splice.before), len(splice.after)) == (index, 1, 1)


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
    result = agreement(first, second)
    assert result.agreed == pytest.approx(sum(first_label == second_label for first_label, second_label in pairs) / len(pairs))
    if result.kappa is None:
        assert len({label for pair in pairs for label in pair}) == 1
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert result.kappa == pytest.approx(cohen_kappa_score(list(first.values()), list(second.values())))


def test_agreement_counts_only_what_both_judged() -> None:
    result = agreement({1: "a", 2: "b", 3: "a"}, {2: "b", 3: "b", 4: "a"})
    assert (result.items, result.agreed, result.disputed) == (2, 0.5, ((3, "a", "b"),))
    assert agreement({1: "a"}, {2: "a"}).kappa is None


@given(st.integers(0, 5))
def test_undo_and_redo_at_the_ends_do_nothing(number: int) -> None:
    history = History([ReviewOperation(label=str(n), who="a", at="") for n in range(number)])
    assume(history.redo() is None)
    for _ in range(number):
        assert history.undo() is not None
    assert history.undo() is None
    assert (history.next_undo, history.position) == (None, 0)
