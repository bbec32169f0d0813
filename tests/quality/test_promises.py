"""The list of the window's promises names existing tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "tests" / "gui" / "README.md"
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", LIST.read_text(encoding="utf-8"))))


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_named_tests_and_files_exist(file: str, name: str) -> None:
    source = (ROOT / file).read_text(encoding="utf-8")
    tests = [node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    assert tests and (not name or name in tests)


def test_the_list_can_be_read() -> None:
    assert len(NAMED) > 40
