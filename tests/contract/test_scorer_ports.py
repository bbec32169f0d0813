"""What every PairScorer, StanceScorer and CheckworthinessScorer promises, asked of the bundled ones."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from app.domain.progress import CancelToken
from app.errors import Cancelled
from app.inference import CachedEncoder, load_checkworthiness_scorer, load_encoder, load_pair_scorer, load_stance_scorer
from app.paths import models_dir
from app.ports import CheckworthinessScorer, PairInput, PairScorer, StanceScorer, TextEncoder
from tests.fakes.vector_cache import MemoryVectorCache

PAIRS = [
    PairInput(sentence="Unemployment fell by two percent.", claim="Unemployment fell by 2 percent last year.", title="Jobs claim holds"),
    PairInput(sentence="Good evening.", claim="The bridge opened in 1931.", title="", speaker="HOST", claimant="Orla Finch"),
    PairInput(sentence="", claim="", title=""),
    PairInput(sentence="Nobody voted twice.", claim="Thousands voted twice in Embershire.", title="No, nobody voted twice"),
]
PREMISES = ["The bridge opened in 1931.", "Taxes went up in every town.", "", "Cats sleep a lot."]
HYPOTHESES = ["The bridge was opened in 1931.", "Taxes did not go up in any town.", "", "The mayor bought a boat."]

SENTENCES = ["Unemployment fell from 9 percent to 5 percent in 2015.", "Thank you all for coming tonight.", "", "I think we can do better."]


@lru_cache(maxsize=1)
def encoder() -> TextEncoder:
    return CachedEncoder(load_encoder(models=models_dir(), device="cpu"), MemoryVectorCache())


@pytest.fixture
def pair_scorer() -> PairScorer:
    return load_pair_scorer(encoder(), models=models_dir())


@pytest.fixture
def stance_scorer() -> StanceScorer:
    return load_stance_scorer(encoder(), models=models_dir())


@pytest.fixture
def checkworthiness_scorer() -> CheckworthinessScorer:
    return load_checkworthiness_scorer(encoder(), models=models_dir())


def test_pair_scores_are_probabilities_in_order(pair_scorer: PairScorer) -> None:
    scores = pair_scorer.score(PAIRS, cancel=CancelToken())
    assert (scores.shape, scores.dtype) == ((len(PAIRS),), np.float32)
    assert ((scores >= 0) & (scores <= 1)).all()
    assert min(scores[0], scores[3]) > 0.02
    assert scores[1] < 0.001


def test_a_pair_score_is_a_function_of_its_pair_alone(pair_scorer: PairScorer) -> None:
    together = pair_scorer.score(PAIRS * 700, cancel=CancelToken())
    alone = np.concatenate([pair_scorer.score([pair], cancel=CancelToken()) for pair in PAIRS])
    assert np.allclose(together, np.tile(alone, 700), atol=1e-5)


def test_stance_rows_sum_to_one(stance_scorer: StanceScorer) -> None:
    rows = stance_scorer.stance(PREMISES, HYPOTHESES, cancel=CancelToken())
    assert (rows.shape, rows.dtype) == ((len(PREMISES), 3), np.float32)
    assert np.allclose(rows.sum(axis=1), 1.0, atol=1e-5)
    assert rows[[0, 1, 3]].argmax(axis=1).tolist() == [0, 1, 2]


def test_a_stance_is_a_function_of_its_pair_alone(stance_scorer: StanceScorer) -> None:
    together = stance_scorer.stance(PREMISES * 500, HYPOTHESES * 500, cancel=CancelToken())
    alone = np.vstack([stance_scorer.stance([p], [h], cancel=CancelToken()) for p, h in zip(PREMISES, HYPOTHESES, strict=True)])
    assert np.allclose(together, np.tile(alone, (500, 1)), atol=1e-5)


def test_checkworthiness_is_a_probability_in_order(checkworthiness_scorer: CheckworthinessScorer) -> None:
    scores = checkworthiness_scorer.score(SENTENCES, cancel=CancelToken())
    assert (scores.shape, scores.dtype) == ((len(SENTENCES),), np.float32)
    assert ((scores >= 0) & (scores <= 1)).all()
    assert scores[0] > 0.5 > max(scores[1], scores[3]) and scores[2] == 0


def test_checkworthiness_is_a_function_of_its_text_alone(checkworthiness_scorer: CheckworthinessScorer) -> None:
    together = checkworthiness_scorer.score(SENTENCES * 300, cancel=CancelToken())
    alone = np.concatenate([checkworthiness_scorer.score([text], cancel=CancelToken()) for text in SENTENCES])
    assert np.allclose(together, np.tile(alone, 300), atol=1e-5)


def test_nothing_in_gives_nothing_out(
    pair_scorer: PairScorer, stance_scorer: StanceScorer, checkworthiness_scorer: CheckworthinessScorer
) -> None:
    assert checkworthiness_scorer.score([], cancel=CancelToken()).shape == (0,)
    assert pair_scorer.score([], cancel=CancelToken()).shape == (0,)
    assert stance_scorer.stance([], [], cancel=CancelToken()).shape == (0, 3)


def test_cancel_is_heard(pair_scorer: PairScorer, stance_scorer: StanceScorer, checkworthiness_scorer: CheckworthinessScorer) -> None:
    cancelled = CancelToken()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        pair_scorer.score(PAIRS, cancel=cancelled)
    with pytest.raises(Cancelled):
        stance_scorer.stance(PREMISES, HYPOTHESES, cancel=cancelled)
    with pytest.raises(Cancelled):
        checkworthiness_scorer.score(SENTENCES, cancel=cancelled)


def test_scorers_have_identities_of_their_own(
    pair_scorer: PairScorer, stance_scorer: StanceScorer, checkworthiness_scorer: CheckworthinessScorer
) -> None:
    models = (pair_scorer, stance_scorer, checkworthiness_scorer, encoder())
    assert len({model.identity.key() for model in models}) == 4
    assert pair_scorer.identity.backend == encoder().identity.backend
