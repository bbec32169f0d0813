"""The words of Ask on any text: nothing raises, the same comes out whatever the order, and what was made stays as it is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ask.aliases import mentions, named, words_of
from app.ask.answers import AnswerGroup, FoundAnswer, merged, same
from app.ask.claim import claim_of, unanswered
from app.ask.expansion import MOST, expanded
from app.ask.lexicon import core
from app.ask.other_languages import language
from app.ask.question import question_type
from app.ask.statement import bare, stated, statement
from app.domain.ask import QuestionType

WORDS = st.sampled_from(
    """what who which where when why how many is are was do does did can will should not n't the a of in to from for and or garlic
    cure cures cured vaccines Trump the USA WHO 5G 2019 12 % who that said , ? " “ qué es la vacuna ist die Impfung est-ce que o que 🙂 isn't
    being been most safe safer quickly Bill Gates York New lab Wuhan 3 million""".split(" ")
)
SENTENCES = st.lists(WORDS, max_size=14).map(" ".join)
TEXTS = st.one_of(st.text(max_size=80), SENTENCES)
FOUND = st.lists(
    st.builds(FoundAnswer, row=st.integers(0, 6), said=TEXTS, probability=st.floats(0, 1), rank=st.integers(0, 200)), max_size=8
)


@given(TEXTS)
def test_a_statement_is_one_line_and_its_words_are_the_question_s(question: str) -> None:
    made = stated(question)
    assert made == stated(question)
    assert "\n" not in made.text
    assert not made.text.endswith("?")
    assert not made.text[:1].isspace()
    assert bool(made.text) or not made.sure


@given(SENTENCES)
def test_a_negation_neither_comes_nor_goes(question: str) -> None:
    asked = [core(word) for word in bare(question).split()]
    said = [core(word) for word in statement(question).split()]
    assert said.count("not") == asked.count("not")


@given(SENTENCES)
def test_figures_and_names_stay(question: str) -> None:
    said = statement(question)
    assert all(word in said for word in ("2019", "12", "5G", "USA") if word in bare(question).split())


@given(TEXTS, TEXTS)
def test_a_claim_holds_its_answer(question: str, answer: str) -> None:
    claim = claim_of(question, answer)
    assert "\n" not in claim
    assert claim == claim_of(question, answer)


@given(SENTENCES)
def test_a_name_for_an_answer_is_in_the_claim(rest: str) -> None:
    assert "Zorbelia" in claim_of(f"What {rest}", "Zorbelia") or not claim_of(f"What {rest}", "Zorbelia").strip() or _is_yes_no(rest)


def _is_yes_no(rest: str) -> bool:
    return question_type(f"What {rest}") is QuestionType.YES_NO


@given(TEXTS, st.sampled_from(QuestionType))
def test_wordings_are_few_and_differ(question: str, kind: QuestionType) -> None:
    found = expanded(question, kind)
    assert len(found) <= MOST
    assert len({one.text.casefold() for one in found}) == len(found)
    assert all(one.text.strip() and 0 < one.weight <= 1 for one in found)
    assert found == expanded(question, kind)


@given(TEXTS)
def test_names_lie_in_the_text_one_after_the_other(text: str) -> None:
    end = 0
    for mention in mentions(text):
        assert end <= mention.start < mention.end <= len(text)
        end = mention.end
        assert words_of(text[mention.start : mention.end])
    assert named(text) is None or words_of(text)


@given(FOUND, TEXTS, st.randoms(use_true_random=False))
def test_the_order_of_what_was_found_makes_no_difference(found: list[FoundAnswer], question: str, chance: random.Random) -> None:
    shuffled = list(found)
    chance.shuffle(shuffled)
    assert merged(found, question) == merged(shuffled, question)


@given(FOUND, TEXTS)
def test_every_post_is_in_one_group_at_most(found: list[FoundAnswer], question: str) -> None:
    groups = merged(found, question)
    rows = [one.row for group in groups for one in group.members]
    assert len(rows) == len(set(rows))
    assert all(0 <= group.score < 1 and group.name and _counts(group) == len(group.members) for group in groups)
    assert [group.score for group in groups] == sorted((group.score for group in groups), reverse=True)


def _counts(group: AnswerGroup) -> int:
    return sum(count for _, count in group.forms)


@given(FOUND, TEXTS)
def test_merging_what_was_merged_changes_nothing(found: list[FoundAnswer], question: str) -> None:
    groups = merged(found, question)
    again = merged([one for group in groups for one in group.members], question)
    assert again == groups


@given(TEXTS, TEXTS)
def test_sameness_goes_both_ways(one: str, other: str) -> None:
    assert same(one, other) == same(other, one)
    assert same(one, one)


@pytest.mark.parametrize(
    "text", ["Is " + "ab " * 3_400, "What " * 2_000, "x" * 10_000, "é\u0301🙂\u200b" * 2_500, "\ud800" * 50, "Who said \x00?"]
)
def test_long_and_strange_texts(text: str) -> None:
    assert isinstance(statement(text), str)
    assert isinstance(claim_of(text, text), str)
    assert isinstance(unanswered(text), str)
    assert language(text) in {"en", "es", "de", "fr", "pt"}
    assert len(expanded(text, QuestionType.ENTITY)) <= MOST
    assert len(merged([FoundAnswer(row=1, text=text, probability=1.0, rank=0)], text)) <= 1
