"""Each import contract is broken once in a copy of the program, to see that it can fail."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# (contract, file that gets the forbidden line, the line)
VIOLATIONS = (
    ("Import direction", "app/domain/verdict.py", "import app.services.engine"),
    ("Adapters are built only in bootstrap", "app/services/engine.py", "import app.store"),
    ("Qt only in the window and its tasks", "app/worker/server.py", "import PySide6.QtCore"),
    ("SQLite and hnswlib only in the store", "app/retrieval/fusion.py", "import sqlite3"),
    ("Model libraries only in inference", "app/ranking/model.py", "import torch"),
    ("No network client but the one that downloads models", "app/ingest/passages.py", "import http.client"),
    ("The network client is reached from bootstrap alone", "app/services/engine.py", "import app.inference.download"),
    ("The product knows nothing of models' training and research", "app/cli/main.py", "import models.research.metrics"),
    ("Research needs the product alone", "models/research/metrics.py", "import models.training"),
)


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"}
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--config", ".importlinter"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for path in (path for root in ("app", "models") for path in (ROOT / root).rglob("*.py")):
        target = tmp_path / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    shutil.copy(ROOT / ".importlinter", tmp_path / ".importlinter")
    return tmp_path


def test_contracts_hold(copy: Path) -> None:
    done = _lint(copy)
    assert done.returncode == 0, done.stdout
    assert f"{len(VIOLATIONS)} kept, 0 broken" in done.stdout


@pytest.mark.parametrize(("contract", "place", "line"), VIOLATIONS, ids=[violation[0] for violation in VIOLATIONS])
def test_contract_can_fail(copy: Path, contract: str, place: str, line: str) -> None:
    with (copy / place).open("a", encoding="utf-8") as stream:
        stream.write(f"\n{line}\n")
    done = _lint(copy)
    assert done.returncode == 1
    assert f"{contract} BROKEN" in done.stdout


def test_every_package_is_in_the_layers(copy: Path) -> None:
    (copy / "app" / "helpers").mkdir()
    (copy / "app" / "helpers" / "__init__.py").write_text('"""Nobody placed this package."""\n')
    done = _lint(copy)
    assert done.returncode != 0
    assert "helpers" in done.stdout + done.stderr


def test_urllib_is_used_for_addresses_only() -> None:
    """The contract above sees packages, not their modules, so urllib's network half is looked for here."""
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "app").rglob("*.py"))
        for name in _imported(path.read_text(encoding="utf-8"))
        if name.startswith("urllib") and not name.startswith("urllib.parse")
    ]
    assert found == []


def _imported(source: str) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.extend(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.extend(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_the_search_for_urllib_can_fail() -> None:
    assert _imported("import urllib.request") == ["urllib.request"]
    assert _imported("from urllib import request") == ["urllib.request"]
