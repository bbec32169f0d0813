"""Text rules of Ask on any text: nothing raises, order has no effect, and results are stable."""

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
    st.builds(FoundAnswer, row=st.integers(0, 6), text=TEXTS, probability=st.floats(0, 1), rank=st.integers(0, 200)), max_size=8
)


@given(TEXTS)
def test_a_statement_is_one_line_and_its_words_are_the_question_s(question: str) -> None:
    result = stated(question)
    assert result == stated(question)
    assert "\n" not in result.text
    assert not result.text.endswith("?")
    assert not result.text[:1].isspace()
    assert bool(result.text) or not result.sure


@given(SENTENCES)
def test_negations_are_neither_added_nor_lost(question: str) -> None:
    question_words = [core(word) for word in bare(question).split()]
    statement_words = [core(word) for word in statement(question).split()]
    assert statement_words.count("not") == question_words.count("not")


@given(SENTENCES)
def test_figures_and_names_stay(question: str) -> None:
    text = statement(question)
    assert all(word in text for word in ("2019", "12", "5G", "USA") if word in bare(question).split())


@given(TEXTS, TEXTS)
def test_a_claim_holds_its_answer(question: str, answer: str) -> None:
    claim = claim_of(question, answer)
    assert "\n" not in claim
    assert claim == claim_of(question, answer)


@given(SENTENCES)
def test_a_name_for_an_answer_is_in_the_claim(ending: str) -> None:
    assert "Zorbelia" in claim_of(f"What {ending}", "Zorbelia") or not claim_of(f"What {ending}", "Zorbelia").strip() or _is_yes_no(ending)


def _is_yes_no(ending: str) -> bool:
    return question_type(f"What {ending}") is QuestionType.YES_NO


@given(TEXTS, st.sampled_from(QuestionType))
def test_wordings_are_few_and_differ(question: str, kind: QuestionType) -> None:
    wordings = expanded(question, kind)
    assert len(wordings) <= MOST
    assert len({wording.text.casefold() for wording in wordings}) == len(wordings)
    assert all(wording.text.strip() and 0 < wording.weight <= 1 for wording in wordings)
    assert wordings == expanded(question, kind)


@given(TEXTS)
def test_names_lie_in_the_text_one_after_the_other(text: str) -> None:
    end = 0
    for mention in mentions(text):
        assert end <= mention.start < mention.end <= len(text)
        end = mention.end
        assert words_of(text[mention.start : mention.end])
    assert named(text) is None or words_of(text)


@given(FOUND, TEXTS, st.randoms(use_true_random=False))
def test_the_order_of_what_was_found_makes_no_difference(answers: list[FoundAnswer], question: str, chance: random.Random) -> None:
    shuffled = list(answers)
    chance.shuffle(shuffled)
    assert merged(answers, question) == merged(shuffled, question)


@given(FOUND, TEXTS)
def test_every_post_is_in_one_group_at_most(answers: list[FoundAnswer], question: str) -> None:
    groups = merged(answers, question)
    rows = [member.row for group in groups for member in group.members]
    assert len(rows) == len(set(rows))
    assert all(0 <= group.score < 1 and group.name and _counts(group) == len(group.members) for group in groups)
    assert [group.score for group in groups] == sorted((group.score for group in groups), reverse=True)


def _counts(group: AnswerGroup) -> int:
    return sum(count for _, count in group.forms)


@given(FOUND, TEXTS)
def test_merging_what_was_merged_changes_nothing(answers: list[FoundAnswer], question: str) -> None:
    groups = merged(answers, question)
    again = merged([member for group in groups for member in group.members], question)
    assert again == groups


@given(TEXTS, TEXTS)
def test_equality_is_symmetric(text: str, other_text: str) -> None:
    assert same(text, other_text) == same(other_text, text)
    assert same(text, text)


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
