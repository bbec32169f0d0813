"""The program in a network namespace with nothing in it, not even this computer: it does everything."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.command_line import DEMO, ROOT, write_rows

ALONE = ("unshare", "--net", "--map-root-user")
MANY = """
import json, sys
from app.bootstrap import Session
from app.cli.main import run
session = Session(device="cpu")
for command in json.loads(sys.argv[1]):
    print("==", *command[:2], flush=True)
    code, _ = run(command, session=session)
    if code:
        sys.exit(f"{command} ended with {code}")
"""


@pytest.fixture
def alone() -> tuple[str, ...]:
    """What to put before a command so that it has no network."""
    if not shutil.which("unshare") or subprocess.run([*ALONE, "true"], check=False, capture_output=True).returncode:
        pytest.skip("this system makes no network namespace for us")
    return ALONE


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One home for all, so that what the demo scored is not scored again."""
    return tmp_path_factory.mktemp("home-alone")


def done(*command: str | Path, home: Path) -> str:
    """What a program prints, which must end well."""
    env = {**os.environ, "PRIORCHECK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run([str(part) for part in command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=280, check=False)
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr[-2000:]
    return ended.stdout


def test_there_is_no_network_there(alone: tuple[str, ...], home: Path) -> None:
    code = "import socket; print([name for _, name in socket.if_nameindex()])"
    assert done(*alone, sys.executable, "-c", code, home=home).strip() == "['lo']"


def test_the_demo(alone: tuple[str, ...], home: Path, tmp_path: Path) -> None:
    told = done(*alone, sys.executable, "-m", "app", "demo", "--no-window", "--out", tmp_path / "report.html", home=home)
    assert "sentences against" in told and "</html>" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_every_kind_of_work(alone: tuple[str, ...], home: Path, tmp_path: Path) -> None:
    queries = write_rows(tmp_path / "q.jsonl", {"qid": 1, "text": "The harbour bridge is closed."})
    pairs = write_rows(tmp_path / "p.jsonl", {"premise": "The bridge is closed.", "hypothesis": "The bridge is open."})
    out = {
        name: tmp_path / name
        for name in ("rank.docx", "match.jsonl", "stance.jsonl", "worth.jsonl", "ask.json", "verify.json", "told.json")
    }
    commands: list[list[str | Path]] = [
        ["doctor"],
        ["library", "import", DEMO / "factchecks_en.jsonl"],
        ["library", "import", "--kind", "posts", DEMO / "posts.jsonl"],
        ["library", "import", "--kind", "evidence", DEMO / "evidence"],
        ["library", "index"],
        ["rank", DEMO / "debate.vtt", "--out", out["rank.docx"]],
        ["match", "--queries", queries, "--top", "3", "--out", out["match.jsonl"]],
        ["stance", "--pairs", pairs, "--out", out["stance.jsonl"]],
        ["checkworthy", "--queries", queries, "--out", out["worth.jsonl"]],
        ["ask", "Is the harbour bridge closed?", "--type", "yes-no", "--out", out["ask.json"]],
        ["verify", "The harbour bridge cost nine million.", "--out", out["verify.json"]],
        ["narratives", "--out", out["told.json"]],
        ["models", "verify"],
        ["library", "verify"],
    ]
    told = done(*alone, sys.executable, "-c", MANY, json.dumps([[str(part) for part in each] for each in commands]), home=home)
    assert told.count("== ") == len(commands)
    assert all(path.stat().st_size > 2 for path in out.values())
    assert not (home / "data" / "network.jsonl").exists()
