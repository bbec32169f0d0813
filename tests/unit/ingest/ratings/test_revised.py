"""Ratings that name two times: the current one counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.verdict import Verdict
from app.ingest.ratings import load_normaliser

NORMALISER = load_normaliser(Path("none.tsv"))


@pytest.mark.parametrize(
    "rating",
    [
        "Was false, now true",
        "was false now true",
        "Initially rated false, since updated to true",
        "True (previously rated False)",
        "Changed from False to True",
        "False when said, true today",
        "Update: formerly false, now true",
        "Antes falso, ahora verdadero",
        "Inicialmente calificado como falso, actualizado a verdadero",
        "Antes falso, agora verdadeiro",
        "C'était faux, c'est maintenant vrai",
        "Zunächst als falsch bewertet, inzwischen auf richtig geändert",
        "Prima falso, ora vero",
        "Eerst onwaar, nu waar",
        "Wcześniej fałsz, teraz prawda",
        "Раньше ложь, теперь правда",
        "Eskiden yanlış, şimdi doğru",
        "Sebelumnya salah, sekarang benar",
        "पहले गलत, अब सही",
        "سابقا خطأ، الآن صحيح",
        "之前错误，现在正确",
    ],
)
def test_ratings_changed_from_false_to_true(rating: str) -> None:
    assert NORMALISER.normalise(rating).verdict is Verdict.TRUE


@pytest.mark.parametrize(
    ("rating", "verdict"),
    [
        ("Was true, now false", Verdict.OUTDATED),
        ("True at first, false now", Verdict.OUTDATED),
        ("Originally rated True; changed to False", Verdict.FALSE),
        ("Downgraded from True to Half True", Verdict.MIXED),
        ("Initially rated False; since updated to Mostly True", Verdict.MOSTLY_TRUE),
        ("Correction: originally labelled False, now Missing Context", Verdict.MISLEADING),
        ("Rating changed from false to unproven", Verdict.UNPROVEN),
        ("Früher richtig, jetzt falsch", Verdict.OUTDATED),
    ],
)
def test_the_current_rating_counts(rating: str, verdict: Verdict) -> None:
    result = NORMALISER.normalise(rating)
    assert (result.verdict, result.confidence) == (verdict, "low")


@pytest.mark.parametrize(
    ("rating", "verdict"),
    [
        ("False. It was true in 2015.", Verdict.FALSE),
        ("The claim was false", Verdict.FALSE),
        ("No longer true", Verdict.OUTDATED),
        ("False and misleading", Verdict.FALSE),
        ("The photo was taken in 2015 and is now shared as new", Verdict.MISLEADING),
        ("The post was shared by the mayor, now a senator, and is false", Verdict.FALSE),
        ("True, but now there are more of them", Verdict.MOSTLY_TRUE),
    ],
)
def test_other_ratings_are_read_as_before(rating: str, verdict: Verdict) -> None:
    assert NORMALISER.normalise(rating).verdict is verdict
