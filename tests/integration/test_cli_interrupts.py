"""Ctrl+C, a closed output pipe, and kill -9 at random moments of a real import with the real encoder."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest

from app.domain.progress import CancelToken, no_progress
from app.store import open_library
from tests.campaigns.kills import server
from tests.fakes.command_line import DEMO_FILES, CommandLine, Done, ended, program, write_rows
from tests.figures import Figure
from tests.patience import AT_ONCE

OLD = "what was there\n"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as Unix has them")


def wait_until(condition: Callable[[], bool], *, process: subprocess.Popen[str]) -> None:
    """Wait until the condition holds or the process has ended."""
    while not condition() and process.poll() is None:
        time.sleep(0.005)


def interrupt(process: subprocess.Popen[str]) -> tuple[Done, float]:
    """Send Ctrl+C. Return the outcome and the seconds until the end."""
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    completed = ended(process)
    return completed, time.monotonic() - started


def assert_cancelled(process: subprocess.Popen[str]) -> None:
    completed, seconds = interrupt(process)
    assert (completed.code, completed.out) == (2, ""), completed
    # A line of progress may stand before it.
    assert completed.err.splitlines()[-1] == "priorcheck: Cancelled." and "Traceback" not in completed.err
    assert seconds < AT_ONCE, seconds


@pytest.fixture
def large_file(tmp_path: Path) -> Path:
    """Write fact-checks whose import takes many seconds."""
    rng = random.Random(3)
    words = [f"w{number}" for number in range(3000)]
    rows = (
        {"id": f"m{number}", "claim": " ".join(rng.choices(words, k=25)), "body": " ".join(rng.choices(words, k=100))}
        for number in range(4000)
    )
    return write_rows(tmp_path / "many.jsonl", *rows)


def test_interrupting_an_import(own_demo: CommandLine, large_file: Path) -> None:
    before = own_demo.done("library", "search", "--json", "--limit", "1000").out
    process = program("library", "import", large_file, "--library", own_demo.library)
    wait_until(lambda: any((own_demo.library / "index").glob("unfinished-*")), process=process)
    assert_cancelled(process)
    assert own_demo.done("library", "search", "--json", "--limit", "1000").out == before
    assert "NOT OK" not in own_demo.done("library", "verify").out


@pytest.mark.parametrize("seconds", [0.25, 0.5, 1.0, 2.0])
def test_interrupting_a_ranking(demo: CommandLine, tmp_path: Path, large_file: Path, seconds: float) -> None:
    document, out = tmp_path / "long.tsv", tmp_path / "out.jsonl"
    claims = [json.loads(line)["claim"] for line in large_file.read_text(encoding="utf-8").splitlines()]
    document.write_text(
        "line\tspeaker\tsentence\n" + "".join(f"{number}\tA\t{text}\n" for number, text in enumerate(claims)), encoding="utf-8"
    )
    out.write_text(OLD, encoding="utf-8")
    process = program("rank", document, "--out", out, "--library", demo.library)
    time.sleep(seconds)
    assert_cancelled(process)
    assert out.read_text(encoding="utf-8") == OLD and not out.with_name("out.jsonl.run.json").exists()


def test_interrupting_a_batch_of_queries(demo: CommandLine, tmp_path: Path, large_file: Path) -> None:
    queries = tmp_path / "q.jsonl"
    queries.write_text(large_file.read_text(encoding="utf-8").replace('"claim"', '"text"'), encoding="utf-8")
    process = program("match", "--queries", queries, "--out", tmp_path / "out.jsonl", "--library", demo.library)
    time.sleep(2)
    assert_cancelled(process)
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_interrupting_while_the_program_loads(demo: CommandLine) -> None:
    process = program("library", "stats", "--library", demo.library)
    maps = Path(f"/proc/{process.pid}/maps")
    wait_until(lambda: maps.exists() and "numpy" in maps.read_text(encoding="utf-8", errors="replace"), process=process)
    assert_cancelled(process)


@pytest.mark.parametrize(
    "arguments", [("library", "search", "--json", "--limit", "500"), ("library", "search", "--limit", "500"), ("--help",)]
)
def test_a_closed_output_pipe_ends_the_program_quietly(demo: CommandLine, arguments: tuple[str, ...]) -> None:
    options = [] if arguments == ("--help",) else ["--library", demo.library]
    with program(*arguments, *options) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() in {"", "199 of 199 found\n"} and process.wait(timeout=30) == 0


# Killed imports


def state(version: int) -> list[dict[str, Any]]:
    """Return the demo's fact-checks in this version: every note, and two thirds of the claims by one word, differ from the version
    before. The word is not a number: if most claims had other numbers, they would count as another source's."""
    rows = [json.loads(line) for path in DEMO_FILES for line in path.read_text(encoding="utf-8").splitlines()]
    for index, row in enumerate(rows):
        row["note"] = f"version {version}"
        if index % 3 == version % 3:
            row["claim"] += f" ({ascii_lowercase[version % 26]})"
    return rows


