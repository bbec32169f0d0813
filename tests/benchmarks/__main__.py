"""`make bench`: the benchmarks, printed as a table and kept in RESULTS.md.

    python -m tests.benchmarks [library] [browse] [rank] [window] [long] [startup] [claims] [review] [debates] [reports] [posts] [ask] [cards] [evidence]
        [verify] [rerank] [repeats] [narratives] [languages] [multilingual] [translated] [adapt] [checking] [attacks]

Each part works in a folder of its own below `build/bench`, which is kept so that parts can be run one by one; the
library is built anew by `library`. Nothing here is a test: a missed target is printed as missed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.benchmarks import (
    adapt,
    ask,
    attacks,
    browse,
    cards,
    checking,
    claims,
    debates,
    evidence,
    languages,
    library,
    longdocument,
    multilingual,
    narratives,
    posts,
    rank,
    repeats,
    reports,
    rerank,
    review,
    startup,
    translated,
    verify,
    window,
)
from tests.benchmarks.table import environment, write_results

ROOT = Path(__file__).resolve().parents[2]
PARTS = {
    "library": library.measure,
    "browse": browse.measure,
    "rank": rank.measure,
    "window": window.measure,
    "long": longdocument.measure,
    "startup": startup.measure,
    "claims": claims.measure,
    "review": review.measure,
    "debates": debates.measure,
    "reports": reports.measure,
    "posts": posts.measure,
    "ask": ask.measure,
    "cards": cards.measure,
    "evidence": evidence.measure,
    "verify": verify.measure,
    "checking": checking.measure,
    "attacks": attacks.measure,
    "rerank": rerank.measure,
    "repeats": repeats.measure,
    "narratives": narratives.measure,
    "languages": languages.measure,
    "multilingual": multilingual.measure,
    "translated": translated.measure,
    "adapt": adapt.measure,
}

LONG = frozenset({"adapt", "verify"})
"""Parts that take an hour or more on two free cores, and run only when they are named."""


def main() -> int:
    """Run the chosen parts (all by default) and write the table."""
    parser = argparse.ArgumentParser(description="Measure speed, memory and ranking quality on the research data.")
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], default=[])
    parts = parser.parse_args().parts or [name for name in PARTS if name not in LONG]
    data = ROOT.parent / "shared" / "data"
    if not data.is_dir():
        print("The research data (../shared/data) is not there; nothing can be measured.", file=sys.stderr)
        return 2
    work = ROOT / "build" / "bench"
    work.mkdir(parents=True, exist_ok=True)
    for name in parts:
        print(f"== {name}", file=sys.stderr, flush=True)
        for result in PARTS[name](data=data, work=work):
            print(result.line(), flush=True)
            write_results([result], ROOT / "tests" / "benchmarks" / "RESULTS.md", environment())  # at once: some parts take hours
    return 0


if __name__ == "__main__":
    sys.exit(main())
