"""`python -m tests.quality.wild [--failures] [--sealed] [--only WORD]`: the table of the wild collection."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from app.bootstrap import Session
from tests.quality.wild.cases import Case, open_cases, sealed_cases, shared_cases
from tests.quality.wild.suite import Mark, Result, results, table


def main() -> None:
    """Run the open and the shared cases, or only the sealed ones."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sealed", action="store_true", help="the sealed part: once, at the end")
    parser.add_argument("--failures", action="store_true", help="print the open and shared cases that are not right")
    parser.add_argument("--only", default="", metavar="WORD", help="only cases whose number, kind or file has this word in it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("PRIORCHECK_HOME", str(Path(folder) / "home"))
        session = Session(device="cpu")
        if arguments.sealed:
            with sealed_cases() as cases:
                _report("sealed", cases, session, failures=False)
            return
        for name, cases in (("open", open_cases()), ("shared", shared_cases())):
            _report(name, [case for case in cases if _has(case, arguments.only)], session, failures=arguments.failures)


def _has(case: Case, word: str) -> bool:
    return any(word in text for text in (case.no, case.kind, *(path.name for path in case.files)))


def _report(name: str, cases: Iterable[Case], session: Session, *, failures: bool) -> None:
    case_results = list(results(cases, session))
    if not case_results:
        return
    print(name)
    for kind, counts in table(case_results):
        print(f"  {kind:16} " + "  ".join(f"{mark.value} {counts[mark]:3}" for mark in Mark))
    if failures:
        for result in case_results:
            _print_failure(result)


def _print_failure(result: Result) -> None:
    if result.mark is Mark.RIGHT:
        return
    case = result.case
    print(f"{result.mark.value} {case.no} {case.kind}: {' '.join(path.name for path in case.files)}: {case.why}")
    for difference in result.differences[:8]:
        print(f"    {difference.text}")
    if result.reading.notes:
        print(f"    notes: {result.reading.notes}")


if __name__ == "__main__":
    main()