def version_in(folder: Path, candidates: tuple[int, ...]) -> int:
    """Open the library, check that it holds exactly one of the versions, and return it (-1: nothing yet)."""
    if not (folder / "library.db").exists():
        return -1
    with closing(open_library(folder, create=True)) as library:
        results = library.verify(progress=no_progress, cancel=CancelToken())
        assert all(result.ok for result in results), results
        factchecks = library.get([row["id"] for row in state(0)])
        if not len(library):
            return -1
        for version in candidates:
            expected = state(version)
            if len(library) == len(expected) and all(
                (factchecks[row["id"]].claim, factchecks[row["id"]].note) == (row["claim"], row["note"]) for row in expected
            ):
                with closing(library.snapshot()) as snapshot:
                    assert [item.note for item in snapshot.factchecks(range(len(library)))] == [f"version {version}"] * len(library)
                return version
    raise AssertionError("the library holds a mixture of two versions")


def kill_imports(folder: Path, kills: int, seed: int) -> list[int]:
    """Kill an import with the real encoder at random moments. Return the library's version after each kill."""
    rng = random.Random(seed)
    library, rows, versions = folder / "library", folder / "rows.jsonl", list[int]()

    def importing(version: int) -> tuple[str | Path, ...]:
        return "library", "import", write_rows(rows, *state(version)), "--library", library

    with server(folder, "--bundled") as running:
        full_seconds, reached = running.done(*importing(0)), 0
        while len(versions) < kills:
            cut = running.killed(*importing(reached + 1), after=rng.uniform(0.0, 1.0) * full_seconds)
            stored_version = version_in(library, (reached, reached + 1))
            assert cut or stored_version == reached + 1
            versions += [stored_version] * cut
            reached = stored_version
        running.done(*importing(reached + 1))
        assert version_in(library, (reached + 1,)) == reached + 1
    print(f"{kills} kills, {len(set(versions))} versions reached")
    return versions


def test_killed_at_random_moments_the_import_is_old_or_new(tmp_path: Path) -> None:
    assert len(kill_imports(tmp_path, 10, seed=1)) == 10


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_killed_fifty_times_the_import_is_old_or_new(tmp_path: Path, figure: Figure) -> None:
    figure("kill -9 over `priorcheck library import` with the real encoder", "the old state or the new one, whole", kills=50)
    assert len(kill_imports(tmp_path, 50, seed=2)) == 50


@pytest.mark.parametrize("moment", [0.2, 0.5, 0.8])
def test_killed_while_the_library_is_made(tmp_path: Path, moment: float) -> None:
    library, rows = tmp_path / "library", write_rows(tmp_path / "rows.jsonl", *state(0))
    process = program("library", "import", rows, "--library", library)
    wait_until((library / "library.db").exists, process=process)
    time.sleep(moment * 0.5)
    process.kill()
    process.communicate()
    assert version_in(library, (0,)) in {-1, 0}
    assert ended(program("library", "import", rows, "--library", library)).code == 0 and version_in(library, (0,)) == 0
