"""Every function of the program in an empty network namespace, without even the loopback device."""

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
def without_network() -> tuple[str, ...]:
    """Provide the command prefix that removes the network."""
    if not shutil.which("unshare") or subprocess.run([*ALONE, "true"], check=False, capture_output=True).returncode:
        pytest.skip("this system makes no network namespace for us")
    return ALONE


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide one home for all tests, so that the demo is scored only once."""
    return tmp_path_factory.mktemp("home-alone")


def run_to_end(*command: str | Path, home: Path) -> str:
    """Run a program that must succeed and return its output."""
    env = {**os.environ, "PRIORCHECK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run([str(part) for part in command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=280, check=False)
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr[-2000:]
    return ended.stdout


def test_there_is_no_network_there(without_network: tuple[str, ...], home: Path) -> None:
    code = "import socket; print([name for _, name in socket.if_nameindex()])"
    assert run_to_end(*without_network, sys.executable, "-c", code, home=home).strip() == "['lo']"


def test_the_demo(without_network: tuple[str, ...], home: Path, tmp_path: Path) -> None:
    output = run_to_end(*without_network, sys.executable, "-m", "app", "demo", "--no-window", "--out", tmp_path / "report.html", home=home)
    assert "sentences against" in output and "</html>" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_every_kind_of_work(without_network: tuple[str, ...], home: Path, tmp_path: Path) -> None:
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
    output = run_to_end(
        *without_network, sys.executable, "-c", MANY, json.dumps([[str(part) for part in command] for command in commands]), home=home
    )
    assert output.count("== ") == len(commands)
    assert all(path.stat().st_size > 2 for path in out.values())
    assert not (home / "data" / "network.jsonl").exists()
