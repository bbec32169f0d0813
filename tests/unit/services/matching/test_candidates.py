"""Query variants only add candidates; these are scored against the claim as written and name their variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.document import Sentence
from app.domain.factcheck import FactCheck
from app.domain.match import QueryForm, QueryVariant
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, no_progress
from app.domain.ranked import RankedSentence
from app.domain.verdict import Verdict
from app.services.claim_lookup import look_up
from app.services.engine import Engine
from app.services.matching.candidates import SentenceCandidates
from tests.fakes.engine import fake_engine

POST = (
    "I have walked round the harbour every morning for thirty years and nobody has ever asked me what I think of the cranes. "
    "The ferry to Velden was sold. "
    "My aunt keeps bees behind the harbour wall and says the cranes have never been painted, not once, in all these years."
)
FERRY = "The ferry to Velden was sold."


def _harbour(number: int) -> FactCheck:
    claim = f"I have walked round the harbour every morning for {number} years and the cranes behind the wall have never been painted."
    return FactCheck(id=f"harbour-{number:02d}", claim=claim, verdict=Verdict.FALSE, publisher="Desk", language="en")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    ferry = FactCheck(id="ferry", claim=FERRY, verdict=Verdict.FALSE, rating="False", publisher="Desk", language="en")
    engine = fake_engine(tmp_path / "library", [*(_harbour(number) for number in range(40)), ferry])
    yield engine
    engine.library.close()


def _look_up(engine: Engine, *texts: str, top: int = 40, variants: bool = True) -> tuple[RankedSentence, ...]:
    queries = [Query(qid=str(number), text=text) for number, text in enumerate(texts)]
    options = MatchOptions(top=top, variants=variants)
    return look_up(queries, engine=engine, options=options, progress=no_progress, cancel=CancelToken()).results


def test_a_part_of_a_long_post_finds_what_the_post_had_not(engine: Engine) -> None:
    (alone,) = _look_up(engine, POST, top=20, variants=False)
    assert "ferry" not in [match.factcheck.id for match in alone.matches] and alone.variants == ()
    (widened,) = _look_up(engine, POST)
    (ferry,) = [match for match in widened.matches if match.factcheck.id == "ferry"]
    assert ferry.found_with is QueryForm.PART and ferry.reasons[-1] == "found with one part of the post"
    assert FERRY in [variant.text for variant in widened.variants]


def test_variant_candidates_are_scored_against_the_complete_claim(engine: Engine) -> None:
    (widened,) = _look_up(engine, POST)
    (plain,) = _look_up(engine, POST, top=60, variants=False)
    by_id = {match.factcheck.id: match for match in plain.matches}
    for match in widened.matches:
        parts = by_id[match.factcheck.id].parts
        assert replace(match.parts, fused=None, pair=None, quoted=None) == replace(parts, fused=None, pair=None, quoted=None)


def test_variants_do_not_displace_fully_compared_candidates() -> None:
    candidates = SentenceCandidates(
        sentence=Sentence(index=0, text=POST, start=0, end=len(POST)),
        rows=np.arange(5, dtype=np.int32),
        measures={"fused": np.zeros(5, np.float32)},
        prefilter_score=np.array([1, 2, 3, 4, 5], np.float32),
        foreign=np.zeros(5, np.bool_),
        preliminary=0.0,
        preliminary_probability=0.5,
        checkworthiness=0.5,
    )
    assert candidates.most_promising(2) == [4, 3]
    assert replace(candidates, found_with={4: QueryForm.PART}).most_promising(2) == [4, 3, 2]
    of_variants = replace(candidates, found_with={4: QueryForm.PART, 0: QueryForm.PART})
    assert of_variants.most_promising(3) == [4, 3, 2, 1] and sorted(of_variants.most_promising(9)) == [0, 1, 2, 3, 4]
    assert replace(candidates, foreign=np.arange(5) == 3).most_promising(2) == [4, 3, 2]


def test_no_fact_check_is_listed_twice(engine: Engine) -> None:
    for top in (5, 20, 25, 41):
        (result,) = _look_up(engine, POST, top=top)
        ids = [match.factcheck.id for match in result.matches]
        assert len(ids) == len(set(ids)) == top


def test_other_queries_do_not_change_a_claims_matches(engine: Engine) -> None:
    alone, together = (
        _look_up(engine, POST, top=5)[0],
        _look_up(engine, "Fish.", POST, "The ferry was sold in 2019 by Anna Berg.", top=5)[1],
    )
    assert replace(alone, rank=0, sentence=together.sentence) == replace(together, rank=0)


def test_the_record_says_whether_variants_were_tried(engine: Engine) -> None:
    for variants, word in ((True, "tried"), (False, "not tried")):
        options = MatchOptions(variants=variants)
        run = look_up([Query(qid="q", text=POST)], engine=engine, options=options, progress=no_progress, cancel=CancelToken()).run
        assert dict(run.parameters)["variants"] == word and run.factchecks == 41


def test_a_claim_is_matched_without_its_links_and_shown_with_them(engine: Engine) -> None:
    linked = f"https://t.co/q1 {FERRY} https://example.org/harbour-cranes"
    plain, with_links = _look_up(engine, FERRY, linked)
    assert with_links.sentence.text == linked and with_links.sentence.end == len(linked)
    assert with_links.matches == plain.matches and with_links.probability == plain.probability


def test_rewordings_only_add_candidates_and_are_marked(engine: Engine) -> None:
    text = "Forty years of cranes behind the harbour wall, never painted."
    query, options = [Query(qid="q", text=text)], MatchOptions(top=60)

    def results(reworded: dict[str, tuple[QueryVariant, ...]]) -> RankedSentence:
        return look_up(query, engine=engine, options=options, progress=no_progress, cancel=CancelToken(), reworded=reworded).results[0]

    plain = results({})
    reworded_result = results({text: (QueryVariant(QueryForm.REWORDED, FERRY),)})
    assert all(match.found_with is not QueryForm.REWORDED for match in plain.matches)
    (ferry,) = [match for match in reworded_result.matches if match.factcheck.id == "ferry"]
    assert ferry.found_with is QueryForm.REWORDED and ferry.found_with.words == "reworded by the language model"
    assert (
        QueryVariant(QueryForm.REWORDED, FERRY) in reworded_result.variants
        and reworded_result.matches[0].factcheck.id == plain.matches[0].factcheck.id
    )
