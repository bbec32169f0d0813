"""The check-worthiness service: scores in order, unsupported languages, the filter's rule."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from app.domain.progress import CancelToken
from app.errors import Cancelled
from app.ports import FloatMatrix, ModelIdentity
from app.services.checkworthiness import Checkworthiness, checkworthiness
from tests.fakes.encoder import fake_identity

SPANISH = "El puente fue cerrado a todo el tráfico durante el año pasado."
ENGLISH = "The bridge was closed to all traffic during the last year."


class FigureScorer:
    """A CheckworthinessScorer with real behaviour: the share of a text's characters that are digits."""

    @property
    def identity(self) -> ModelIdentity:
        return fake_identity(name="figures")

    def score(self, texts: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        return np.array([sum(map(str.isdigit, text)) / max(1, len(text)) for text in texts], np.float32)


def judged(*texts: str, language: str | None = None) -> tuple[Checkworthiness, ...]:
    return checkworthiness(texts, FigureScorer(), CancelToken(), languages=None if language is None else [language] * len(texts))


def test_one_entry_a_text_in_order() -> None:
    assert [judgement.score for judgement in judged("1", "a", "", "1a", "1")] == [1.0, 0.0, 0.0, 0.5, 1.0]
    assert judged() == ()


def test_scores_are_rounded_so_that_files_are_the_same_everywhere() -> None:
    assert judged("1ab")[0].score == 0.333333


def test_each_text_has_its_own_language_when_none_is_given() -> None:
    assert [judgement.abstain for judgement in judged(ENGLISH, SPANISH, "Sí.", "मौसम अच्छा है आज")] == [False, True, False, True]


@pytest.mark.parametrize(("language", "abstain"), [("en", False), ("en-GB", False), ("", False), ("es", True), ("pt-BR", True)])
def test_a_documents_language_holds_for_all_its_sentences(language: str, abstain: bool) -> None:
    assert {judgement.abstain for judgement in judged(ENGLISH, SPANISH, "1", language=language)} == {abstain}


def test_the_filter_hides_sentences_not_worth_a_check() -> None:
    assert Checkworthiness(score=0.499999).hidden and not Checkworthiness(score=0.5).hidden
    assert not Checkworthiness(score=0.1, abstain=True).hidden


def test_cancel_is_honoured() -> None:
    cancelled = CancelToken()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        checkworthiness(["1"], FigureScorer(), cancelled)
