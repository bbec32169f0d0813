"""Names and docstrings stay plain: their shares, as `python -m tests.architecture.measures` counts them, stay below one in a hundred."""

from __future__ import annotations

import pytest

from tests.architecture.measures import CLAUSE_OPENINGS, ROOT, VAGUE_NAMES, bound_names, docstrings, modules


@pytest.mark.parametrize("package", ["app", "models", "tests"])
def test_few_names_are_vague_and_docstrings_name_a_role_or_begin_with_a_verb(package: str) -> None:
    code = modules(ROOT, package)
    names = [name for module in code for name in bound_names(module.tree)]
    assert sum(name in VAGUE_NAMES for name in names) < len(names) / 100
    texts = [text for module in code for text in docstrings(module)]
    assert sum(text.startswith(CLAUSE_OPENINGS) for text in texts) < len(texts) / 100
