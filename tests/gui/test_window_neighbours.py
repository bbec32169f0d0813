"""Merely similar fact-checks are folded away, decisions replace the program's findings, and disagreeing cards come first."""

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
def show_matches(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> Shown:
    """Provide a function that shows a document whose first sentence has the given matches, and selects that sentence."""

    def show(*matches: Match, **fields: object) -> DocumentPage:
        path = tmp_path / "talk.txt"
        path.write_text("Ben Holt: Harbour bridges cost nine million crowns.\nAnna Berg: Thank you.", encoding="utf-8")
        window.document.open_path(path)
        client.run()
        page = window.document.page
        ranked = page.view.ranked
        assert ranked is not None
        entry = next(sentence for sentence in ranked.sentences if sentence.sentence.index == 0)
        ranked_sentence: RankedSentence = replace(entry, matches=matches, **fields)  # type: ignore[arg-type]
        other_sentences = tuple(sentence for sentence in ranked.sentences if sentence.sentence.index)
        page.view.expect()
        window.document.requests.show(replace(ranked, sentences=(ranked_sentence, *other_sentences)))
        qtbot.wait(20)
        page.choose_sentence(0)
        qtbot.waitUntil(lambda: page.matches.complete)
        return page

    return show


def test_unrelated_matches_are_folded_away_and_grey(show_matches: Shown, qtbot: QtBot) -> None:
    page = show_matches(*MATCHES, outcome=Outcome.NONE, verdict=SentenceVerdict.UNKNOWN, checkworthiness=0.9)
    matches = page.matches
    assert page.view.row(0).word == "Worth checking – nothing in your library"
    assert matches.cards == [] and matches.number == 0 and page.current_match() is None
    assert matches.fold is not None and matches.fold.button.text() == "▸ Nearest in the library – not about this (3)"
    qtbot.keyClick(matches.fold.button, Qt.Key.Key_Space)
    assert [card.content.rated for card in matches.cards] == ["PolitiFact: Mostly False", "Velden desk: True", "Ben’s desk: Fake"]
    assert {card.content.verdict.tone for card in matches.cards} == {"grey"}
    qtbot.keyClick(matches.fold.button, Qt.Key.Key_Space)
    assert not any(card.isVisible() for card in matches.cards)


def test_the_number_of_a_fact_check_unfolds_it_and_it_can_be_confirmed(show_matches: Shown, window: MainWindow) -> None:
    page = show_matches(*MATCHES, outcome=Outcome.NONE, verdict=SentenceVerdict.UNKNOWN)
    window.actions_by_name["confirm"].trigger()
    assert page.view.decided == 0, "nothing is chosen, so nothing can be confirmed by mistake"
    assert page.matches.choose(2) and page.matches.cards[1].isVisible()
    window.actions_by_name["confirm"].trigger()
    assert page.view.row(0).word == "Velden desk: True"


def test_an_unlikely_match_is_folded_away_below_a_likely_one(show_matches: Shown) -> None:
    unlikely = (replace(MATCHES[1], probability=0.2), replace(MATCHES[2], probability=0.24))
    sure = replace(MATCHES[0], probability=0.914, reading=ClaimReading(act=SpeechAct.ASSERT, differs=(SLOT,)))
    page = show_matches(sure, *unlikely, outcome=Outcome.MATCH, verdict_reason=VerdictReason.SIMILAR, verdict_source="m")
    (card,) = page.matches.cards
    assert card.chance.text() == "91% – a similar claim" and card.content.differences == ("75,000 ≠ one million",)
    assert page.view.row(0).word == "Similar claim – differs: 75,000 ≠ one million"
    assert page.matches.fold is not None and page.matches.fold.button.text().endswith("(2)")


def test_disagreeing_fact_checks_are_both_shown_first(show_matches: Shown) -> None:
    fields = {
        "verdict_reason": VerdictReason.DISAGREEMENT,
        "verdict_source": "f",
        "verdict_against": "t",
        "verdict": SentenceVerdict.UNKNOWN,
    }
    page = show_matches(*MATCHES, outcome=Outcome.MATCH, **fields)
    assert [card.content.number for card in page.matches.cards] == [3, 2, 1] and page.matches.number == 3
    assert page.view.row(0).word == "Fact-checks disagree"


def test_a_decision_is_shown_everywhere_at_once(show_matches: Shown, window: MainWindow) -> None:
    fields = {"verdict_reason": VerdictReason.SETTLED, "verdict_source": "m", "verdict": SentenceVerdict.FALSE}
    page = show_matches(*MATCHES, outcome=Outcome.MATCH, **fields)
    view, matches_pane = page.view, page.matches
    assert view.findings()[Finding.MOSTLY_FALSE] == 1 and "1 Mostly False" in page.header.facts.text()
    page.set_filter(NO_FILTER.toggled(Facet.RATING, "PolitiFact: Mostly False"))
    assert view.visible == [0]
    assert matches_pane.choose(2)
    window.actions_by_name["confirm"].trigger()
    page.choose_sentence(0)
    assert view.row(0).word == "Velden desk: True" and view.row(0).badge.icon == "check"
    assert Finding.MOSTLY_FALSE not in view.findings() and "1 True · 1 decided" in page.header.facts.text()
    gutter_row = page.text.gutter.row_at(page.text.top_of(view.row(0).sentence.start).center())
    assert gutter_row is not None and "Velden desk: True" in gutter_row.brief
    assert matches_pane._head is not None and matches_pane._head.summary.text() == "Repeats a claim that Velden desk rated True."
    window.actions_by_name["undo"].trigger()
    assert view.row(0).word == "PolitiFact: Mostly False"
    window.actions_by_name["reject_all"].trigger()
    assert view.row(0).word == "Rejected – no fact-check fits" and view.rating_counts() == []


def test_matches_not_compared_yet_are_never_called_no_match(show_matches: Shown) -> None:
    page = show_matches(*MATCHES, outcome=Outcome.NONE, verdict=SentenceVerdict.UNKNOWN, compared=False)
    assert page.view.row(0).word == "Not compared yet" and not page.view.row(0).has_match
    assert page.matches.fold is not None and page.matches.fold.button.text().endswith("not compared yet (3)")


def test_a_blind_review_folds_nothing_away(show_matches: Shown, window: MainWindow) -> None:
    page = show_matches(*MATCHES, outcome=Outcome.NONE, verdict=SentenceVerdict.UNKNOWN)
    window.actions_by_name["blind"].trigger()
    page.choose_sentence(1)
    page.choose_sentence(0)
    assert page.matches.fold is None and len(page.matches.cards) == 3
    assert not any(word in card.accessibleName() for card in page.matches.cards for word in ("Mostly", "True", "Fake"))


def test_filters_saved_by_earlier_versions_keep_their_meaning() -> None:
    text = '{"text": "", "choices": [["finding", "false"], ["finding", "contradicts"], ["stance", "Agreement not judged"]]}'
    assert filter_of(text).choices == {
        Choice(Facet.FINDING, "rated-false"),
        Choice(Facet.FINDING, "rated-mostly-false"),
        Choice(Facet.FINDING, "rated-misleading"),
        Choice(Facet.FINDING, "denies"),
        Choice(Facet.STANCE, "Not compared"),
    }
