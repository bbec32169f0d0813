"""An error that can reach the window is written in its reader's language: no message or hint is a bare text in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

APP = Path(__file__).resolve().parents[2] / "app"
LAYERS = ("domain", "ingest", "ranking", "retrieval", "services")
COMMAND_LINE_ONLY = {"ingest/contents.py", "ingest/queries.py", "ingest/rating_rows.py", "ingest/record_rows.py", "services/pair_stance.py"}
ERRORS = {"PriorcheckError", "InputError", "LibraryError", "ProjectError", "ModelError", "RowRefused", "ProgressUpdate"}


def bare_texts(source: str) -> list[str]:
    """What an error, a refusal or a progress says without asking for a translation; codes have hyphens and no spaces."""
    return [text for given in _given(ast.parse(source)) for text in _words(given) if " " in text.strip()]


def _given(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
            yield from (*node.args, *(keyword.value for keyword in node.keywords))


def _words(given: ast.expr) -> list[str]:
    """The text itself, or what is literal in one that is put together."""
    parts = given.values if isinstance(given, ast.JoinedStr) else [given.left, given.right] if isinstance(given, ast.BinOp) else [given]
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def test_the_check_finds_bare_texts() -> None:
    assert bare_texts('InputError("a-code", f"There is no {x}.", hint="Do that." + why)') == ["There is no ", "Do that."]
    assert bare_texts('InputError("a-code", tr("No {x}.", x=x), hint=f"{one} {other}")') == []


@pytest.mark.parametrize("layer", LAYERS)
def test_errors_are_said_in_the_language_of_the_reader(layer: str) -> None:
    files = [path for path in (APP / layer).rglob("*.py") if path.relative_to(APP).as_posix() not in COMMAND_LINE_ONLY]
    found = {path.relative_to(APP).as_posix(): bare_texts(path.read_text("utf-8")) for path in files}
    assert files and {name: texts for name, texts in found.items() if texts} == {}
