"""Reasons for a ranking, in plain words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app import translation
from app.domain.ranked import Outcome
from app.domain.speech import ClaimReading, SlotDifference, SlotKind, SpeechAct
from app.domain.verdict import SentenceVerdict, Verdict, VerdictReason
from app.ranking import FULL_FEATURES, Ruling, match_reasons, sentence_reasons
from tests.fakes.catalogue import Bracketed, untranslated
from tests.fakes.matches import DISAGREE, make_match

SETTLED = Ruling(verdict=SentenceVerdict.FALSE, reason=VerdictReason.SETTLED, right=0.9, source="fc-1")
NEUTRAL = dict.fromkeys(FULL_FEATURES, 0.0) | {"checkworthiness": 0.5}


def test_same_number_in_another_notation_is_the_same() -> None:
    reasons = match_reasons("It cost 32,000 crowns.", make_match(claim="The bridge cost 32000 crowns."))
    assert "same number: 32000" in reasons


def test_shared_words_leave_out_common_ones() -> None:
    reasons = match_reasons("We know that the bridge is old.", make_match(claim="The bridge is the oldest of all, we know."))
    assert "shared words: know, bridge" in reasons


def test_ambiguous_verdict_is_reported() -> None:
    assert any("settles nothing" in reason for reason in match_reasons("Anything.", make_match(Verdict.MIXED)))


def test_contradicting_a_false_claim_is_named_but_proves_nothing() -> None:
    reasons = sentence_reasons([make_match(stance=DISAGREE)], Ruling(reason=VerdictReason.DENIES, source="fc-1"), Outcome.MATCH, NEUTRAL)
    assert "it denies a claim rated “False”" in reasons


def test_verdict_names_the_rating_it_comes_from() -> None:
    reasons = sentence_reasons([make_match(rating="Pants on Fire")], SETTLED, Outcome.MATCH, NEUTRAL)
    assert any("Pants on Fire" in reason for reason in reasons)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.9, "same claim"),
        (0.6, "probably the same claim"),
        (0.3, "perhaps the same claim"),
        (0.1, "probably another claim"),
        (None, "compared in full"),
    ],
)
def test_closeness_in_words_follows_the_calibrated_chance(chance: float | None, words: str) -> None:
    assert match_reasons("Anything.", replace(make_match(pair=0.041), probability=chance))[0] == words


@pytest.mark.parametrize(("chance", "words"), [(0.9, "a similar claim"), (0.3, "a similar claim"), (0.1, "probably another claim")])
def test_different_claims_are_not_called_the_same(chance: float, words: str) -> None:
    differs = ClaimReading(act=SpeechAct.ASSERT, differs=(SlotDifference(kind=SlotKind.WHERE, said="Canada", checked="France"),))
    assert match_reasons("Anything.", replace(make_match(), probability=chance, reading=differs))[0] == words


def test_uncompared_matches_say_so() -> None:
    match = make_match()
    assert "not compared in full" in match_reasons("Anything.", replace(match, parts=replace(match.parts, pair=None)))[0]


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.8, "is probably about this claim"), (0.4, "near, perhaps about this claim"), (None, "is probably about this claim")],
)
def test_a_fact_check_is_found_in_words_only_where_the_chance_says_so(chance: float | None, words: str) -> None:
    matches = [replace(make_match(), probability=chance)]
    assert words in sentence_reasons(matches, Ruling(reason=VerdictReason.UNCERTAIN, source="fc-1"), Outcome.MATCH, NEUTRAL)[0]


def test_reasons_for_and_against_the_rank_are_given() -> None:
    features = NEUTRAL | {"of_best_quoted": 2.0, "of_best_same_speaker": 1.0, "repeated": 0.9}
    reasons = sentence_reasons([make_match()], Ruling(reason=VerdictReason.UNCERTAIN, source="fc-1"), Outcome.MATCH, features)
    assert {"the fact-check is about the same speaker", "it says again what an earlier sentence said"} <= set(reasons)
    alone = sentence_reasons([], Ruling(), Outcome.NONE, NEUTRAL | {"question": 1.0, "checkworthiness": 0.02})
    assert alone[1:] == ("it is a question", "it hardly states a fact of public interest")


def test_reasons_are_translated() -> None:
    translation.use_catalogue("es", Bracketed())
    best = make_match(Verdict.MIXED, claim="77 5 12")
    features = NEUTRAL | {
        "of_best_quoted": 9.0,
        "of_best_same_speaker": 1.0,
        "repeated": 1.0,
        "question": 1.0,
        "opinion": 1.0,
        "checkworthiness": 0.0,
    }
    settled = sentence_reasons([make_match(rating="")], SETTLED, Outcome.MATCH, NEUTRAL)
    reasons = (
        *match_reasons("77 5 13", best),
        *sentence_reasons([best], Ruling(reason=VerdictReason.UNDECIDED, source=best.factcheck.id), Outcome.MATCH, features),
        *settled,
    )
    translation.use("en")
    assert len(reasons) == 13 and [reason for reason in reasons if untranslated(reason)] == []
    assert "⟦its verdict (⟦Mixed⟧) settles nothing by itself⟧" in reasons


def test_a_contradicted_claim_is_called_the_opposite() -> None:
    contrary = make_match(stance=DISAGREE)
    assert match_reasons("Anything.", replace(contrary, probability=0.96))[0] == "the opposite claim"
    assert match_reasons("Anything.", replace(contrary, probability=0.1))[0] == "probably another claim"
