"""`python -m tests.quality.judgement [--sealed | --sealed-2] [--failures]`: the table of the judgement suite."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from app.bootstrap import Session
from app.domain.ranked import RankedSentence
from app.store import open_library
from tests.quality.judgement.suite import FOLDER, Case, Mark, always_silent, judged, mark, read_cases, table


def main() -> None:
    parser = argparse.ArgumentParser()
    files = parser.add_mutually_exclusive_group()
    files.add_argument("--sealed", action="store_true", help="both halves: once, at the end")
    files.add_argument("--sealed-2", action="store_true", help="the second sealed file alone: once")
    parser.add_argument("--failures", action="store_true", help="print the open cases that are not right")
    arguments = parser.parse_args()
    names = ["open.jsonl", *(["sealed.jsonl.gz"] if arguments.sealed else [])]
    if arguments.sealed_2:
        names = ["sealed_2.jsonl.gz"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("PRIORCHECK_HOME", str(Path(folder) / "home"))
        session = Session(device="cpu")
        open_library(Path(folder) / "none", create=True).close()
        rankers = session.models.preliminary_ranker(), session.models.ranker(), session.models.query_ranker()
        engine = session.engine_with(Path(folder) / "none", preliminary_ranker=rankers[0], ranker=rankers[1], query_ranker=rankers[2])
        for name in names:
            cases = read_cases(FOLDER / name)
            results = list(judged(cases, engine, Path(folder) / name))
            print(name)
            baseline = always_silent(cases)
            for kind, counts in table(results):
                row = "  ".join(f"{value.value} {counts[value]:3}" for value in Mark)
                print(f"  {kind:15} {row}  (always silent: right {baseline[kind]:3})")
            if arguments.failures and name == "open.jsonl":
                _print_failures(results)
        session.close()


def _print_failures(results: list[tuple[Case, RankedSentence]]) -> None:
    for case, entry in results:
        if (case_mark := mark(case, entry)) is not Mark.RIGHT:
            print(f"{case_mark.value} {case.id} {case.kind}: {entry.sentence.text}")
            print(f"    said {entry.verdict.value} ({entry.verdict_reason.value}), expected {case.verdict.value} ({case.reason})")
            for match in entry.matches[:3]:
                reading = match.reading.act.value if match.reading else "-"
                print(f"    {match.score:.3f} {match.stance.value} {reading} {match.factcheck.rating}: {match.factcheck.claim}")


if __name__ == "__main__":
    main()
