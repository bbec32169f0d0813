"""Probability that a post takes its side on the exact claim: rises with both networks' scores, coverage and similarity."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ask.claim_relevance import agreed, coverage, on_claim, only_asks, wished

SHARE = st.floats(0, 1, width=32)
CLAIM = np.array([1.0, 0.0], np.float32)
WORDS = st.lists(st.sampled_from("school uniforms improve discipline the of and pupils wear".split()), max_size=9).map(" ".join)


def side_probability(first: float, second: float, covered: float, cosine: float) -> float:
    stances = np.array([[first, 0, 1 - first]], np.float32)
    other = np.array([[second, 0, 1 - second]], np.float32)
    vector = np.array([[cosine, np.sqrt(max(0.0, 1 - cosine * cosine))]], np.float32)
    return float(on_claim(stances, other, np.array([covered]), vector, CLAIM)[0])


@given(st.lists(st.tuples(SHARE, SHARE).map(sorted), min_size=4, max_size=4))
def test_it_is_a_probability_that_grows_with_all_four(bounds: list[list[float]]) -> None:
    low, high = zip(*bounds, strict=True)
    assert 0 < side_probability(*low) <= side_probability(*high) + 1e-9 < 1


@given(st.lists(st.tuples(SHARE, SHARE, SHARE, SHARE), max_size=5))
def test_networks_of_opposite_sides_never_agree(rows: list[tuple[float, float, float, float]]) -> None:
    first = np.array([(support_share, refute_share, 0) for support_share, refute_share, _, _ in rows], np.float32).reshape(-1, 3)
    second = np.array([(support_share, refute_share, 0) for _, _, support_share, refute_share in rows], np.float32).reshape(-1, 3)
    agreements = agreed(first, second, certain=0.85).tolist()
    for (support, refute, also, against), yes in zip(rows, agreements, strict=True):
        assert not yes or (max(support, refute) >= np.float32(0.85) and (support - refute) * (also - against) > 0)


def test_a_certain_network_needs_the_other_to_lean_its_way() -> None:
    first = np.array([[0.9, 0.05, 0.05], [0.9, 0.05, 0.05], [0.05, 0.9, 0.05], [0.8, 0.1, 0.1]], np.float32)
    second = np.array([[0.2, 0.1, 0.7], [0.1, 0.2, 0.7], [0.1, 0.2, 0.7], [0.9, 0.0, 0.1]], np.float32)
    assert agreed(first, second, certain=0.85).tolist() == [True, False, True, False]


def test_no_posts_give_no_probabilities() -> None:
    none = np.zeros((0, 3), np.float32)
    assert on_claim(none, none, np.zeros(0), np.zeros((0, 2), np.float32), CLAIM).shape == (0,)
    assert coverage("School uniforms improve discipline", []).shape == (0,) and agreed(none, none, certain=0.5).shape == (0,)


@given(st.lists(WORDS, max_size=6))
def test_coverage_is_a_share_and_1_for_the_claim_itself(texts: list[str]) -> None:
    claim = "School uniforms improve discipline"
    shares = coverage(claim, [*texts, claim])
    assert ((shares >= 0) & (shares <= 1.0000001)).all() and shares[-1] == pytest.approx(1.0)


def test_rare_words_count_more_than_common_ones() -> None:
    plain = ["School uniforms are dear", "School uniforms are ugly", "School uniforms itch"]
    texts = [*plain, "Uniforms improve a school's discipline", "More discipline, I say"]
    dear, ugly, _, full, discipline = coverage("School uniforms improve discipline", texts)
    assert full == pytest.approx(1.0) and dear == ugly < discipline


def test_a_claim_of_function_words_has_no_coverage() -> None:
    assert not coverage("It is that", ["It is that", "a"]).any()


@pytest.mark.parametrize("text", ["Worth it in winter?", "“Is it safe?”", "do masks work ??"])
def test_posts_that_only_ask(text: str) -> None:
    assert only_asks(text)


@pytest.mark.parametrize("text", ["Masks work. Why not wear one?", "Masks work", "", "Why? Because they work."])
def test_posts_that_state_something(text: str) -> None:
    assert not only_asks(text)


def test_normative_claims_are_distinguished_from_factual_ones() -> None:
    assert wished("Ban junk food from schools?") and wished("Should gambling be banned?")
    assert wished("Vaccination must be made compulsory") and wished("We should ban plastic bags") and wished("Ban junk food from schools")
    assert not wished("Trade is good for peace")
    assert not wished("Vaccines cause autism") and not wished("")


@pytest.mark.parametrize(
    "question",
    [
        "Do heat pumps work in cold winters?",
        "Did Bill Gates plan the pandemic?",
        "Do face masks reduce the spread?",
        "Does torture give reliable information?",
        "Does water freeze at 0 °C?",
        "Can drink cans be recycled?",
    ],
)
def test_questions_are_not_mistaken_for_orders(question: str) -> None:
    assert not wished(question)
