"""Fact-checks that are merely near are folded away, decisions replace what the program says, both cards of a disagreement stand on top."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.domain.match import Match
from app.domain.ranked import Outcome, RankedSentence
from app.domain.speech import ClaimReading, SlotDifference, SlotKind, SpeechAct
from app.domain.verdict import SentenceVerdict, Verdict, VerdictReason
from app.gui.document.page import DocumentPage
from app.gui.main_window import MainWindow
from app.gui.model.sentence_filter import NO_FILTER, Choice, Facet, filter_of
from app.gui.model.verdicts import Finding
from tests.fakes.matches import make_match
from tests.fakes.task_client import FakeTaskClient

SLOT = SlotDifference(kind=SlotKind.HOW_MUCH, said="75,000", checked="one million")
MATCHES = (
    make_match(Verdict.MOSTLY_FALSE, identifier="m", publisher="PolitiFact", rating="barely-true", claim="Bridges cost nine million"),
    make_match(Verdict.TRUE, identifier="t", publisher="Velden desk", rating="True", claim="Bridges in the harbour cost nine million"),
    make_match(Verdict.FALSE, identifier="f", publisher="Ben’s desk", rating="Fake", claim="Ferries cost nine million"),
)
Shown = Callable[..., DocumentPage]


@pytest.fixture
def shown(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> Shown:
    """Shows a document whose first sentence was ranked so, and chooses that sentence."""

    def show(*matches: Match, **fields: object) -> DocumentPage:
        path = tmp_path / "talk.txt"
        path.write_text("Ben Holt: Harbour bridges cost nine million crowns.\nAnna Berg: Thank you.", encoding="utf-8")
        window.document.open_path(path)
        client.run()
        place = window.document.page
        ranked = place.view.ranked
        assert ranked is not None
        entry = next(each for each in ranked.sentences if each.sentence.index == 0)
        made: RankedSentence = replace(entry, matches=matches, **fields)  # type: ignore[arg-type]
        others = tuple(each for each in ranked.sentences if each.sentence.index)
        place.view.expect()
        window.document.requests.show(replace(ranked, sentences=(made, *others)))
        qtbot.wait(20)
        place.choose_sentence(0)
        qtbot.waitUntil(lambda: place.matches.complete)
        return place

    return show


def test_what_is_not_about_a_sentence_is_folded_away_and_grey(shown: Shown, qtbot: QtBot) -> None:
    place = shown(*MATCHES, outcome=Outcome.NONE, verdict=SentenceVerdict.UNKNOWN, checkworthiness=0.9)
    matches = place.matches
    assert place.view.row(0).word == "Worth checking – nothing in your library"
    assert matches.cards == [] and matches.number == 0 and place.current_match() is None
    assert matches.fold is not None and matches.fold.button.text() == "▸ Nearest in the library – not about this (3)"
    qtbot.keyClick(matches.fold.button, Qt.Key.Key_Space)
    assert [card.content.rated for card in matches.cards] == ["PolitiFact: Mostly False", "Velden desk: True", "Ben’s desk: Fake"]
    assert {card.content.verdict.tone for card in matches.cards} == {"grey"}
    qtbot.keyClick(matches.fold.button, Qt.Key.Key_Space)
    assert not any(card.isVisible() for card in matches.cards)


def test_the_number_of_a_fact_check_unfolds_it_and_it_can_be_confirmed(shown: Shown, window: MainWindow) -> None:
    place = shown(*MATCHES, outcome=Outcome.NONE, verdict=SentenceVerdict.UNKNOWN)
    window.actions_by_name["confirm"].trigger()
    assert place.view.decided == 0, "nothing is chosen, so nothing can be confirmed by mistake"
    assert place.matches.choose(2) and place.matches.cards[1].isVisible()
    window.actions_by_name["confirm"].trigger()
    assert place.view.row(0).word == "Velden desk: True"


def test_an_unlikely_match_is_folded_away_beside_a_likely_one(shown: Shown) -> None:
    near = (replace(MATCHES[1], probability=0.2), replace(MATCHES[2], probability=0.24))
    sure = replace(MATCHES[0], probability=0.914, reading=ClaimReading(act=SpeechAct.ASSERT, differs=(SLOT,)))
    place = shown(sure, *near, outcome=Outcome.MATCH, verdict_reason=VerdictReason.SIMILAR, verdict_source="m")
    (card,) = place.matches.cards
    assert card.chance.text() == "91% – a similar claim" and card.content.differences == ("75,000 ≠ one million",)
    assert place.view.row(0).word == "Similar claim – differs: 75,000 ≠ one million"
    assert place.matches.fold is not None and place.matches.fold.button.text().endswith("(2)")


def test_both_fact_checks_that_disagree_stand_on_top(shown: Shown) -> None:
    found = {
        "verdict_reason": VerdictReason.DISAGREEMENT,
        "verdict_source": "f",
        "verdict_against": "t",
        "verdict": SentenceVerdict.UNKNOWN,
    }
    place = shown(*MATCHES, outcome=Outcome.MATCH, **found)
    assert [card.content.number for card in place.matches.cards] == [3, 2, 1] and place.matches.number == 3
    assert place.view.row(0).word == "Fact-checks disagree"


def test_a_decision_is_said_everywhere_at_once(shown: Shown, window: MainWindow) -> None:
    found = {"verdict_reason": VerdictReason.SETTLED, "verdict_source": "m", "verdict": SentenceVerdict.FALSE}
    place = shown(*MATCHES, outcome=Outcome.MATCH, **found)
    view, head = place.view, place.matches
    assert view.findings()[Finding.MOSTLY_FALSE] == 1 and "1 Mostly False" in place.header.facts.text()
    place.set_filter(NO_FILTER.toggled(Facet.RATING, "PolitiFact: Mostly False"))
    assert view.visible == [0]
    assert head.choose(2)
    window.actions_by_name["confirm"].trigger()
    place.choose_sentence(0)
    assert view.row(0).word == "Velden desk: True" and view.row(0).badge.icon == "check"
    assert Finding.MOSTLY_FALSE not in view.findings() and "1 True · 1 decided" in place.header.facts.text()
    beside = place.text.gutter.row_at(place.text.top_of(view.row(0).sentence.start).center().y())
    assert beside is not None and "Velden desk: True" in beside.brief
    assert head._head is not None and head._head.summary.text() == "Repeats a claim that Velden desk rated True."
    window.actions_by_name["undo"].trigger()
    assert view.row(0).word == "PolitiFact: Mostly False"
    window.actions_by_name["reject_all"].trigger()
    assert view.row(0).word == "Rejected – no fact-check fits" and view.rating_counts() == []


def test_what_was_not_compared_is_never_called_no_match(shown: Shown) -> None:
    place = shown(*MATCHES, outcome=Outcome.NONE, verdict=SentenceVerdict.UNKNOWN, compared=False)
    assert place.view.row(0).word == "Not compared yet" and not place.view.row(0).has_match
    assert place.matches.fold is not None and place.matches.fold.button.text().endswith("not compared yet (3)")


def test_a_blind_review_folds_nothing_away(shown: Shown, window: MainWindow) -> None:
    place = shown(*MATCHES, outcome=Outcome.NONE, verdict=SentenceVerdict.UNKNOWN)
    window.actions_by_name["blind"].trigger()
    place.choose_sentence(1)
    place.choose_sentence(0)
    assert place.matches.fold is None and len(place.matches.cards) == 3
    assert not any(word in card.accessibleName() for card in place.matches.cards for word in ("Mostly", "True", "Fake"))


def test_filters_that_earlier_versions_saved_mean_what_they_meant() -> None:
    text = '{"text": "", "choices": [["finding", "false"], ["finding", "contradicts"], ["stance", "Agreement not judged"]]}'
    assert filter_of(text).choices == {
        Choice(Facet.FINDING, "rated-false"),
        Choice(Facet.FINDING, "rated-mostly-false"),
        Choice(Facet.FINDING, "rated-misleading"),
        Choice(Facet.FINDING, "denies"),
        Choice(Facet.STANCE, "Not compared"),
    }
