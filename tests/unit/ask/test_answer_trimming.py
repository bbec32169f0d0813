"""Trimming of a span that a reader marks in a post to the words of an answer, and detection of denials."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ask.answer_mentions import naming
from app.ask.answer_trimming import shortened
from app.ask.negation import denies

WHAT, WHO, WHY = "What makes the water of Marrow brown?", "Who designed the old bridge?", "Why was the fair called off?"
MANY, WHEN = "How many people came to the fair?", "When did the mill burn down?"


def cut(question: str, marked: str) -> str | None:
    """Return the trimmed answer of a text that is marked completely, or None."""
    span = shortened(marked, 0, len(marked), question)
    return None if span is None else marked[span[0] : span[1]]


@pytest.mark.parametrize(
    ("question", "marked", "expected"),
    [
        (WHAT, "rust", "rust"),
        (WHAT, "rust. Everybody in the street knows it", "rust"),
        (WHAT, "algae, 40 tons a year", "algae"),
        (WHAT, "it is the old pipes", "the old pipes"),
        (WHAT, "what makes the water brown is peat", None),
        (WHAT, "the water of Marrow is brown because of peat", "peat"),
        (WHAT, "the main cause is peat", "peat"),
        (WHAT, "it was no algae", "algae"),
        (WHAT, "only rust", "rust"),
        (WHAT, "rust in the water of Marrow", "rust"),
        (WHAT, "The dye works can't be blamed", "The dye works"),
        (WHAT, "the peat that the river brings", "the peat"),
        (WHAT, "rust 😂 of course", "rust"),
        (WHAT, "rust or algae", "rust"),
        (WHAT, "they", None),
        (WHAT, "the water of Marrow", None),
        (WHAT, "...", None),
        (WHO, "an engineer called Ida Holm", "Ida Holm"),
        (WHO, "Holm's", "Holm"),
        (WHO, "Ida Holm designed it alone", "Ida Holm"),
        (WHO, "You. Me. Ida Holm", "Ida Holm"),
        (WHO, "St. Brannoc's monks", "St. Brannoc's monks"),
        (WHY, "a lack of helpers", "a lack of helpers"),
        (WHY, "because nobody had paid the insurance", "nobody had paid the insurance"),
        (MANY, "about 2,000", "2,000"),
        (MANY, "700 people. seven hundred", "700"),
        (MANY, "twelve hundred visitors", "twelve hundred"),
        (MANY, "a lot of people", None),
        (WHEN, "in May 1931", "May 1931"),
        (WHEN, "the old mill", None),
    ],
)
def test_a_marked_text_is_trimmed_to_the_answer(question: str, marked: str, expected: str | None) -> None:
    assert cut(question, marked) == expected


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60), st.sampled_from((WHAT, WHO, WHY, MANY, WHEN, "")))
def test_the_trimmed_answer_lies_within_the_marked_text(text: str, first_edge: int, second_edge: int, question: str) -> None:
    start, end = sorted((min(first_edge, len(text)), min(second_edge, len(text))))
    span = shortened(text, start, end, question)
    assert span is None or start <= span[0] < span[1] <= end


@pytest.mark.parametrize(
    ("forms", "text", "named"),
    [
        (("rust",), "RUST, what else", True),
        (("rust",), "the water is brown from the dye works", False),
        (("the old pipes",), "a burst pipe", True),
        (("the USA",), "blame America", True),
        (("2,000",), "two thousand came", True),
        (("2,000",), "12,000 came", False),
        (("green algae",), "it's the algae", True),
        (("green algae",), "it's all green", False),
        (("old cables under the roof",), "a worker smoked on the roof", False),
        (("Anna Berg",), "Berg again", True),
        (("it",), "anything", True),
    ],
)
def test_posts_that_mention_an_answer(forms: tuple[str, ...], text: str, named: bool) -> None:
    assert naming(forms, WHAT)(text) is named


@pytest.mark.parametrize(
    "text",
    [
        "Nothing rusts pipes faster than rain",
        "Nobody wants to hear it, but it is rust",
        "you can't tell me that's chance",
        "Take zinc and you will never see a cold again",
        "it is the council and I will hear no objections",
    ],
)
def test_idioms_that_deny_nothing(text: str) -> None:
    assert not denies(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("It isn't rust", True), ("no rust here", True), ("it dont come from rust", True), ("No doubt: rust", False), ("pure rust", False)],
)
def test_words_of_denial(text: str, expected: bool) -> None:
    assert denies(text) is expected
