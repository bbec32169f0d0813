"""Time and memory of reports of a long debate: 5,000 sentences with five matches each, 500 of them decided."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

from app.domain.review import Decision, Mark, MarkChange, Marks, ReviewOperation, Target
from app.domain.reviewed import Included, ReportChoice, Reviewed, pairs_of
from app.domain.verdict import Verdict
from app.services.reports import FORMATS, write_report
from tests.benchmarks.table import Result
from tests.fakes import worker_handlers as fakes

SENTENCES, DECIDED = 5000, 500
TARGETS = {"jsonl": 5.0, "csv": 5.0, "html": 5.0, "docx": 60.0, "pdf": 60.0, "xlsx": 30.0, "jsonld": 5.0}


def long_debate() -> Reviewed:
    """Return a ranked debate, partly reviewed by one person."""
    ranked = fakes.ranked(fakes.document(SENTENCES), top=5)
    marks, acts = Marks(), []
    for number in range(DECIDED):
        key = str(number * (SENTENCES // DECIDED))
        by_hand = number % 5 == 0
        target = Target(key) if by_hand else Target(key, ranked.sentences[int(key)].matches[0].factcheck.id)
        mark = Mark(verdict=Verdict.FALSE, note="Checked by hand.") if by_hand else Mark(decision=Decision.CONFIRMED)
        acts.append(
            ReviewOperation(label="Decide", who="Mara", at="2026-02-03T20:00:00+00:00", changes=(MarkChange(target, Mark(), mark),))
        )
        marks.apply(acts[-1])
    return Reviewed(ranked=ranked, marks=pairs_of(marks), acts=tuple(acts), lead="Mara", newsroom="Velden Daily")


def measure(*, data: Path, work: Path) -> list[Result]:
    """Start one process per format, so that memory is measured separately; once for the whole report, once with every sentence."""
    results = []
    for name in FORMATS:
        for included in (Included.EVERYTHING, Included.SHOWN):
            if included is Included.SHOWN and name not in ("html", "docx", "pdf"):
                continue
            command = [sys.executable, "-m", "tests.benchmarks.reports", name, included.value, str(work / f"report.{name}")]
            seconds, memory, size = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            extent = "500 decided and the top 40" if included is Included.EVERYTHING else "all 5,000 listed"
            extent = "" if name in ("jsonl", "csv", "xlsx", "jsonld") else f", {extent}"
            target = TARGETS[name] if included is Included.EVERYTHING else None
            results.append(
                Result(
                    name=f"report of 5,000 sentences as {name}{extent}",
                    value=f"{float(seconds):.1f} s, {int(memory):,} MB at most, {int(size) / 1e6:.1f} MB written",
                    target=f"< {target:.0f} s" if target else "",
                    met=float(seconds) < target if target else None,
                )
            )
    return results


def main() -> None:
    """Write one report and print seconds, the peak memory in MB, and the file's size."""
    included, path = sys.argv[2:]
    reviewed = long_debate()
    choice = ReportChoice(included=Included(included), indexes=tuple(range(SENTENCES)))
    start = time.perf_counter()
    write_report(reviewed, Path(path), choice)
    seconds = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{seconds:.3f} {memory} {Path(path).stat().st_size}")


if __name__ == "__main__":
    main()
