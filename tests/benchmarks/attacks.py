"""Cost of each hostile file for its command: processor time and peak memory of all processes, and the message."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.table import Result
from tests.campaigns.attacks import ATTACKS, Cost, cost_of

_SECONDS, _MEMORY = 10.0, 1_000_000_000
_DEMO = Path(__file__).resolve().parents[2] / "resources" / "demo"
_FEED = _DEMO / "factchecks_en.jsonl"


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Run every attack on a library of the demo's fact-checks, imports on a copy of it."""
    library = work / "attacked"
    shutil.rmtree(library, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "app", "library", "import", str(_FEED), "--library", str(library), "--quiet"], check=True)
    for attack in ATTACKS:
        with tempfile.TemporaryDirectory(dir=work) as folder:
            copy = shutil.copytree(library, Path(folder) / "library")
            cost = cost_of(attack, Path(folder), copy)
            size = (Path(folder) / attack.name).stat().st_size / 1e6
        is_met = cost.code in (0, 2) and cost.seconds < _SECONDS and cost.memory < _MEMORY
        name = f"attack: {' '.join(word for word in attack.command[:2] if word.islower())} {attack.name}, {size:.2f} MB"
        yield Result(name=name, value=_in_words(cost, folder), target="10 s, 1 GB, exit 0 or 2", met=is_met)


def _in_words(cost: Cost, folder: str) -> str:
    cost_text = f"{cost.seconds:.1f} s of processor time ({cost.clock:.1f} s by the clock), {cost.memory / 1e6:.0f} MB"
    lines = [line for line in cost.err.replace(f"{folder}/", "").splitlines() if line.strip()]
    outcome = lines[-1].removeprefix("priorcheck: ").replace("|", "/") if lines and cost.code else "read"
    return f"{cost_text}; exit {cost.code}: {outcome}"
