"""The pipeline over a real library with a hashing encoder: stages, depths, fusions, switches, duplicates, cancelling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from app.claims.reader import SyntaxClaimReader
from app.domain.factcheck import FactCheck
from app.domain.options import MatchOptions, Query
from app.domain.pipeline import DEPTHS, Fusion, Stage, pipeline_options
from app.domain.progress import CancelToken, no_progress
from app.domain.ranked import Outcome
from app.domain.speech import SpeechAct
from app.domain.verdict import SentenceVerdict, Verdict
from app.errors import Cancelled, InputError
from app.services.bicross.lookup import look_up_staged
from app.services.bicross.nearness import most_alike, weighted
from app.services.bicross.stages import run_stages
from app.services.claim_lookup import LookedUp, look_up, read_claims
from app.services.engine import Engine
from app.services.matching.context import MatchContext
from tests.fakes.engine import fake_engine
from tests.fakes.library_samples import samples
from tests.fakes.syntax import FakeParser

LAKES = FactCheck(
    id="lakes",
    claim="The lake of Ostrel holds nine fish.",
    body="Nothing of note here. The lake of Ostrel was fished empty by herons. The weather was fine.",
    verdict=Verdict.FALSE,
    publisher="Desk",
    published=date(2020, 1, 1),
    url="https://desk.example/lakes",
    language="en",
)
HIDDEN = FactCheck(
    id="hidden", claim="What the council said.", body="Somebody painted the old harbour crane of Ostrel pink.", language="en"
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    twin = replace(LAKES, id="lakes-again")
    fake = fake_engine(tmp_path_factory.mktemp("bicross") / "library", [LAKES, twin, HIDDEN, *samples(60)])
    yield fake
    fake.library.close()


def look_up_texts(engine: Engine, *texts: str, top: int = 10, **choices: object) -> LookedUp:
    stages = choices.pop("stages", tuple(Stage))
    return look_up_staged(
        [Query(qid=str(number), text=text) for number, text in enumerate(texts)],
        engine=engine,
        options=MatchOptions(top=top),
        pipeline=pipeline_options(stages, **choices),  # type: ignore[arg-type]
        progress=no_progress,
        cancel=CancelToken(),
    )


CLAIM = "They say the lake of Ostrel holds nine fish!"


@pytest.mark.parametrize("fusion", list(Fusion))
@pytest.mark.parametrize("stages", [(Stage.BM25,), (Stage.BI,), (Stage.BM25, Stage.BI), (Stage.BI, Stage.CROSS), tuple(Stage)])
def test_every_choice_of_stages_finds_the_claim_once(engine: Engine, fusion: Fusion, stages: tuple[Stage, ...]) -> None:
    entry = look_up_texts(engine, CLAIM, stages=stages, fusion=fusion).results[0]
    ids = [match.factcheck.id for match in entry.matches]
    assert ids[0] in ("lakes", "lakes-again") and len(set(ids)) == len(ids)
    assert entry.matches[0].same_as and not {"lakes", "lakes-again"} <= set(ids)
    parts = entry.matches[0].parts
    assert [value is not None for value in (parts.bm25_claim, parts.dense_claim, parts.pair)] == [stage in stages for stage in Stage]
    assert all((match.probability is None) == (match.parts.pair is None) for match in entry.matches)
    assert [match.score for match in entry.matches] == sorted((match.score for match in entry.matches), reverse=True)
    assert entry.outcome is (Outcome.MATCH if Stage.CROSS in stages else Outcome.AMBIGUOUS)


def test_the_chance_is_that_of_claims_that_are_looked_up_without_the_pipeline(engine: Engine) -> None:
    query = [Query(qid="1", text=CLAIM)]
    usual = look_up(query, engine=engine, options=MatchOptions(), progress=no_progress, cancel=CancelToken()).results[0].matches[0]
    staged = look_up_texts(engine, CLAIM).results[0].matches
    (same,) = (match for match in staged if usual.factcheck.id in (match.factcheck.id, *match.same_as))
    assert same.probability is not None and same.probability == pytest.approx(usual.probability, abs=1e-5)


def test_speech_acts_are_read_as_without_the_pipeline(tmp_path: Path) -> None:
    rising = replace(LAKES, id="rising", claim="Crime is rising.", body="")
    reading = replace(fake_engine(tmp_path / "library", [rising]), claim_reader=SyntaxClaimReader(FakeParser()))
    text = "The claim that crime is rising is false."
    query = [Query(qid="1", text=text)]
    usual = look_up(query, engine=reading, options=MatchOptions(), progress=no_progress, cancel=CancelToken()).results[0]
    staged = look_up_texts(reading, text).results[0]
    reading.library.close()
    assert staged.speech_act is usual.speech_act is SpeechAct.DENY
    assert staged.verdict is usual.verdict is SentenceVerdict.UNKNOWN
    assert staged.matches[0].reading == usual.matches[0].reading is not None


def test_a_claim_inside_a_body_is_found_by_its_sentences(engine: Engine) -> None:
    text = "The old harbour crane of Ostrel was painted pink by somebody."
    read = look_up_texts(engine, text, stages=(Stage.BM25, Stage.BI), fusion=Fusion.LAST).results[0]
    unread = look_up_texts(engine, text, stages=(Stage.BM25, Stage.BI), fusion=Fusion.LAST, read=0).results[0]
    assert read.matches[0].factcheck.id == "hidden"
    position = (
        [match.factcheck.id for match in unread.matches].index("hidden")
        if "hidden" in [other.factcheck.id for other in unread.matches]
        else 99
    )
    assert position > 0 or unread.matches[0].score < read.matches[0].score


def test_each_stage_narrows_the_candidates(engine: Engine) -> None:
    with engine.snapshot() as snapshot:
        context = MatchContext(engine=engine, snapshot=snapshot, options=MatchOptions(), single_claims=True)
        staged = run_stages(read_claims([CLAIM, "zxqv qqqq"]), pipeline_options(tuple(Stage), depths=(12, 5, 3)), context, CancelToken())
    rows_by_stage = [set(hits.rows[0][hits.rows[0] >= 0].tolist()) for hits in staged.stages.values()]
    assert [len(rows) for rows in rows_by_stage] == [12, 5, 3] and rows_by_stage[0] > rows_by_stage[1] > rows_by_stage[2]
    assert (staged.stages[Stage.BM25].rows[1] < 0).all() and (staged.fused.rows[1] < 0).all()
    assert set(staged.fused.rows[0][staged.fused.rows[0] >= 0].tolist()) == rows_by_stage[0]


def test_other_queries_do_not_change_a_claims_results(engine: Engine) -> None:
    alone = look_up_texts(engine, CLAIM).results[0].matches
    among = (
        look_up_texts(engine, "The mayor closed bridges", CLAIM, *(f"Claim {number} about rivers" for number in range(12)))
        .results[1]
        .matches
    )
    assert [match.factcheck.id for match in alone] == [match.factcheck.id for match in among]
    assert [match.score for match in alone] == pytest.approx([match.score for match in among], abs=1e-5)


def test_restrictions_hold_in_every_stage(engine: Engine) -> None:
    for stages in (tuple(Stage), (Stage.BI, Stage.CROSS)):
        results = look_up_staged(
            [Query(qid="1", text=CLAIM)],
            engine=engine,
            options=MatchOptions(top=20, as_of=date(2020, 1, 1), include_publishers=("desk", "harbour check")),
            pipeline=pipeline_options(stages),
            progress=no_progress,
            cancel=CancelToken(),
        ).results
        assert results[0].matches and all(match.factcheck.publisher == "Harbour Check" for match in results[0].matches)


def test_the_run_record_names_the_pipeline(engine: Engine) -> None:
    parameters = dict(look_up_texts(engine, CLAIM, stages=(Stage.BI, Stage.CROSS), depths=(20,), fusion=Fusion.RRF).run.parameters)
    assert (parameters["pipeline"], parameters["stages"], parameters["depths"], parameters["fusion"]) == (
        "bicross",
        "bi,cross",
        "20,20",
        "rrf",
    )


def test_cancelling_stops_it(engine: Engine) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        look_up_staged(
            [Query(qid="1", text=CLAIM)],
            engine=engine,
            options=MatchOptions(),
            pipeline=pipeline_options(tuple(Stage)),
            progress=no_progress,
            cancel=cancel,
        )


@pytest.mark.parametrize(("stages", "depths"), [((Stage.CROSS,), ()), ((), ()), ((Stage.BI, Stage.BM25), ()), ((Stage.BI,), (1, 2))])
def test_stages_that_do_not_go_together_are_refused(stages: tuple[Stage, ...], depths: tuple[int, ...]) -> None:
    with pytest.raises(InputError):
        pipeline_options(stages, depths=depths)


def test_depths_are_the_usual_ones_and_never_grow() -> None:
    assert pipeline_options(tuple(Stage)).depths == tuple(DEPTHS[stage] for stage in Stage)
    assert pipeline_options(tuple(Stage), depths=(50,)).depths == (50, 50, 50)


def test_three_nearest_sentences_weigh_one_half_four_and_one_tenth() -> None:
    cosines = np.array([[0.2, np.nan, 0.8, 0.4, 0.1], [np.nan, 0.6, np.nan, 0.4, np.nan], [np.nan] * 5], np.float32)
    assert weighted(cosines).tolist() == pytest.approx([0.4 + 0.16 + 0.02, (0.3 + 0.16) / 0.9, -1.0])


def test_the_sentences_that_share_most_are_read_in_their_order() -> None:
    sentences = ["A lake lies here.", "Nothing.", "The lake holds fish.", "Fish swim."]
    assert most_alike(frozenset({"lake", "fish", "holds"}), sentences, 2) == ["The lake holds fish.", "Fish swim."]
