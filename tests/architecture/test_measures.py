"""Names and docstrings stay plain: their shares, as `python -m tests.architecture.measures` counts them, stay below one in a hundred."""

from __future__ import annotations

import pytest

from tests.architecture.measures import ROOT, measure

FIGURES = measure(ROOT)


@pytest.mark.parametrize("section", ["app", "window", "research", "models", "tests"])
def test_few_names_are_vague(section: str) -> None:
    assert FIGURES[section]["vague names %"] < 1


@pytest.mark.parametrize("section", ["app", "window", "research", "models", "tests"])
def test_docstrings_name_a_role_or_begin_with_a_verb(section: str) -> None:
    assert FIGURES[section]["docstrings opening with a clause %"] < 1
