"""Texts that differ only by a word and its opposite never agree, and a label is never reversed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.progress import CancelToken
from app.domain.stance import Stance, StanceProbabilities
from app.ports import FloatMatrix, ModelIdentity
from app.stance import judge_stances
from app.stance.antonyms import antonym_swap, is_antonym_swap

TURNED = [
    ("Crime went up in the city.", "Crime went down in the city."),
    ("Taxes will be raised next year.", "Taxes will be lowered next year."),
    ("The vaccine is safe for children.", "The vaccine is dangerous for children."),
    ("The island has a budget surplus.", "The island has a budget deficit."),
    ("She left before the vote.", "She left after the vote."),
    ("The governor banned fishing in the lake.", "The governor allowed fishing in the lake."),
    ("Volcanoes emit more carbon dioxide than all human activity.", "Humans emit far more carbon dioxide than all volcanoes."),
    ("Wages have risen faster than prices.", "Prices have risen faster than wages."),
    ("Coal is cheaper than wind.", "Wind is cheaper than coal."),
]
NOT_TURNED = [
    ("Crime went up in the city.", "Crime went up in the town."),
    ("Taxes will be raised next year.", "Taxes will not be lowered next year."),
    ("Exports rose faster than imports.", "Imports rose slower than exports."),
    ("Coal is cheaper than wind.", "Coal is cheaper than wind power."),
    ("Coal is cheaper than wind.", "Wind is dearer than coal."),
    ("Coal is cheaper than wind.", "Wind is not cheaper than coal."),
    ("Coal is cheaper than wind.", "Wind is older than steam."),
    ("The lake is deep.", "The budget has a deficit, and taxes rise."),
    ("More people came.", "The fall was worse for fewer farms in spring."),
    ("", "Crime fell."),
]


@pytest.mark.parametrize(("claim", "sentence"), TURNED)
def test_a_word_and_its_opposite(claim: str, sentence: str) -> None:
    assert is_antonym_swap(sentence, claim) and is_antonym_swap(claim, sentence)


@pytest.mark.parametrize(("claim", "sentence"), NOT_TURNED)
def test_texts_without_an_antonym_pair(claim: str, sentence: str) -> None:
    assert not is_antonym_swap(sentence, claim)


def test_the_antonyms_are_named() -> None:
    assert antonym_swap("Crime went down in the city.", "Crime went up in the city.") == ("down", "up")
    assert antonym_swap("Wind is cheaper than coal.", "Coal is cheaper than wind.") == ("… than coal", "… than wind")


OTHER_THINGS = [
    ("Crime rose in the north of the city.", "Crime rose in the south of the city."),
    ("The rich pay more tax now.", "The poor pay more tax now."),
    ("Imports of steel fell last year.", "Exports of steel fell last year."),
    ("Older voters backed the mayor.", "Younger voters backed the mayor."),
    ("The east coast was flooded.", "The west coast was flooded."),
    ("Public schools got money.", "Private schools got money."),
    ("The first bridge was closed.", "The last bridge was closed."),
    ("Buyers of homes pay a fee to buy.", "Buyers of homes pay a fee to sell."),
    ("It rained before the match.", "It rained after the match."),
    ("The majority was polled in May.", "The minority was polled in May."),
]
"""Pairs that a list of opposites takes for each other's denial, though both may be true."""


class _Says:
    """A stance scorer that gives every pair the same row."""

    identity = ModelIdentity(name="says", artefact="0" * 16, backend="test", precision="float32")

    def __init__(self, *row: float) -> None:
        self._row = row

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        return np.array([self._row] * len(premises), np.float32)


@pytest.mark.parametrize(("claim", "sentence"), [*TURNED, *OTHER_THINGS])
def test_agreement_is_not_judged(claim: str, sentence: str) -> None:
    (judged,) = judge_stances([(claim, sentence)], scorer=_Says(0.7, 0.2, 0.1), cancel=CancelToken())
    assert not judged.judged and judged.label is Stance.UNRELATED


@pytest.mark.parametrize(("claim", "sentence"), [*TURNED, *NOT_TURNED[:-1], *OTHER_THINGS])
@pytest.mark.parametrize("row", [(0.1, 0.7, 0.2), (0.1, 0.2, 0.7), (0.45, 0.5, 0.05), (0.4, 0.4, 0.2)])
def test_other_labels_stay_unchanged(claim: str, sentence: str, row: tuple[float, float, float]) -> None:
    (judged,) = judge_stances([(claim, sentence)], scorer=_Says(*row), cancel=CancelToken())
    assert (judged.support, judged.refute, judged.neutral) == pytest.approx(row, abs=1e-5)


@settings(deadline=None)
@given(
    *[st.lists(st.sampled_from("Crime rose fell in the north south rich poor not than more less".split()), max_size=9).map(" ".join)] * 2
)
@pytest.mark.parametrize("row", [(0.6, 0.3, 0.1), (0.3, 0.6, 0.1)])
def test_no_words_reverse_a_label(row: tuple[float, float, float], claim: str, sentence: str) -> None:
    expected = StanceProbabilities(*row).label
    (judged,) = judge_stances([(claim, sentence)], scorer=_Says(*row), cancel=CancelToken())
    assert judged.label in {expected, Stance.UNRELATED}


class _ByText:
    """A stance scorer that knows the row of each hypothesis."""

    identity = _Says.identity

    def __init__(self, rows: Mapping[str, tuple[float, float, float]]) -> None:
        self._rows = rows

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        return np.array([self._rows[text] for text in hypotheses], np.float32)


def test_a_part_never_reverses_the_complete_sentences_label() -> None:
    claim = "The harbour bridge cost ninety million crowns."
    part = "the harbour bridge cost ninety million crowns."
    sentence = f"It is a lie that {part}"
    rows = {sentence: (0.3, 0.6, 0.1), part: (0.95, 0.03, 0.02)}
    (judged,) = judge_stances([(claim, sentence)], scorer=_ByText(rows), cancel=CancelToken())
    assert not judged.judged
