"""After a kill at any moment of a review, a project holds every act that was reported as saved, and opens again."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from app.bootstrap.projects import create_project, open_project, project_summary, read_project
from app.domain.keyed_document import with_keys
from app.domain.project import ProjectContent
from tests.fakes.task_client import split
from tests.figures import Figure

CHILD = """
import sys
from pathlib import Path
from app.bootstrap.projects import create_project, open_project
from app.domain.factcheck import FactCheck
from app.domain.keyed_document import with_keys
from app.domain.review import UNMARKED, ReviewOperation, MarkChange, Decision, Mark, Target
from app.domain.verdict import Verdict
from tests.fakes.task_client import rank, split

path = Path(sys.argv[1])
document = split("\\n".join(f"Anna: Bridge number {n} costs nine million." for n in range(300)))
ranked = rank(document, [FactCheck(id="a", claim="Bridge costs nine million", verdict=Verdict.FALSE)])
project = open_project(path) if path.is_file() else create_project(path, with_keys(document))
number = project.read().position
print("open", flush=True)
while True:
    number += 1
    change = MarkChange(Target(str(number % 300), "a"), UNMARKED, Mark(decision=Decision.CONFIRMED, note="x" * (number % 900)))
    project.keep_act(number, ReviewOperation(label=str(number), who="a", at="", changes=(change,)))
    print(number, flush=True)
    if number % 7 == 0:
        project.keep_ranking(ranked)
    if number % 5 == 0:
        number -= 1
        project.keep_position(number)
        print(number, flush=True)
"""


def save_until_killed(path: Path, heard: int, seconds: float) -> list[int]:
    """Return the positions reported as saved by a process that is killed some time after `heard` of them."""
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n"
    first = [child.stdout.readline() for _ in range(heard)]
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    output, _ = child.communicate()
    return [int(line) for line in "".join((*first, output)).split("\n")[:-1] if line.strip()]


def read(path: Path) -> ProjectContent:
    project = open_project(path)
    try:
        return project.read()
    finally:
        project.close()


def campaign(path: Path, kills: int) -> int:
    """Kill a review repeatedly and return the number of acts in the end. After each kill every reported act is there."""
    random.seed(20261121)
    content = None
    for _ in range(kills):
        positions = save_until_killed(path, random.randrange(12), random.uniform(0.0, 0.05))
        content = read(path)
        if positions:
            assert abs(content.position - positions[-1]) <= 1  # the call that was running may or may not have been written
            assert content.position <= len(content.acts)
        assert [act.label for act in content.acts[: content.position]] == [str(n) for n in range(1, content.position + 1)]
        assert content.ranked is None or len(content.ranked.sentences) == 300
        assert content.manuscript().document.sentences[299].text == "Bridge number 299 costs nine million."
    return content.position if content is not None else 0


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not there")
def test_a_killed_review_keeps_every_act_reported_as_saved(tmp_path: Path) -> None:
    assert campaign(tmp_path / "night.priorcheck", 8) > 8


def test_a_half_written_project_is_listed_and_read_as_before(tmp_path: Path) -> None:
    intact, half_written = tmp_path / "whole.priorcheck", tmp_path / "left.priorcheck"
    create_project(intact, with_keys(split("Anna: Bridges cost nine million."))).close()
    with closing(sqlite3.connect(intact, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 2")  # so that pages are written before the end
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE note SET text = '7' WHERE name = 'position'")
        connection.executemany("INSERT INTO act VALUES (?, '', '', '', ?)", [(number, b"x" * 4000) for number in range(1, 90)])
        shutil.copy(intact, half_written)
        shutil.copy(tmp_path / "whole.priorcheck-journal", tmp_path / "left.priorcheck-journal")
        connection.execute("ROLLBACK")
    summary = project_summary(half_written)
    assert (summary.trouble, summary.acts, summary.title) == ("", 0, "Sample")
    assert read_project(half_written).position == 0 and read(half_written).acts == ()


@pytest.mark.soak
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not there")
def test_a_review_killed_two_hundred_times(tmp_path: Path, figure: Figure) -> None:
    figure("kill -9 over a review with its ranking", "every act that was said to be kept is there", kills=200)
    assert campaign(tmp_path / "night.priorcheck", 200) > 200
