"""Disagreement between two publishers."""

from __future__ import annotations

from dataclasses import replace

from app.domain.match import Difference, DifferenceKind
from app.domain.stance import Stance
from app.domain.verdict import Verdict
from app.gui.model.disagreement import disagreement
from tests.fakes.matches import make_match


def test_two_publishers_that_settle_the_claim_to_both_sides_disagree() -> None:
    true, false = agreeing_match(Verdict.MOSTLY_TRUE, "Anna’s desk"), agreeing_match(Verdict.FALSE, "Ben’s desk")
    assert disagreement([false, true]) == "The fact-checks disagree: Ben’s desk says False, Anna’s desk says Mostly true. Read both."
    assert disagreement([true, agreeing_match(Verdict.MIXED, "Ben’s desk")]) == ""
    assert disagreement([true, agreeing_match(Verdict.TRUE, "Ben’s desk")]) == ""
    assert disagreement([true, agreeing_match(Verdict.FALSE, "Anna’s desk")]) == ""
    assert disagreement([true, replace(false, stance=Stance.DISAGREE)]) == ""
    other = Difference(kind=DifferenceKind.DIRECTION, said=("fallen",), checked=("doubled",))
    assert disagreement([true, replace(false, differences=(other,))]) == ""
    assert disagreement([]) == ""


def agreeing_match(verdict: Verdict, publisher: str) -> object:
    match = make_match()
    return replace(
        match,
        stance=Stance.AGREE,
        differences=(),
        factcheck=replace(match.factcheck, verdict=verdict, rating=verdict.words.capitalize(), publisher=publisher),
    )
