"""Features of a sentence's wording for check-worthiness."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.inference.checkworthiness_features import SURFACE_NAMES, TermWeighting, surface, terms, tokens


def features_by_name(text: str) -> dict[str, float]:
    return dict(zip(SURFACE_NAMES, surface(text), strict=True))


def test_names_are_distinct_and_one_for_each_number() -> None:
    assert len(set(SURFACE_NAMES)) == len(SURFACE_NAMES) == len(surface("Taxes rose in 1999."))


def test_a_claim_shows_its_figures_names_and_tense() -> None:
    values = features_by_name("Unemployment in Ostrel was cut by 5 percent in 1999, NATO said.")
    marked = {"past_any", "scale_any", "has_figure", "has_name", "has_acronym", "report_any"}
    assert {name for name in marked if values[name] == 1.0} == marked
    assert values["years"] == 0.5 and values["figures"] == pytest.approx(2 / 3)
    assert values["asks"] == values["opinion_any"] == values["future_any"] == values["has_ed"] == 0.0


def test_an_opinion_a_promise_and_a_question_show_as_such() -> None:
    assert features_by_name("I think we'll win.")["opinion_any"] == features_by_name("I think we'll win.")["future_any"] == 1.0
    assert features_by_name("Who asked you?")["asks"] == features_by_name("Who asked you?")["question_any"] == 1.0
    assert features_by_name("I don’t know …")["has_not"] == features_by_name("I don’t know …")["trails_off"] == 1.0


@pytest.mark.parametrize("pronoun", ["I", "I'm", "I’ve"])
def test_the_speaker_is_no_name(pronoun: str) -> None:
    assert features_by_name(f"And {pronoun} there")["has_name"] == 0.0
    assert features_by_name("And Ida there")["has_name"] == 1.0


def test_figures_count_by_their_length() -> None:
    assert terms("In 1999 and 2004")["#4"] == 2
    assert terms("no, no")["no"] == 2 and terms("no, no")["no no"] == 1


@given(st.text(max_size=300))
def test_any_text_gives_bounded_numbers(text: str) -> None:
    numbers = surface(text)
    assert len(numbers) == len(SURFACE_NAMES) and all(0.0 <= number <= 2.0 for number in numbers)
    assert all(term.strip() for term in terms(text))


def test_a_long_text_is_read_to_a_limit() -> None:
    long = "Taxes rose again. " * 10_000
    assert len(tokens(long)) == 256
    assert surface(long) == surface(long + long)
    assert terms(long) == terms(long + "In 1999 they fell.")
    assert len(tokens("x" * 200_000)) == 1


def test_weights_have_unit_length_and_unknown_words_none() -> None:
    weighting = TermWeighting(["tax", "tax rose", "rose"], np.array([1.0, 3.0, 2.0]))
    columns, values = weighting.row("Tax rose, tax fell.")
    assert columns.tolist() == [0, 1, 2] and np.linalg.norm(values) == pytest.approx(1.0)
    raw = np.array([1 + np.log(2), 3.0, 2.0])
    assert values == pytest.approx(raw / np.linalg.norm(raw))
    empty = weighting.row("nothing known here")
    assert [len(part) for part in empty] == [0, 0]
    assert [len(part) for part in weighting.row("")] == [0, 0]
