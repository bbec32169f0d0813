"""What differs by a word and its opposite alone is turned round, whatever a model says of it."""

from __future__ import annotations

import pytest

from app.domain.progress import CancelToken
from app.domain.stance import Stance
from app.stance import judge_stances
from app.stance.opposites import going_against, turned_round
from tests.fakes.engine import NegationStanceScorer

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
    assert turned_round(sentence, claim) and turned_round(claim, sentence)


@pytest.mark.parametrize(("claim", "sentence"), NOT_TURNED)
def test_what_is_none(claim: str, sentence: str) -> None:
    assert not turned_round(sentence, claim)


def test_the_words_are_told() -> None:
    assert going_against("Crime went down in the city.", "Crime went up in the city.") == ("down", "up")
    assert going_against("Wind is cheaper than coal.", "Coal is cheaper than wind.") == ("… than coal", "… than wind")


@pytest.mark.parametrize(("claim", "sentence"), TURNED)
def test_agreement_becomes_disagreement(claim: str, sentence: str) -> None:
    row = NegationStanceScorer().stance([claim], [sentence], cancel=CancelToken())[0]
    (judged,) = judge_stances([(claim, sentence)], scorer=NegationStanceScorer(), cancel=CancelToken())
    assert judged.refute >= judged.support and judged.refute == pytest.approx(max(row[0], row[1]), abs=1e-5)
    assert judged.label is not Stance.AGREE
