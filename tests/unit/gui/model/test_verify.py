"""View model of the Verify page: every change can be undone; results of the program are no changes of the user."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.document import Document, Sentence
from app.domain.verification import ClaimForm, EvidenceQuestion, Veracity, Verification
from app.gui.model.claim_checks import checks_of, day_problem
from app.gui.model.verify import VerifyView, moved, to_be_judged, with_claim, without_question
from app.gui.model.verify_start import claim_of_sentence
from tests.fakes.verifications import finished


def view_of(*claims: str) -> VerifyView:
    view = VerifyView()
    for claim in claims:
        view.add((Verification(claim=ClaimForm(text=claim)),), "Begun")
    return view


def test_changes_of_one_field_are_one_change() -> None:
    view = view_of("a")
    for note in ("o", "on", "one"):
        assert view.verification is not None
        view.make(replace(view.verification, own_note=note), "Note", field="note")
    view.make(replace(view.verification, own_label=Veracity.REFUTED), "Verdict")
    view.history.undo()
    assert view.verification is not None and view.verification.own_note == "one" and view.verification.own_label is None
    view.history.undo()
    assert view.verification is not None and view.verification.own_note == ""
    assert view.history.next_undo is not None and view.history.next_undo.label == "Begun"


def test_a_change_without_effect_is_not_recorded() -> None:
    view = view_of("a")
    assert view.verification is not None and view.make(view.verification, "Nothing") is None
    assert view.history.next_undo is not None and view.history.next_undo.label == "Begun"


def test_a_judgement_is_not_undone_automatically() -> None:
    view = view_of("a")
    bare = replace(finished(), judgement=None, own_label=None)
    view.make(bare, "Answers")
    judged = replace(bare, judgement=finished().judgement)
    assert view.settle(view.shown, judged) is not None and view.settle("gone", judged) is None
    view.history.undo()
    assert view.verification == Verification(claim=ClaimForm(text="a"))
    view.history.redo()
    assert view.verification == judged and view.settle(view.shown, judged) is None


def test_claims_of_one_file_are_added_and_undone_together() -> None:
    view = view_of("old")
    change = view.add([Verification(claim=ClaimForm(text=text)) for text in "xyz"], "Read")
    assert len(change.pairs) == 3 and view.verification is not None and view.verification.claim.text == "x"
    view.history.undo()
    assert [summary.claim for summary in view.summaries] == ["old"] and view.shown == ""
    view.history.redo()
    assert view.verification is not None and view.verification.claim.text == "x" and len(view.summaries) == 4


def test_local_changes_win_over_the_disk() -> None:
    view = view_of("a")
    (summary,) = view.summaries
    view.learn([replace(summary, claim="older"), replace(summary, id="other", claim="b", created="2020")])
    assert [listed.claim for listed in view.summaries] == ["a", "b"] and [listed.claim for listed in view.found("B")] == ["b"]


@given(st.lists(st.sampled_from(["note", "delete", "undo", "redo", "add"]), max_size=30))
def test_undoing_everything_leads_back_to_the_beginning(steps: list[str]) -> None:
    view = VerifyView()
    for number, step in enumerate(steps):
        if step == "add":
            view.add((Verification(claim=ClaimForm(text=str(number))),), "Begun")
        elif step == "note" and view.verification is not None:
            view.make(replace(view.verification, own_note=str(number)), "Note")
        elif step == "delete" and view.current is not None:
            view.delete(view.current, "Deleted")
        elif step in ("undo", "redo"):
            getattr(view.history, step)()
    last = {name: filed.verification for name, filed in view.known.items()}
    undone = 0
    while view.history.undo() is not None:
        undone += 1
    assert not view.known and not view.summaries
    for _ in range(undone):
        view.history.redo()
    assert {name: filed.verification for name, filed in view.known.items()} == last


def test_a_changed_claim_is_judged_again_but_a_changed_source_is_not() -> None:
    verification = finished()
    moved_elsewhere = with_claim(verification, replace(verification.claim, location="US"))
    assert moved_elsewhere.judgement == verification.judgement and not to_be_judged(moved_elsewhere)
    reworded = with_claim(verification, replace(verification.claim, text="Another"))
    assert to_be_judged(reworded) and all(answer.stance is None for question in reworded.questions for answer in question.answers)
    redated = with_claim(verification, replace(verification.claim, made=date(2020, 1, 1)))
    assert to_be_judged(redated) and redated.questions == verification.questions


def test_moving_a_question_stops_at_the_ends() -> None:
    verification = replace(finished(), questions=tuple(EvidenceQuestion(text=text) for text in "ab"))
    assert moved(verification, 0, -1) is verification and moved(verification, 1, 1) is verification
    assert [question.text for question in moved(verification, 0, 1).questions] == ["b", "a"]
    assert [question.text for question in without_question(verification, 0).questions] == ["b"]


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("The Grey Island ferry carried 41,200 people in 2025.", ()),
        ("He lost half of them.", (0, 1, 2, 3)),
        ("Helena Drasko said that she would resign in May 2025.", ()),
        ("Port Ellis was flooded yesterday.", (2, 4)),
        ("Port Ellis was flooded on Monday.", (2, 4)),
        ("Port Ellis was flooded on Monday, 3 March 2025.", ()),
        ("The bridge of the town fell in May 2025.", (1,)),
        ("The Marrow Bridge fell in 2025, and two sailors were killed.", (5,)),
        ("The Marrow Bridge fell in 2025, while the ferry was safe.", (5,)),
        ("In 2025 Port Ellis bought ferries, buses, and trams.", ()),
        ("Port Ellis was flooded in 2024. Nobody helped.", (5,)),
        ("the moon is round", (1, 2)),
    ],
)
def test_the_checklist_says_what_a_claim_lacks(text: str, lacking: tuple[int, ...]) -> None:
    checks = checks_of(ClaimForm(text=text))
    assert tuple(index for index, check in enumerate(checks) if not check.fine) == lacking
    assert all(check.advice for check in checks)


def test_the_form_can_supply_what_the_text_lacks() -> None:
    assert checks_of(ClaimForm(text=" ")) == ()
    assert checks_of(ClaimForm(text="the harbour froze", made=date(2020, 1, 1), location="NO"))[1:3] == tuple(
        check for check in checks_of(ClaimForm(text="the harbour froze", made=date(2020, 1, 1), location="NO"))[1:3] if check.fine
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [("", False), ("2020-02-29", False), ("2021-02-29", True), ("1.2.2020", False), ("soon", True), ("2030-01-01", True)],
)
def test_a_day_can_be_typed(text: str, problem: bool) -> None:
    assert bool(day_problem(text, date(2026, 1, 1))) is problem


def test_a_sentence_comes_with_the_two_before_it() -> None:
    lines = [("Ann", "One."), ("Ben", "Two."), ("Ann", "Three."), ("Ann", "Four.")]
    sentences = tuple(Sentence(index=index, text=text, start=0, end=4, speaker=speaker) for index, (speaker, text) in enumerate(lines))
    document = Document(title="20180612 night", text="", sentences=sentences)
    claim = claim_of_sentence(document, 3)
    assert claim.context == ("Ben: Two.", "Three.") and claim.made == date(2018, 6, 12) and claim.speaker == "Ann"
    assert claim_of_sentence(document, 0).context == ()
