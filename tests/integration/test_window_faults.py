"""The whole window is killed at any moment of a review: at most the last second of work is lost, and the project opens again."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.bootstrap.projects import open_project
from app.domain.project import SUFFIX
from tests.fakes.window_child import digest
from tests.figures import Figure

ROOT = Path(__file__).resolve().parents[2]
SECOND = 1.0
DEBATE = "\n".join(
    f"{'Anna' if n % 2 else 'Ben'}: {'Harbour bridge' if n % 3 else 'Seven rivers'} number {n} {'costs nine million crowns' if n % 3 else 'cross Velden county'}."
    for n in range(120)
)


def killed(debate: Path, home: Path, seed: int, seconds: float) -> tuple[list[dict[str, object]], float]:
    """Return the lines that the window printed before it was killed, and the time of the kill."""
    command = [sys.executable, "-m", "tests.fakes.window_child", str(debate), str(seed)]
    environment = {**os.environ, "PRIORCHECK_HOME": str(home)}
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment)
    assert child.stdout is not None
    first = child.stdout.readline()
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    when = time.time()
    remaining, errors = child.communicate()
    assert child.returncode == -signal.SIGKILL, errors
    lines = (first + remaining).split("\n")[:-1]
    return [json.loads(line) for line in lines], when


def campaign(folder: Path, kills: int) -> int:
    """Kill the window repeatedly in one home and return the number of acts in the end. Each time only the last second may be
    missing."""
    chance = random.Random(20261122)
    debate = folder / "debate.txt"
    debate.write_text(DEBATE, encoding="utf-8")
    act_count = 0
    for seed in range(kills):
        lines_told, when = killed(debate, folder / "home", seed, chance.uniform(0.05, 2.5))
        project = open_project(next((folder / "home").rglob(f"*{SUFFIX}")))
        try:
            content = project.read()
        finally:
            project.close()
        histories = [line["held"] for line in lines_told]
        safe = max((number for number, line in enumerate(lines_told) if float(str(line["time"])) <= when - SECOND), default=0)
        acts = content.acts[: content.position]
        matching = [number for number, history in enumerate(histories) if history == digest(acts)]
        if matching:
            assert max(matching) >= safe
            assert lines_told[max(matching)]["sentences"] == len(content.manuscript().document.sentences)
        else:  # written, and killed before it was told
            assert digest(acts[:-1]) == histories[-1]
        act_count = len(acts)
    return act_count


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not there")
def test_a_killed_window_loses_at_most_a_second(tmp_path: Path) -> None:
    assert campaign(tmp_path, 4) > 20


@pytest.mark.soak
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not there")
def test_a_window_killed_a_hundred_times(tmp_path: Path, figure: Figure) -> None:
    figure("kill -9 over the window during a review", "at most the last second is missing", kills=100)
    assert campaign(tmp_path, 100) > 500
