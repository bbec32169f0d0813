"""`priorcheck evaluate debates` on the seven annotated debates: our own ranking by all measures of the seed paper, both protocols.

The paper's rebuilt systems stand in the same command's full table (`DEBATES.md` beside this, which names its options). It takes an hour
or more the first time and is therefore no part of this: `priorcheck evaluate debates --gold ../shared/data/debates --library DIR
--out F.json --table F.md` (costly values are kept in build/evaluate).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from models.research.refitted_ranker import NAME
from tests.benchmarks import library
from tests.benchmarks.command import run
from tests.benchmarks.table import Result

TARGETS = {"map": 0.68, "map_h_1": 0.50, "map_h_3": 0.60, "map_05_3": 0.66}
"""What is to be reached over all fact-checks; the paper's best are 0.522, 0.323, 0.468 and 0.512."""

OWN = "our own"
PROTOCOLS = {"all": "all fact-checks", "before": "published before the debate"}


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Report every measure of every system of the project, MAP with its 95% interval over sentences and each debate's value."""
    out = work / "debates.json"
    arguments = ["--gold", data / "debates", "--library", library.ensure(data, work), "--out", out, "--work", work / "evaluate"]
    run(["evaluate", "debates", *arguments, "--parts", "own", "--quiet"], home=work / "home-debates")
    yield from results(json.loads(out.read_text(encoding="utf-8")))


def results(report: dict[str, Any]) -> Iterator[Result]:
    """Return the rows of the project's systems in a report of that command."""
    for system in report["systems"]:
        if system["family"] != OWN:
            continue
        note = "" if system["system"] == NAME else " (has learnt from these debates)"
        label = f"{system['system']}{note}, {PROTOCOLS[system['protocol']]}"
        for name, value in system["measures"].items():
            fair = system["protocol"] == "all" and system["system"] == NAME  # the shipped ranker may know these debates
            target = TARGETS.get(name) if fair else None
            yield Result(
                name=f"evaluate debates: {name}, {label}",
                value=f"{value:.3f}" + (_details(system) if name == "map" else ""),
                target=f"≥ {target}" if target else "",
                met=value >= target if target else None,
            )
        without = system["without_repeated"]["measures"]["map"]
        yield Result(name=f"evaluate debates: map without repeated lines, {label}", value=f"{without:.3f}")


def _details(system: dict[str, Any]) -> str:
    low, high = system["map_interval"]["over_sentences"]
    per_debate = ", ".join(f"{name[:8]} {scores['map']:.3f}" for name, scores in system["each_debate"].items())
    return f" (95% {low:.3f}–{high:.3f}; {per_debate})"
