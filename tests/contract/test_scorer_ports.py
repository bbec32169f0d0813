"""Contract of PairScorer, StanceScorer and CheckworthinessScorer: the bundled ones, and heads of a tiny cross-encoder."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from app.domain.progress import CancelToken
from app.errors import Cancelled
from app.inference import CachedEncoder, load_checkworthiness_scorer, load_encoder, load_pair_scorer, load_stance_scorer
from app.inference.manifest import checked_model
from app.inference.pairs.pair_logits import PairLogits, PairModel
from app.inference.pairs.trunk import Trunk, read_heads
from app.inference.pairs.trunk_loading import trunk_of
from app.inference.pairs.trunk_scorers import TrunkLoader
from app.inference.pairs.trunk_torch import TorchTrunk
from app.inference.running.fallback import DeviceFallback
from app.paths import models_dir
from app.ports import CheckworthinessScorer, PairInput, PairScorer, StanceScorer, TextEncoder
from tests.fakes.readers import shipped_opinions, tiny_opinions
from tests.fakes.tiny_trunk import tiny_models
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


@lru_cache(maxsize=1)
def tiny_folder(base: Path) -> Path:
    return tiny_models(base / "tiny-trunk")


def tiny_trunk(base: Path, backend: str) -> TrunkLoader:
    """Load the tiny cross-encoder in OpenVINO, or in torch on the processor."""
    entry = checked_model("trunk", tiny_folder(base))
    if backend == "openvino":
        return lambda: trunk_of(entry, threads=2)
    heads = read_heads(entry)
    model: PairModel = TorchTrunk(entry, heads, device="cpu")
    logits = PairLogits(DeviceFallback(model, lambda: model, role="cross-encoder"), cache=MemoryVectorCache())
    return lambda: Trunk(name=entry.name, logits=logits, heads=heads)


BACKENDS = ["shipped", "openvino", "torch"]
POSTS = ["posts", "posts openvino", "posts torch"]
Base = pytest.TempPathFactory


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def pair_scorer(backend: str, tmp_path_factory: Base) -> PairScorer:
    if backend == "shipped":
        return load_pair_scorer(models=models_dir())
    base = tmp_path_factory.getbasetemp()
    return load_pair_scorer(models=tiny_folder(base), trunk=tiny_trunk(base, backend))


@pytest.fixture(params=[*BACKENDS, *POSTS])
def stance_scorer(request: pytest.FixtureRequest, tmp_path_factory: Base) -> StanceScorer:
    backend = str(request.param)
    if backend == "shipped":
        return load_stance_scorer(models=models_dir())
    base = tmp_path_factory.getbasetemp()
    if backend in POSTS:
        name = backend.removeprefix("posts").strip()
        return tiny_opinions(base, name) if name else shipped_opinions()
    return load_stance_scorer(models=tiny_folder(base), trunk=tiny_trunk(base, backend))


@pytest.fixture
def checkworthiness_scorer() -> CheckworthinessScorer:
    return load_checkworthiness_scorer(encoder(), models=models_dir())


def test_pair_scores_are_probabilities_in_order(pair_scorer: PairScorer) -> None:
    scores = pair_scorer.score(PAIRS, cancel=CancelToken())
    assert (scores.shape, scores.dtype) == ((len(PAIRS),), np.float32)
    assert ((scores >= 0) & (scores <= 1)).all()
    assert len(set(scores[[0, 1, 3]].tolist())) == 3
    assert np.array_equal(pair_scorer.score(PAIRS[::-1], cancel=CancelToken()), scores[::-1])


def test_the_shipped_pair_scorer_distinguishes_claims() -> None:
    scores = load_pair_scorer(models=models_dir()).score(PAIRS, cancel=CancelToken())
    assert scores[0] > 10 * scores[1] and scores[3] > 3 * scores[1]


def test_a_pair_score_is_a_function_of_its_pair_alone(pair_scorer: PairScorer) -> None:
    together = pair_scorer.score(PAIRS * 700, cancel=CancelToken())
    alone = np.concatenate([pair_scorer.score([pair], cancel=CancelToken()) for pair in PAIRS])
    assert np.allclose(together, np.tile(alone, 700), atol=1e-5)


def test_stance_rows_sum_to_one(stance_scorer: StanceScorer) -> None:
    rows = stance_scorer.stance(PREMISES, HYPOTHESES, cancel=CancelToken())
    assert (rows.shape, rows.dtype) == ((len(PREMISES), 3), np.float32)
    assert np.allclose(rows.sum(axis=1), 1.0, atol=1e-5)
    assert (rows >= 0).all()


def test_the_shipped_stance_scorer_knows_agreement_and_denial_and_takes_another_subject_for_no_agreement() -> None:
    rows = load_stance_scorer(models=models_dir()).stance(PREMISES, HYPOTHESES, cancel=CancelToken())
    assert rows[:2].argmax(axis=1).tolist() == [0, 1]
    assert rows[3, 0] < 0.05


def test_a_stance_is_a_function_of_its_pair_alone(stance_scorer: StanceScorer) -> None:
    together = stance_scorer.stance(PREMISES * 500, HYPOTHESES * 500, cancel=CancelToken())
    alone = np.vstack(
        [
            stance_scorer.stance([premise], [hypothesis], cancel=CancelToken())
            for premise, hypothesis in zip(PREMISES, HYPOTHESES, strict=True)
        ]
    )
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


def test_no_inputs_give_no_scores(
    pair_scorer: PairScorer, stance_scorer: StanceScorer, checkworthiness_scorer: CheckworthinessScorer
) -> None:
    assert checkworthiness_scorer.score([], cancel=CancelToken()).shape == (0,)
    assert pair_scorer.score([], cancel=CancelToken()).shape == (0,)
    assert stance_scorer.stance([], [], cancel=CancelToken()).shape == (0, 3)


def test_cancel_is_honoured(pair_scorer: PairScorer, stance_scorer: StanceScorer, checkworthiness_scorer: CheckworthinessScorer) -> None:
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


ODD = {
    "empty": "",
    "spaces": "   ",
    "signs": "?!",
    "long": "word " * 10_000,
    "no known script": "ᚁᚂᚃ ᚄᚅ",
    "surrogate": "a lone surrogate \ud800 inside",
    "marks": "[SEP] [CLS] [PAD]",
    "control": "\x00\x01",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_odd_texts_get_probabilities(pair_scorer: PairScorer, stance_scorer: StanceScorer, text: str) -> None:
    pairs = [PairInput(sentence=sentence, claim=claim) for sentence, claim in ((text, "A claim."), ("A sentence.", text), (text, text))]
    scores = pair_scorer.score(pairs, cancel=CancelToken())
    assert ((scores >= 0) & (scores <= 1)).all()
    rows = stance_scorer.stance([text, "A premise.", text], ["A hypothesis.", text, text], cancel=CancelToken())
    assert np.allclose(rows.sum(axis=1), 1.0, atol=1e-5) and (rows >= 0).all()
