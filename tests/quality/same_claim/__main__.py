"""`python -m tests.quality.same_claim`: how true the chances of the sixty pairs are."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np

from app.bootstrap import Session
from app.domain.likelihood import likelihood_words
from app.store import open_library
from models.ranker.train_chance import measured
from tests.quality.same_claim.suite import read_pairs, shown


def main() -> None:
    """Run and print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("PRIORCHECK_HOME", str(Path(folder) / "home"))
        session = Session(device="cpu")
        open_library(Path(folder) / "none", create=True).close()
        rankers = session.preliminary_ranker(), session.ranker(), session.query_ranker()
        engine = session.engine_with(Path(folder) / "none", preliminary_ranker=rankers[0], ranker=rankers[1], query_ranker=rankers[2])
        found = shown(read_pairs(), engine, Path(folder) / "library")
        session.close()
    chances = np.array([one.probability for one in found])
    print(measured(chances, np.array([[one.pair, one.row.same] for one in found], float)))
    for one in sorted(found, key=lambda each: -each.probability):
        told = likelihood_words(one.probability)
        print(f"{one.probability:.2f} {one.pair:.3f} {'same' if one.row.same else 'other':5} {told}: {one.row.sentence} | {one.row.claim}")


if __name__ == "__main__":
    main()
