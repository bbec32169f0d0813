"""Documents are analysed one after the other in one process: memory does not grow with their number."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaigns.fuzz import ROOT
from tests.figures import Figure


def measured(count: int, folder: Path, library: Path, *, sentences: int) -> list[float]:
    """Return the memory in MB after each of so many documents of so many sentences."""
    shutil.copytree(library, folder / "library")
    command = [sys.executable, "-m", "tests.campaigns.memory_child", str(count), str(sentences), str(folder)]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "PRIORCHECK_HOME": str(folder / "home")}
    completed = subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    assert completed.returncode == 0, completed.stderr[-2000:]
    return [float(line) for line in completed.stdout.split()]


def test_thirty_documents_take_the_memory_of_twenty(tmp_path: Path, demo_library: Path) -> None:
    # The first documents take more and more: the runtime keeps what it compiled for each shape of a batch.
    memory = measured(30, tmp_path, demo_library, sentences=12)
    assert len(memory) == 30
    assert max(memory[20:]) <= 1.05 * max(memory[:20])


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_thousand_documents_take_the_memory_of_fifty(tmp_path: Path, demo_library: Path, figure: Figure) -> None:
    memory = measured(1000, tmp_path, demo_library, sentences=24)
    figure(
        "memory of one process that analyses documents one after the other",
        "within 5% of the first 50",
        documents=len(memory),
        MB_at_most_in_the_first_50=max(memory[:50]),
        MB_at_most_afterwards=max(memory[50:]),
    )
    assert max(memory[50:]) <= 1.05 * max(memory[:50])
