"""Scoring across languages: English pairs by the wrapped scorer, pairs of two languages by their vectors, pairs of one other
language by both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.progress import CancelToken, Progress
from app.inference import across_languages
from app.inference.pairs.across import WITHIN, AcrossLanguages, Fit, across_measures, numbers, within_measures
from app.paths import models_dir
from app.ports import FloatMatrix, ModelIdentity, PairInput
from tests.fakes.encoder import FakeEncoder, fake_identity

ACROSS = Fit(weights=np.array([4.0, 4.0, 2.0, -2.0]), bias=-4.0)
WITHIN_FIT = Fit(weights=np.array([2.0, 2.0, 1.0, -1.0, 1.0, 0.5]), bias=-3.0)


class HalfScorer:
    """Pair scorer with one constant score (default 0.5) that records the pairs it gets."""

    def __init__(self, says: float = 0.5) -> None:
        self.asked: list[PairInput] = []
        self.says = says

    @property
    def identity(self) -> ModelIdentity:
        return fake_identity(name="half")

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        self.asked += pairs
        return np.full(len(pairs), self.says, np.float32)


def language(text: str) -> str:
    return text.partition(":")[0] if ":" in text else "en"


def scorer(behind: HalfScorer) -> AcrossLanguages:
    return AcrossLanguages(behind, FakeEncoder(), language=language, across=ACROSS, within=WITHIN_FIT)


def pair(sentence: str, claim: str, title: str = "") -> PairInput:
    return PairInput(sentence=sentence, claim=claim, title=title)


def test_english_pairs_go_to_the_wrapped_scorer() -> None:
    behind = HalfScorer()
    close, distant = pair("The tram opened.", "The tram was opened."), pair("The tram.", "Bananas.")
    assert scorer(behind).score([close, distant], cancel=CancelToken()).tolist() == [0.5, 0.5]
    assert behind.asked == [close, distant]


def test_pairs_of_one_other_language_use_similarity_and_the_wrapped_scorer() -> None:
    close, far = pair("es: El tranvía abrió.", "es: El tranvía se abrió."), pair("es: El tranvía abrió.", "es: Gorilas y plátanos.")
    unsure, sure = (scorer(HalfScorer(says)).score([close, far], cancel=CancelToken()) for says in (0.02, 0.9))
    assert unsure[0] > unsure[1] and (sure > unsure).all()
    behind = HalfScorer()
    assert scorer(behind).score([far], cancel=CancelToken())[0] != 0.5
    assert behind.asked == [far]


@given(st.text(max_size=60), st.text(max_size=60), st.floats(-1, 1), st.floats(0, 1))
def test_measures_within_a_language_are_bounded(text: str, other_text: str, cosine: float, score: float) -> None:
    measures = within_measures(cosine, text, other_text, score)
    assert len(measures) == len(WITHIN) and np.isfinite(measures).all()
    assert 0 <= measures[WITHIN.index("shared_letters")] <= 1
    assert measures == within_measures(cosine, other_text, text, score)


def test_pairs_of_two_languages_use_similarity() -> None:
    behind = HalfScorer()
    close = pair("The tram opened in 1931.", "es: The tram opened in 1931!")
    far = pair("The tram opened in 1931.", "es: Gorilas y plátanos")
    inside = pair("The tram opened.", "The tram opened.")
    scores = scorer(behind).score([far, inside, close], cancel=CancelToken())
    assert scores[2] > scores[0]
    assert scores[1] == 0.5
    assert behind.asked == [inside]
    assert scorer(behind).score([close], cancel=CancelToken())[0] == pytest.approx(scores[2])


def test_the_title_can_be_the_similar_text() -> None:
    by_title = pair("The tram opened in 1931.", "es: Gorilas", "The tram opened in 1931.")
    without = pair("The tram opened in 1931.", "es: Gorilas")
    first, second = scorer(HalfScorer()).score([by_title, without], cancel=CancelToken())
    assert first > second


def test_numbers_agree_across_scripts_and_single_digits_do_not_count() -> None:
    assert numbers("in 1998") == numbers("१९९८ में") == numbers("عام ١٩٩٨") == {1998}
    assert numbers("5G and 7 more") == frozenset()
    assert across_measures(0.5, "in 1998", "en 2001") == (0.5, 0.25, 0.0, 1.0)
    assert across_measures(-0.5, "in 1998", "en 1998") == (-0.5, 0.0, pytest.approx(np.log(2)), 0.0)


def test_no_pairs_have_no_scores() -> None:
    assert scorer(HalfScorer()).score([], cancel=CancelToken()).shape == (0,)


@pytest.mark.parametrize("role", ["prefilter", "pair_scorer"])
def test_the_shipped_weights_rise_with_likeness_and_fall_with_other_numbers(role: Literal["prefilter", "pair_scorer"]) -> None:
    shipped = across_languages(HalfScorer(), AlikeEncoder(), role=role, language=language, models=models_dir())
    same, other = pair("Trams since 1931.", "es: Tranvías desde 1931."), pair("Trams since 1931.", "es: Tranvías desde 1976.")
    likeness = [pair("The tram opened.", f"es: {share}") for share in (0.9, 0.6, 0.2, -0.2)]
    scores = shipped.score([same, other, *likeness], cancel=CancelToken()).tolist()
    assert scores[0] > scores[1]
    assert scores[2:] == sorted(scores[2:], reverse=True)
    assert scores[2] > 0.2 and scores[3] > 0.01 > scores[4]


class AlikeEncoder(FakeEncoder):
    """Encoder in which a foreign text names its cosine to English texts; 0.5 if it names none."""

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            share_match = re.search(r"es: (-?0\.\d)", text)
            share = float(share_match[1]) if share_match else 0.5
            row[:2] = (share, (1 - share**2) ** 0.5) if text.startswith("es:") else (1.0, 0.0)
        return vectors
