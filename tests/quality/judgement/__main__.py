"""`python -m tests.quality.judgement [--sealed] [--failures]`: the table of the judgement suite."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from app.bootstrap import Session
from app.domain.ranked import RankedSentence
from app.store import open_library
from tests.quality.judgement.suite import FOLDER, Case, Mark, judged, mark, read_cases, table


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sealed", action="store_true", help="both halves: once, at the end")
    parser.add_argument("--failures", action="store_true", help="print the open cases that are not right")
    chosen = parser.parse_args()
    halves = ("open.jsonl", "sealed.jsonl.gz") if chosen.sealed else ("open.jsonl",)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("PRIORCHECK_HOME", str(Path(folder) / "home"))
        session = Session(device="cpu")
        open_library(Path(folder) / "none", create=True).close()
        rankers = session.preliminary_ranker(), session.ranker(), session.query_ranker()
        engine = session.engine_with(Path(folder) / "none", preliminary_ranker=rankers[0], ranker=rankers[1], query_ranker=rankers[2])
        for half in halves:
            results = list(judged(read_cases(FOLDER / half), engine, Path(folder) / half))
            print(half)
            for kind, counts in table(results):
                print(f"  {kind:15} " + "  ".join(f"{name.value} {counts[name]:3}" for name in Mark))
            if chosen.failures and half == "open.jsonl":
                _print_failures(results)
        session.close()


def _print_failures(results: list[tuple[Case, RankedSentence]]) -> None:
    for case, entry in results:
        if (found := mark(case, entry)) is not Mark.RIGHT:
            print(f"{found.value} {case.id} {case.kind}: {entry.sentence.text}")
            print(f"    said {entry.verdict.value} ({entry.verdict_reason.value}), expected {case.verdict.value} ({case.reason})")
            for match in entry.matches[:3]:
                reading = match.reading.act.value if match.reading else "-"
                print(f"    {match.score:.3f} {match.stance.value} {reading} {match.factcheck.rating}: {match.factcheck.claim}")


if __name__ == "__main__":
    main()
