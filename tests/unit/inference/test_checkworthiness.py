"""The check-worthiness scorer over a fake encoder: odd texts, and refusal of unsuitable model files."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

from app.domain.progress import CancelToken
from app.errors import Cancelled, ModelError
from app.inference.checkworthiness import CheckworthinessHead, HeadCheckworthinessScorer, load_checkworthiness_scorer
from app.inference.checkworthiness_features import SURFACE_NAMES, TermWeighting
from models.manifest import write_manifest
from tests.fakes.encoder import FakeEncoder

DIMENSION = 16
WEIGHTS = np.zeros(len(SURFACE_NAMES))
WEIGHTS[SURFACE_NAMES.index("has_figure")] = 2.0
HEAD = CheckworthinessHead(
    vector=np.linspace(-0.5, 0.5, DIMENSION),
    surface=WEIGHTS,
    terms=np.array([1.5, -1.5]),
    weighting=TermWeighting(["percent", "thank"], np.array([2.0, 2.0])),
    bias=-1.0,
    slope=3.0,
    threshold=0.25,
)


def scorer(head: CheckworthinessHead = HEAD) -> HeadCheckworthinessScorer:
    return HeadCheckworthinessScorer(FakeEncoder(dimension=DIMENSION), head, name="small", artefact="a" * 64)


def scores(*texts: str) -> list[float]:
    return scorer().score(texts, cancel=CancelToken()).tolist()


def test_a_score_is_the_sigmoid_of_its_parts() -> None:
    head = replace(HEAD, vector=np.zeros(DIMENSION))
    (score,) = scorer(head).score(["Taxes rose by 5 percent."], cancel=CancelToken()).tolist()
    assert score == pytest.approx(1 / (1 + np.exp(-3.0 * (2.0 + 1.5 - 1.0 - 0.25))), abs=1e-6)


def test_the_threshold_scores_one_half() -> None:
    head = replace(HEAD, vector=np.zeros(DIMENSION), threshold=-1.0)
    assert scorer(head).score(["plain words"], cancel=CancelToken()).tolist() == [0.5]


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "…", "?!", "--", "🙂🙂", "\x00", "\u202e"])
def test_a_text_without_letter_or_digit_is_worth_no_check(text: str) -> None:
    assert scores(text) == [0.0]


@pytest.mark.parametrize("text", ["percent " * 10_000, "x" * 200_000, "ᚠᚢᚦᚨᚱᚲ ᛫ ᚷᚹᚺᚾᛁ", "half \ud83d pair", "٣٤٥", "1"])
def test_odd_texts_have_a_probability(text: str) -> None:
    (score,) = scores(text)
    assert 0.0 < score < 1.0


def test_a_score_is_a_function_of_its_text_alone() -> None:
    texts = [f"Taxes rose by {number} percent, thank you." for number in range(1500)]
    together = scores(*texts, *reversed(texts), texts[0])
    alone = [scores(text)[0] for text in texts[:40]]
    assert together[:40] == alone and together[-1] == together[0] and together[1500:3000] == together[1499::-1]


def test_no_texts_give_no_scores() -> None:
    empty = scorer().score([], cancel=CancelToken())
    assert (empty.shape, empty.dtype) == ((0,), np.float32)


def test_cancel_is_honoured() -> None:
    cancelled = CancelToken()
    cancelled.cancel()
    for texts in ([], ["Taxes rose."]):
        with pytest.raises(Cancelled):
            scorer().score(texts, cancel=cancelled)


@dataclass(slots=True)
class Shipped:
    """Model folder as the training writes it; a test may damage it before loading."""

    folder: Path
    config: dict[str, Any]
    tensors: dict[str, Any]
    vocabulary: list[str]

    def load(self) -> Any:
        model = self.folder / "checkworthiness"
        model.mkdir(parents=True)
        save_file(self.tensors, model / "model.safetensors")
        (model / "vocabulary.json").write_text(json.dumps({"terms": self.vocabulary}), encoding="utf-8")
        (model / "config.json").write_text(json.dumps(self.config), encoding="utf-8")
        write_manifest(self.folder)
        return load_checkworthiness_scorer(FakeEncoder(dimension=DIMENSION), models=self.folder)


@pytest.fixture
def shipped(tmp_path: Path) -> Shipped:
    about = {"role": "checkworthiness", "name": "small", "licence": "own", "code": 1}
    about["files"] = ["model.safetensors", "vocabulary.json", "config.json"]
    config = {"priorcheck": about, "encoder": FakeEncoder().identity.artefact, "surface": list(SURFACE_NAMES)}
    weights = {"vector.weight": HEAD.vector, "surface.weight": HEAD.surface, "terms.weight": HEAD.terms, "bias": np.array([HEAD.bias])}
    tensors = {name: values.astype(np.float32) for name, values in weights.items()} | {"terms.idf": np.array([2.0, 2.0], np.float32)}
    return Shipped(tmp_path / "models", config | {"slope": 3.0, "threshold": 0.25}, tensors, ["percent", "thank"])


def test_a_written_model_scores_the_same(shipped: Shipped) -> None:
    texts = ["Taxes rose by 5 percent.", "Thank you.", "She was there."]
    assert shipped.load().score(texts, cancel=CancelToken()).tolist() == pytest.approx(scores(*texts), abs=1e-5)


def test_its_identity_is_its_own_and_the_encoders(shipped: Shipped) -> None:
    identity, encoder = shipped.load().identity, FakeEncoder(dimension=DIMENSION).identity
    assert identity.name == "small" and identity.key() != encoder.key()
    assert (identity.backend, identity.precision) == (encoder.backend, encoder.precision)


def spoil_encoder(shipped: Shipped) -> None:
    shipped.config["encoder"] = "f" * 64


def spoil_features(shipped: Shipped) -> None:
    shipped.config["surface"] = [*SURFACE_NAMES, "smell"]


def spoil_dimension(shipped: Shipped) -> None:
    shipped.tensors["vector.weight"] = np.zeros(DIMENSION + 1, np.float32)


def spoil_vocabulary(shipped: Shipped) -> None:
    shipped.vocabulary.append("more")


def spoil_code(shipped: Shipped) -> None:
    shipped.config["priorcheck"]["code"] = 99


@pytest.mark.parametrize("spoil", [spoil_encoder, spoil_features, spoil_dimension, spoil_vocabulary, spoil_code])
def test_a_model_that_does_not_fit_is_refused(shipped: Shipped, spoil: Any) -> None:
    spoil(shipped)
    with pytest.raises(ModelError) as raised:
        shipped.load()
    assert raised.value.code == "model-mismatch" and "small" in raised.value.message


def test_an_altered_file_is_refused(shipped: Shipped) -> None:
    shipped.load()
    (shipped.folder / "checkworthiness" / "vocabulary.json").write_text('{"terms": ["percent", "thanks"]}')
    with pytest.raises(ModelError) as raised:
        load_checkworthiness_scorer(FakeEncoder(dimension=DIMENSION), models=shipped.folder)
    assert raised.value.code == "model-altered"
