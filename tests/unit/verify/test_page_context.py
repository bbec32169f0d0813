"""Use of a page's title for an answer's figures, and the stance that is shown where figures decide."""

from __future__ import annotations

import pytest

from app.verify.figures import Comparison, compare

CLAIM = "In the storm of March 2023 the water stood in thirty-one kitchens of Brann."
ANSWER = "Between two and nine the Brann fire brigade answered 84 calls. Water was pumped out of {count} kitchens in Brann. The water stood highest at noon."
PAGE = "Brann Fire Brigade Operations in the storm of 4 March 2023"


@pytest.mark.parametrize(
    ("count", "comparison"), [("31", Comparison.SAME), ("thirty-one", Comparison.SAME), ("more than thirty", Comparison.OPEN)]
)
def test_a_pages_title_gives_time_and_subject_of_its_figures(count: str, comparison: Comparison) -> None:
    assert compare(CLAIM, ANSWER.format(count=count), around=PAGE) is comparison


@pytest.mark.parametrize("page", ["", "Brann Fire Brigade", "Brann Fire Brigade Operations in the storm of 4 March 2022"])
def test_without_the_claims_time_a_figure_confirms_nothing(page: str) -> None:
    assert compare(CLAIM, ANSWER.format(count="31"), around=page) is Comparison.OPEN
