"""A single claim: fact-checks appear in their final order before their stance is judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.factcheck import FactCheck
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, no_progress
from app.domain.ranked import Outcome, RankedSentence
from app.domain.verdict import SentenceVerdict, Verdict
from app.services.claim_lookup import FIRST_CHUNK, LookedUp, look_up
from app.services.engine import Engine
from tests.fakes.engine import fake_engine

CLAIM = "The ferry to Velden was sold in 2019."


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    claims = (CLAIM, "The ferry to Velden was painted in 2019.", "Anna Berg keeps bees behind the harbour wall.")
    checks = [
        FactCheck(id=str(number), claim=claim, verdict=Verdict.FALSE, rating="False", publisher="Desk", language="en")
        for number, claim in enumerate(claims)
    ]
    engine = fake_engine(tmp_path / "library", checks)
    yield engine
    engine.library.close()


def _look_up(engine: Engine, *texts: str) -> tuple[list[LookedUp], tuple[RankedSentence, ...]]:
    early: list[LookedUp] = []
    lookup = look_up(
        [Query(qid=str(number), text=text) for number, text in enumerate(texts)],
        engine=engine,
        options=MatchOptions(top=3),
        progress=no_progress,
        cancel=CancelToken(),
        on_first=early.append,
    )
    return early, lookup.results


def _ids(entry: RankedSentence) -> list[str]:
    return [match.factcheck.id for match in entry.matches]


def test_the_order_of_the_first_results_is_the_final_one(engine: Engine) -> None:
    (first,), (final,) = _look_up(engine, CLAIM)
    (early,) = first.results
    assert _ids(early)[:3] == _ids(final)[:3] and _ids(final)[0] == "0"
    assert [match.score for match in early.matches[:3]] == [match.score for match in final.matches[:3]]


def test_first_results_have_no_stance_or_verdict(engine: Engine) -> None:
    (first,), (final,) = _look_up(engine, CLAIM)
    (early,) = first.results
    assert not any(match.stance_probabilities.judged for match in early.matches)
    assert early.verdict is SentenceVerdict.UNKNOWN and early.outcome is Outcome.AMBIGUOUS
    assert early.reasons == ("fact-checks were found; whether they agree is still being judged",)
    assert final.matches[0].stance_probabilities.judged and final.verdict is SentenceVerdict.FALSE


def test_several_claims_come_in_parts_that_are_the_final_entries_of_the_first_ones(engine: Engine) -> None:
    texts = [f"{CLAIM} Number {number}." for number in range(3 * FIRST_CHUNK + 1)]
    parts, results = _look_up(engine, *texts)
    assert [len(part.results) for part in parts] == [FIRST_CHUNK, 3 * FIRST_CHUNK]
    for part in parts:
        assert part.results == results[: len(part.results)]
    assert [entry.sentence.text for entry in results] == texts


def test_no_early_results_without_stance_or_for_several_claims(engine: Engine) -> None:
    early, (alone,) = _look_up(replace(engine, stance_languages=frozenset()), CLAIM)
    assert not early and not any(match.stance_probabilities.judged for match in alone.matches)
    early, results = _look_up(engine, CLAIM, "Anna Berg keeps bees behind the harbour wall.")
    assert not early and len(results) == 2
    assert [entry.matches for entry in results[:1]] == [entry.matches for entry in _look_up(engine, CLAIM)[1]]
