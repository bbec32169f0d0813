"""Killed at any moment while narratives are found or kept, the file holds a whole finding, the one before or the new one."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from app.bootstrap.library_files import open_narratives
from app.domain.narrative_operations import Membership
from app.ports import KeptNarratives, NeighbourGraph
from tests.fakes.narratives import STORIES, narrative_engine

ROOT = Path(__file__).parents[2]
CHILD = """
import sys
from dataclasses import replace
from pathlib import Path
from app.domain.progress import CancelToken, no_progress
from app.narratives.parameters import RECIPE
from app.services.narratives import find_narratives
from tests.fakes.narratives import narrative_engine

with narrative_engine(Path(sys.argv[1])) as engine:
    print("open", flush=True)
    while True:
        for limit in (0.6, 0.95):
            recipe = replace(RECIPE, same_story=limit)
            find_narratives(engine=engine, regroup_all=True, progress=no_progress, cancel=CancelToken(), recipe=recipe)
            print(limit, flush=True)
"""


def killed(path: Path, seconds: float) -> None:
    """Find narratives again and again, in two ways in turn, until the process is killed."""
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n" and child.stdout.readline() == "0.6\n"
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    child.communicate()


def partition(kept: KeptNarratives) -> set[frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for key, place in kept.memberships.items():
        groups.setdefault(place.narrative, set()).add(key)
    return {frozenset(each) for each in groups.values()}


def whole(kept: KeptNarratives, graph: NeighbourGraph) -> bool:
    """Whether it is one of the two findings, graph and all."""
    wide = {frozenset(f"factcheck:{each}" for each in ("croc-1", "croc-2", "croc-3", "croc-m", "undated")), frozenset(_otters())}
    narrow = partition(kept)
    near = all(group <= one for group in narrow for one in wide if group & one)
    return (
        near and (narrow == wide or all(len(group) < 5 for group in narrow)) and len(graph.keys) == len(STORIES) and len(kept.repeats) == 2
    )


def _otters() -> tuple[str, str]:
    return ("factcheck:otter-1", "factcheck:otter-2")


def test_a_kill_leaves_one_whole_finding_and_what_people_did(tmp_path: Path) -> None:
    with narrative_engine(tmp_path, STORIES):
        pass
    draw = random.Random(11)
    for _ in range(3):
        killed(tmp_path, draw.uniform(0.0, 0.2))
        kept = open_narratives(tmp_path)
        assert whole(kept.read(), kept.graph())
        assert set(kept.read().memberships.values()) != {Membership()}
        kept.close()
