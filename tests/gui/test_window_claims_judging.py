"""Judging looked-up claims: the keys of a review, what they leave on the disk, undo and redo, and a disk that is full."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.domain.judgement import Judgement
from app.errors import LibraryError
from app.gui.claims.page import ClaimsPage
from app.gui.main_window import CLAIMS, MainWindow
from tests.fakes.judgement_file import MemoryJudgements
from tests.fakes.task_client import FakeTaskClient

BRIDGES, RIVERS = "Harbour bridges cost nine million crowns", "Seven rivers cross Velden county"


def looked_up(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> ClaimsPage:
    window.go(CLAIMS)
    window.claims.look_up(f"{BRIDGES}\n{RIVERS}")
    client.run()
    assert window.claims.judging.keeping.flush()
    qtbot.wait(20)  # what was read comes through the event loop
    place = window.claims.page
    place.list.setFocus()
    return place


def kept(window: MainWindow, judgements: MemoryJudgements) -> dict[tuple[str, str], Judgement]:
    assert window.claims.judging.keeping.flush()
    return {(each.pair.query, each.pair.item): each.judgement for each in judgements.all()}


def test_the_keys_of_a_review_judge_and_take_back(
    window: MainWindow, client: FakeTaskClient, judgements: MemoryJudgements, qtbot: QtBot
) -> None:
    place = looked_up(window, client, qtbot)
    first = place.match_ids(0)[0]
    qtbot.keyClicks(place.list, "a")
    assert kept(window, judgements) == {(BRIDGES, first): Judgement.EXACT}
    assert place.view.selected == 1  # on to what is to be judged next
    place.step(-1)
    assert place.matches.cards[0].decision.isVisible() and place.decisions is not None and place.decisions.words.text() == "Confirmed"
    qtbot.keyClicks(place.list, "s")
    assert kept(window, judgements)[BRIDGES, first] is Judgement.PARTIAL
    qtbot.keyClick(place.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert kept(window, judgements)[BRIDGES, first] is Judgement.EXACT
    assert window.status.activity.text() == f"Undone: confirm in part “{BRIDGES}”"
    qtbot.keyClick(place.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert kept(window, judgements)[BRIDGES, first] is Judgement.PARTIAL
    window.claims.judging.undo()
    window.claims.judging.undo()
    assert kept(window, judgements) == {} and not place.matches.cards[0].decision.isVisible()


def test_the_same_key_again_takes_the_judgement_back(
    window: MainWindow, client: FakeTaskClient, judgements: MemoryJudgements, qtbot: QtBot
) -> None:
    place = looked_up(window, client, qtbot)
    for _ in range(2):
        window.claims.judging.judge(Judgement.IRRELEVANT)
        place.step(-1)
    assert kept(window, judgements) == {}


def test_a_claim_that_was_judged_before_shows_it_and_the_buttons_work(
    window: MainWindow, client: FakeTaskClient, judgements: MemoryJudgements, qtbot: QtBot
) -> None:
    place = looked_up(window, client, qtbot)
    assert place.decisions is not None
    names = [button.text() for button in place.decisions.buttons]
    assert names == ["Confirm  A", "In part  S", "Reject  X", "Undo  Ctrl+Z"]
    place.decisions.buttons[1].click()
    window.claims.look_up(f"  {BRIDGES} ")
    client.run()
    assert place.matches.cards[0].decision.isVisible() and place.decisions.words.text() == "Confirmed in part"
    row = place.view.row(0)
    assert row.review is not None and row.review.decided


def test_what_cannot_be_kept_is_shown_told_and_tried_again(
    window: MainWindow, client: FakeTaskClient, judgements: MemoryJudgements, qtbot: QtBot
) -> None:
    place = looked_up(window, client, qtbot)
    judgements.broken = LibraryError("disk-full", "The disk is full.", hint="Free some space.")
    qtbot.keyClicks(place.list, "x")
    qtbot.waitUntil(place.error.isVisible)
    assert "The disk is full." in place.error.message.text() and "Free some space." in place.error.hint.text()
    judgements.broken = None
    place.error.button.click()
    qtbot.waitUntil(lambda: not place.error.isVisible())
    assert set(kept(window, judgements).values()) == {Judgement.IRRELEVANT}


def test_where_nothing_was_found_there_is_nothing_to_judge(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(CLAIMS)
    window.claims.look_up("Nothing like this was checked")
    client.run()
    place = window.claims.page
    assert place.decisions is not None and not place.decisions.isVisible()
    window.claims.judging.judge(Judgement.EXACT)
    assert window.status.activity.text() == "There is no fact-check to decide about here."
