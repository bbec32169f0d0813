"""The chance of a match with the real models: a quotation is surely the same claim, and what is called the same is the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bootstrap import Session
from app.domain.likelihood import PROBABLY, SAME
from app.services.engine import Engine
from app.store import open_library
from tests.quality.same_claim.suite import Row, Shown, read_pairs, shown

ROWS = read_pairs()
CLAIMS = tuple(dict.fromkeys(row.claim for row in ROWS))[::6]
SHORT = ("I voted for Reyes.", "Wages never rose.", "The bridge is safe now.", "Nobody checks the ballots.")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("same") / "none"
    open_library(folder, create=True).close()
    session = Session(device="cpu")
    rankers = session.preliminary_ranker(), session.ranker(), session.query_ranker()
    yield session.engine_with(folder, preliminary_ranker=rankers[0], ranker=rankers[1], query_ranker=rankers[2])
    session.close()


@pytest.fixture(scope="module")
def pairs(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> list[Shown]:
    return shown(ROWS, engine, tmp_path_factory.mktemp("same") / "library")


@pytest.mark.parametrize("quoting", ["{}", "“{}”", "As I said: {} Everybody knows that.", "Believe me, {}"])
def test_a_verbatim_quotation_is_the_same_claim(engine: Engine, tmp_path: Path, quoting: str) -> None:
    quoted = tuple(Row(topic="", sentence=quoting.format(claim), claim=claim, same=True) for claim in (*CLAIMS, *SHORT))
    low = [(one.row.sentence, one.probability) for one in shown(quoted, engine, tmp_path / "library") if one.probability < 0.9]
    wanted = {row.sentence for row in quoted if len(row.claim.split()) >= 4}
    assert [one for one in low if one[0] in wanted] == []


def test_what_is_called_the_same_claim_is_the_same(pairs: list[Shown]) -> None:
    for bound in (SAME, PROBABLY):
        called = [one.row for one in pairs if one.probability >= bound]
        assert called and sum(row.same for row in called) >= 0.85 * len(called)


def test_pairs_that_are_the_same_are_shown_a_higher_chance(pairs: list[Shown]) -> None:
    same, other = ([one.probability for one in pairs if one.row.same is held] for held in (True, False))
    assert sum(a > b for a in same for b in other) > 0.9 * len(same) * len(other)
