"""`pip install .` without extras suffices for every command and the window, in an environment with nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "resources" / "demo"
sys.path.insert(0, str(ROOT / "packaging"))

import frozen  # noqa: E402

ABSENT = ("torch", "sentence_transformers", "transformers", "sklearn", "scipy", "statsmodels", "pandas", "lightgbm", "llama_cpp")
COMMANDS = f"""
import importlib.util, sys
from app.bootstrap import Session
from app.cli.main import run

found = [name for name in {ABSENT!r} if importlib.util.find_spec(name)]
assert not found, found
session = Session(device="auto", threads=1)
for line in sys.stdin.read().splitlines():
    expected, *arguments = line.split("\\t")
    code, _ = run(arguments, session=session)
    assert code == int(expected), line
"""
SERIES = """
from datetime import date
from app.domain.progress import CancelToken
from app.domain.series import CountSeries
from app.domain.timeline import Step
from app.narratives.statistics import statistics_of

counts = tuple(range(60))
given = {"start": date(2020, 1, 6), "step": Step.WEEK, "window": 4, "factchecks_mean": (), "posts_mean": ()}
series = CountSeries(factchecks=counts, posts=counts, **given)
print(*{finding.refused for finding in statistics_of(series, cancel=CancelToken()).findings})
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Provide a Python whose packages are links to those that `pip install .` without extras installs."""
    folder = tmp_path_factory.mktemp("slim")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    packages = next(folder.rglob("site-packages"))
    for name in set(frozen.installed_distributions(frozenset())) - {"priorcheck"}:
        distribution = metadata.distribution(name)
        for top in {Path(str(file)).parts[0] for file in distribution.files or ()} - {"..", "__pycache__"}:
            target = packages / top
            if not target.exists():
                target.symlink_to(Path(str(distribution.locate_file(top))))
    yield folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run_python(python: Path, *arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [str(python), *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, encoding="utf-8", timeout=240, check=False)


def write_row(path: Path, row: dict[str, str]) -> Path:
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    return path


def test_the_commands_need_no_extra(python: Path, tmp_path: Path) -> None:
    queries = write_row(tmp_path / "queries.jsonl", {"qid": "1", "text": "Aeroplanes make a quarter of the world's carbon dioxide."})
    pairs = write_row(tmp_path / "pairs.jsonl", {"premise": "The tunnel was closed.", "hypothesis": "The tunnel was not closed."})
    claim = json.loads((DEMO / "claims.json").read_text("utf-8"))[0]["claim"]
    outputs = [tmp_path / name for name in ("r.html", "m.jsonl", "s.jsonl", "c.jsonl", "a.json", "v.json", "n.json")]
    rank, match, stance, checkworthy, ask, verify, narratives = (("--out", path) for path in outputs)
    library = ("--quiet", "--library", tmp_path / "library")
    commands: list[tuple[str | Path, ...]] = [
        ("library", "import", DEMO / "factchecks_stories.jsonl"),
        ("library", "import", "--kind", "posts", DEMO / "posts.jsonl"),
        ("library", "import", "--kind", "evidence", DEMO / "evidence"),
        ("rank", DEMO / "debate.vtt", *rank),
        ("match", "--queries", queries, *match),
        ("stance", "--pairs", pairs, *stance),
        ("checkworthy", "--queries", queries, *checkworthy),
        ("ask", "What caused the blackout in Port Ellis?", *ask),
        ("verify", claim, *verify),
        ("narratives", "--posts", *narratives),
        ("doctor",),
    ]
    lines = ["\t".join(map(str, (0, *command, *library))) for command in commands]
    lines.append("\t".join(map(str, (2, "adapt", *library))))
    completed = run_python(python, "-c", COMMANDS, text="\n".join(lines))
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert all(path.stat().st_size for path in outputs)
    assert re.search(r"torch\s.*not installed: models of your own", completed.stdout)
    assert "Adapting an encoder needs torch, which is not installed" in completed.stderr


def test_the_window_needs_no_extra(python: Path, tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    completed = run_python(python, "-m", "app", "--library", tmp_path / "none", "--screenshot", picture)
    assert completed.returncode == 0 and picture.stat().st_size > 10_000, completed.stderr


def test_statistics_of_series_ask_for_their_package(python: Path) -> None:
    completed = run_python(python, "-c", SERIES)
    assert "This needs statsmodels: install Priorcheck with the extra “statistics”" in completed.stdout, completed.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("stance", "--pairs", "pairs.jsonl", "--device", "cuda"), "The device 'cuda' needs torch"),
        (("models", "use", "encoder", "FOLDER"), "needs torch"),
        (("evaluate", "debates", "--gold", "FOLDER"), "needs the research package"),
    ],
)
def test_commands_that_need_an_extra_name_it(python: Path, tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text('{"model_type": "bert"}')
    (folder / "model.safetensors").write_bytes(b"\x02\0\0\0\0\0\0\0{}")
    write_row(tmp_path / "pairs.jsonl", {"premise": "The tunnel was closed.", "hypothesis": "The tunnel was not closed."})
    filled_arguments = [
        str(folder) if part == "FOLDER" else str(tmp_path / part) if part.endswith(".jsonl") else part for part in arguments
    ]
    completed = run_python(python, "-m", "app", *filled_arguments)
    assert completed.returncode == 2 and sentence in completed.stderr and "pip install" in completed.stderr, completed.stderr
    assert len(completed.stderr.splitlines()) == 1 and completed.stdout == ""
