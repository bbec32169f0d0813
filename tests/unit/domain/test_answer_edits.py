"""Edits of answers: columns, names, claims and order; refused edits; any series of edits can be applied again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.answer_edits import AnswerEdit, EditKind, Side, StancePair, applied, apply, question_key, side_of, stance_pairs
from app.domain.ask import Answer, Answered, Opinion, QuestionType
from app.domain.post import Post
from app.domain.ranked import RunRecord
from app.errors import InputError


def opinion(name: str, score: float, *, wording: str = "", same_as: tuple[str, ...] = (), refutes: bool = False) -> Opinion:
    stance = (0.1, 0.8, 0.1) if refutes else (0.8, 0.1, 0.1)
    return Opinion(post=Post(id=name, text=f"text of {name}"), score=score, relevance=score, stance=stance, said=wording, same_as=same_as)


def answered() -> Answered:
    """Return two answers; post c is in both, on different sides."""
    usa = Answer(
        name="the USA",
        claim="The USA won the race",
        contested=0.6,
        supporting=(opinion("a", 0.9, wording="the USA"), opinion("b", 0.7, wording="America"), opinion("c", 0.2, wording="america")),
        refuting=(opinion("d", 0.8, refutes=True),),
        forms=(("the USA", 3), ("America", 2)),
    )
    moon = Answer(
        name="Nobody",
        claim="Nobody won the race",
        contested=0.8,
        supporting=(opinion("e", 0.5),),
        refuting=(opinion("c", 0.4, refutes=True),),
        forms=(("Nobody", 1),),
    )
    run = RunRecord(program="test", created="2026-01-01")
    return Answered(question="Who won?", kind=QuestionType.ENTITY, answers=(moon, usa), run=run)


def ids(opinions: tuple[Opinion, ...]) -> list[str]:
    return [entry.post.id for entry in opinions]


def edit(kind: EditKind, answer: str, other: str = "", *, post: str = "", side: Side = Side.NEITHER) -> AnswerEdit:
    return AnswerEdit(kind=kind, answer=answer, other=other, post=post, side=side, claim="a claim", text=f"text of {post}")


def test_merged_answers_have_every_post_once_on_the_side_where_it_scores_higher() -> None:
    merged = apply(answered(), edit(EditKind.MERGE, "Nobody", "the usa "))
    (only,) = merged.answers
    assert only.name == "the USA" and only.contested == 0.8
    assert ids(only.supporting) == ["a", "b", "e"] and ids(only.refuting) == ["d", "c"]
    assert only.forms == (("the USA", 3), ("America", 2), ("Nobody", 1))


def test_a_users_side_overrides_the_score() -> None:
    corrected = apply(answered(), edit(EditKind.SIDE, "the USA", post="c", side=Side.SUPPORTS))
    (only,) = apply(corrected, edit(EditKind.MERGE, "Nobody", "the USA")).answers
    assert "c" in ids(only.supporting) and "c" not in ids(only.refuting)


def test_a_split_wording_takes_its_posts_and_claim() -> None:
    apart = apply(answered(), edit(EditKind.APART, "the USA", "america"))
    answers = {answer.name: answer for answer in apart.answers}
    assert ids(answers["America"].supporting) == ["b", "c"] and answers["America"].claim == "America won the race"
    assert ids(answers["the USA"].supporting) == ["a"] and ids(answers["the USA"].refuting) == ["d"]
    assert answers["America"].contested == 0.0 and answers["the USA"].contested == 0.6 and answers["the USA"].forms == (("the USA", 3),)
    named = apply(answered(), edit(EditKind.APART, "the USA", "the USA"))
    assert {answer.name for answer in named.answers} == {"Nobody", "America", "the USA"}


def test_a_new_name_replaces_the_old_one_in_the_claim() -> None:
    renamed = apply(answered(), edit(EditKind.RENAME, "the USA", "  the United   States "))
    answer = renamed.answers[1]
    assert (answer.name, answer.claim) == ("the United States", "the United States won the race")
    assert apply(renamed, edit(EditKind.RENAME, "Nobody", "None")).answers[0].claim == "None won the race"


@pytest.mark.parametrize(
    ("side", "supporting", "refuting", "contested"),
    [
        (Side.REFUTES, ["b", "c"], ["a", "d"], 0.6),
        (Side.NEITHER, ["b", "c"], ["d"], 0.6),
        (Side.SUPPORTS, ["a", "b", "c"], ["d"], 0.6),
    ],
)
def test_a_corrected_post_is_sorted_by_its_score(side: Side, supporting: list[str], refuting: list[str], contested: float) -> None:
    answer = apply(answered(), edit(EditKind.SIDE, "the USA", post="a", side=side)).answers[1]
    assert (ids(answer.supporting), ids(answer.refuting), answer.contested) == (supporting, refuting, contested)
    assert side_of(answer, "a") is side
    moved = [entry for entry in (*answer.supporting, *answer.refuting) if entry.post.id == "a"]
    assert all(entry.corrected and max(entry.stance) == 1.0 for entry in moved)


def test_an_answer_with_one_side_left_is_not_contested_and_comes_last() -> None:
    changed = apply(answered(), edit(EditKind.SIDE, "Nobody", post="c", side=Side.NEITHER))
    assert [answer.name for answer in changed.answers] == ["the USA", "Nobody"] and changed.answers[1].contested == 0.0
    back = apply(changed, edit(EditKind.SIDE, "Nobody", post="e", side=Side.REFUTES))
    assert back.answers[1].contested == 0.0 and not back.answers[1].supporting


@pytest.mark.parametrize(("side", "column"), [(Side.SUPPORTS, 0), (Side.REFUTES, 1)])
def test_a_users_side_holds_if_the_post_has_none_now(side: Side, column: int) -> None:
    assessment = replace(answered(), retrieved=("a", "z"))
    (usa,) = (
        answer for answer in applied(assessment, [edit(EditKind.SIDE, "the USA", post="z", side=side)]).answers if answer.name == "the USA"
    )
    opinions = (usa.supporting, usa.refuting)[column]
    assert [(entry.post.text, entry.corrected) for entry in opinions if entry.post.id == "z"] == [("text of z", True)]
    assert "z" not in ids((usa.refuting, usa.supporting)[column])
    again = applied(assessment, [edit(EditKind.SIDE, "the USA", post="z", side=side), edit(EditKind.SIDE, "the USA", post="z")])
    assert again.answers == assessment.answers


def test_a_users_side_adds_no_post_that_was_not_retrieved() -> None:
    assert applied(answered(), [edit(EditKind.SIDE, "the USA", post="z", side=Side.SUPPORTS)]) == answered()


def test_an_edit_can_name_a_post_by_its_copy() -> None:
    copied = answered()
    answer = Answer(name="x", claim="x", contested=0.0, supporting=(opinion("head", 1.0, same_as=("copy",)),))
    edited = apply(Answered(question="q", kind=copied.kind, answers=(answer,), run=copied.run), edit(EditKind.SIDE, "x", post="copy"))
    assert not edited.answers[0].supporting


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (edit(EditKind.MERGE, "Mars", "Nobody"), "answer-unknown"),
        (edit(EditKind.MERGE, "Nobody", "Nobody"), "answer-same"),
        (edit(EditKind.RENAME, "Nobody", " \n"), "answer-empty"),
        (edit(EditKind.RENAME, "Nobody", "THE  usa"), "answer-taken"),
        (edit(EditKind.APART, "the USA", "Canada"), "form-unknown"),
        (edit(EditKind.APART, "Nobody", "Nobody"), "form-only"),
        (edit(EditKind.SIDE, "Nobody", post="a"), "post-unknown"),
    ],
)
def test_impossible_edits_are_refused_and_skipped_on_replay(wrong: AnswerEdit, code: str) -> None:
    with pytest.raises(InputError) as caught:
        apply(answered(), wrong)
    assert caught.value.code == code and caught.value.hint
    assert applied(answered(), [wrong]) == answered()


def test_an_answer_is_found_by_an_earlier_wording() -> None:
    assert apply(answered(), edit(EditKind.RENAME, "AMERICA", "the States")).answers[1].name == "the States"


def test_training_pairs_use_the_last_edit() -> None:
    edits = [
        AnswerEdit(kind=EditKind.SIDE, answer="x", post="p", side=side, claim="the claim", text="the post")
        for side in (Side.SUPPORTS, Side.REFUTES)
    ]
    other = AnswerEdit(kind=EditKind.SIDE, answer="x", post="q", side=Side.NEITHER, claim="the claim", text="other")
    empty = AnswerEdit(kind=EditKind.SIDE, answer="x", post="r", side=Side.NEITHER, claim=" ", text="other")
    pairs = stance_pairs([*edits, other, empty, edit(EditKind.RENAME, "x", "y")])
    assert pairs == (StancePair("the post", "the claim", "refute"), StancePair("other", "the claim", "neutral"))


def test_questions_are_the_same_whatever_their_case_and_marks() -> None:
    assert question_key(" ¿Who  WON? ") == question_key("who won") and question_key("who won") != question_key("who lost")


EDITS = st.builds(
    AnswerEdit,
    kind=st.sampled_from(EditKind),
    answer=st.sampled_from(["the USA", "Nobody", "America", "Mars"]),
    other=st.sampled_from(["the USA", "Nobody", "America", "", "Mars"]),
    post=st.sampled_from(["a", "b", "c", "d", "e", "z"]),
    side=st.sampled_from(Side),
)


def test_a_split_must_not_duplicate_an_answers_name() -> None:
    renamed = apply(answered(), edit(EditKind.RENAME, "Nobody", "America"))
    for form in ("the USA", "America"):  # what is left, or what is taken out, would be called America
        with pytest.raises(InputError) as refused:
            apply(renamed, edit(EditKind.APART, "the USA", form))
        assert refused.value.code == "answer-taken"


@given(st.lists(EDITS, max_size=8))
def test_no_series_of_edits_loses_or_doubles_a_post(edits: list[AnswerEdit]) -> None:
    edited = applied(answered(), edits)
    assert applied(answered(), edits) == edited
    names = [answer.name.casefold() for answer in edited.answers]
    assert len(names) == len(set(names)) and list(edited.answers) == sorted(edited.answers, key=lambda answer: -answer.contested)
    for answer in edited.answers:
        both = [*ids(answer.supporting), *ids(answer.refuting)]
        assert len(both) == len(set(both)) and 0 <= answer.contested <= 1
    dropped = {answer_edit.post for answer_edit in edits if answer_edit.kind is EditKind.SIDE and answer_edit.side is Side.NEITHER}
    remaining = {name for answer in edited.answers for name in (*ids(answer.supporting), *ids(answer.refuting))}
    assert {"a", "b", "c", "d", "e"} - dropped <= remaining
