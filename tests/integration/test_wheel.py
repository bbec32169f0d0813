"""The wheel, built from a copy of its sources, works away from the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import __version__
from app.cli.extensions import GROUP, RESEARCH
from app.paths import models_dir, resources_dir

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("app", "models", "packaging", "resources")
SINGLE = ("pyproject.toml", "README.md", "LICENSE")


def run_program(*command: object, cwd: Path) -> str:
    completed = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=240, check=False)
    assert completed.returncode == 0, completed.stdout + completed.stderr
    return completed.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Build the wheel uncompressed, since compression takes most of the time. It is large, so it is deleted afterwards."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in SINGLE:
        shutil.copy2(ROOT / name, source / name)
    quick = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--config-settings=--build-option=--compression=stored"]
    run_program(sys.executable, "-m", "pip", "wheel", ".", *quick, "--wheel-dir", target, cwd=source)
    shutil.rmtree(source)
    yield next(target.glob("priorcheck-*.whl"))
    shutil.rmtree(target)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Provide the scripts folder of an environment with the wheel and the libraries of this environment, but not the checkout."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    path = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    (path / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    run_program(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet", wheel, cwd=folder)
    yield scripts
    shutil.rmtree(folder)


def test_the_wheel_carries_the_programs_data_and_not_how_it_was_made(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"app/_data/models/manifest.toml", "app/_data/resources/ratings.tsv", "app/_data/models/trunk/model.safetensors"} <= names
    assert not [name for name in names if name.endswith((".po", ".pyc")) or "/screenshots/" in name or "train.py" in name]
    assert not [name for name in names if not name.startswith(("app/", f"priorcheck-{__version__}.dist-info/"))]


def test_the_research_package_is_complete_and_installs_its_command(tmp_path: Path) -> None:
    source = tmp_path / "research"
    shutil.copytree(ROOT / "models" / "research", source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
    quick = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    run_program(sys.executable, "-m", "pip", "wheel", source, *quick, "--wheel-dir", tmp_path, cwd=tmp_path)
    with zipfile.ZipFile(next(tmp_path.glob("priorcheck_research-*.whl"))) as archive:
        modules = {name.removeprefix("models/research/") for name in archive.namelist() if name.endswith(".py")}
        (points,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert f"[{GROUP}]\n{RESEARCH} = models.research.commands:add_commands" in archive.read(points).decode()
    assert modules == {path.relative_to(source).as_posix() for path in source.rglob("*.py") if "build" not in path.parts}


def test_the_installed_program_brings_everything_with_it(installed: Path, tmp_path: Path) -> None:
    script = "from app import paths; print(paths.resources_dir()); print(paths.models_dir())"
    folders = [Path(line) for line in run_program(installed / "python", "-c", script, cwd=tmp_path).splitlines()]
    assert all(path.is_dir() and ROOT not in path.parents for path in folders)
    assert folders != [resources_dir(), models_dir()]
    checks = [json.loads(line) for line in run_program(installed / "priorcheck", "doctor", "--json", cwd=tmp_path).splitlines()]
    assert {"program", "torch", "model trunk"} <= {check["name"] for check in checks}
    assert all(check["ok"] for check in checks), checks


def test_the_installed_program_runs_the_demo(installed: Path, tmp_path: Path) -> None:
    output = run_program(
        installed / "priorcheck", "demo", "--no-window", "--device", "cpu", "--out", tmp_path / "report.html", cwd=tmp_path
    )
    assert "fact-checks of the demo library" in output
    assert "<html" in (tmp_path / "report.html").read_text("utf-8")[:500]
