"""Features of speaker labels, compared with a plain computation for one candidate at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.progress import CancelToken
from app.ingest.documents.label_agreement import AGREEMENT_FEATURES, agreement_of
from app.ingest.documents.label_candidates import Candidate, Line, Style, words_of
from app.ingest.documents.label_features import FEATURES, features_of
from app.ingest.documents.label_scorer import all_candidates, label_probabilities

TEXT = """SEN. ANNA VALE (D-OH): Good evening. HOLT: Thank you for that.
VALE: The bridge was closed.
Note: no vale of tears.

HOLT: Why?
Mr. Berg. The mayor said so.
Mr. Roe.
"""
LINES = [Line(line) for line in TEXT.split("\n")]


def _column(feature: str) -> dict[str, float]:
    candidates = all_candidates(LINES, cancel=CancelToken())
    values = features_of(LINES, candidates, CancelToken())[:, FEATURES.index(feature)]
    return {
        f"{candidate.line} {candidate.style.value} {candidate.speaker.name}": value
        for candidate, value in zip(candidates, values, strict=True)
    }


def test_label_features_describe_the_documents_use_of_a_name() -> None:
    assert _column("mentioned")["1 colon VALE"] == 0 and _column("common_capitals")["1 colon VALE"] == 1
    assert _column("family")["1 colon VALE"] == 1 and _column("family")["2 colon Note"] == 0
    assert _column("no_speaker")["2 colon Note"] == 1
    assert _column("count")["4 colon HOLT"] == pytest.approx(1 / 3) and _column("inside")["0 inside HOLT"] == 1
    assert _column("title")["5 point Mr. Berg"] == 1
    assert _column("words_behind")["5 point Mr. Berg"] == 0.5 and _column("none_behind")["6 point Mr. Roe"] == 1
    assert _column("sentence_behind")["2 colon Note"] == 0 and _column("sentence_behind")["6 point Mr. Roe"] == 0.5
    assert _column("turns")["1 colon VALE"] == 1
    assert _column("share")["0 inside HOLT"] == pytest.approx(5 / 6)


def test_long_lines_are_counted_as_short_ones_are() -> None:
    short, long = [Line("VALE: one two three")], [Line("VALE: one two" + " " * 900 + "three")]
    column = FEATURES.index("words_behind")
    assert (
        features_of(short, all_candidates(short, cancel=CancelToken()), CancelToken())[0, column]
        == features_of(long, all_candidates(long, cancel=CancelToken()), CancelToken())[0, column]
        == 3 / 8
    )


def test_no_candidates_have_no_chances() -> None:
    assert label_probabilities([Line(""), Line("")], [], CancelToken()) == []


def _expected(candidates: list[Candidate], chance: list[float], number: int) -> tuple[float, float]:
    """Return the best rival and the best kin of a candidate, from a loop over all others."""
    candidate = candidates[number]
    rivals_and_kin = [(other, chance[at]) for at, other in enumerate(candidates) if at != number]
    rivals = [value for other, value in rivals_and_kin if (other.line, other.start) == (candidate.line, candidate.start)]
    kin = [[value for other, value in rivals_and_kin if word in _words(other)] for word in _words(candidate)]
    return max(rivals, default=0.0), max((sum(values) / len(values) for values in kin if values), default=0.0)


def _words(candidate: Candidate) -> set[str]:
    return {
        word.casefold() for word in words_of(f"{candidate.speaker.name} {candidate.speaker.detail}") if len(word) > 2 and not word.islower()
    }


@given(st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.7, 1.0]), min_size=30, max_size=30))
def test_agreement_equals_the_plain_computation(values: list[float]) -> None:
    candidates = all_candidates(LINES, cancel=CancelToken())
    chance = values[: len(candidates)]
    agreement = agreement_of(LINES, candidates, features_of(LINES, candidates, CancelToken()), np.array(chance))
    assert agreement.shape == (len(candidates), len(AGREEMENT_FEATURES))
    rivals, kin = (agreement[:, AGREEMENT_FEATURES.index(name)] for name in ("rival", "kin"))
    for number in range(len(candidates)):
        assert (rivals[number], kin[number]) == pytest.approx(_expected(candidates, chance, number))
    assert {candidate.style for candidate in candidates} >= {Style.COLON, Style.POINT, Style.INSIDE}
