"""Judging looked-up claims: the keys of a review, stored judgements, undo and redo, and a full disk."""

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


def look_up_claims(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> ClaimsPage:
    window.go(CLAIMS)
    window.claims.look_up(f"{BRIDGES}\n{RIVERS}")
    client.run()
    assert window.claims.judging.keeping.flush()
    qtbot.wait(20)  # what was read comes through the event loop
    page = window.claims.page
    page.list.setFocus()
    return page


def stored_judgements(window: MainWindow, judgements: MemoryJudgements) -> dict[tuple[str, str], Judgement]:
    assert window.claims.judging.keeping.flush()
    return {(entry.pair.query, entry.pair.item): entry.judgement for entry in judgements.all()}


def test_review_keys_judge_and_undo(window: MainWindow, client: FakeTaskClient, judgements: MemoryJudgements, qtbot: QtBot) -> None:
    page = look_up_claims(window, client, qtbot)
    first = page.match_ids(0)[0]
    qtbot.keyClicks(page.list, "a")
    assert stored_judgements(window, judgements) == {(BRIDGES, first): Judgement.EXACT}
    assert page.view.selected == 1  # on to what is to be judged next
    page.step(-1)
    assert page.matches.cards[0].decision.isVisible() and page.decisions is not None and page.decisions.words.text() == "Confirmed"
    qtbot.keyClicks(page.list, "s")
    assert stored_judgements(window, judgements)[BRIDGES, first] is Judgement.PARTIAL
    qtbot.keyClick(page.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert stored_judgements(window, judgements)[BRIDGES, first] is Judgement.EXACT
    assert window.status.activity.text() == f"Undone: confirm in part “{BRIDGES}”"
    qtbot.keyClick(page.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert stored_judgements(window, judgements)[BRIDGES, first] is Judgement.PARTIAL
    window.claims.judging.undo()
    window.claims.judging.undo()
    assert stored_judgements(window, judgements) == {} and not page.matches.cards[0].decision.isVisible()


def test_the_same_key_again_removes_the_judgement(
    window: MainWindow, client: FakeTaskClient, judgements: MemoryJudgements, qtbot: QtBot
) -> None:
    page = look_up_claims(window, client, qtbot)
    for _ in range(2):
        window.claims.judging.judge(Judgement.IRRELEVANT)
        page.step(-1)
    assert stored_judgements(window, judgements) == {}


def test_a_claim_that_was_judged_before_shows_it_and_the_buttons_work(
    window: MainWindow, client: FakeTaskClient, judgements: MemoryJudgements, qtbot: QtBot
) -> None:
    page = look_up_claims(window, client, qtbot)
    assert page.decisions is not None
    names = [(button.text(), button.key) for button in page.decisions.buttons]
    assert names == [("Confirm", "A"), ("In part", "S"), ("Reject", "X"), ("Undo", "Ctrl+Z")]
    page.decisions.buttons[1].click()
    window.claims.look_up(f"  {BRIDGES} ")
    client.run()
    assert page.matches.cards[0].decision.isVisible() and page.decisions.words.text() == "Confirmed in part"
    row = page.view.row(0)
    assert row.review is not None and row.review.decided


def test_a_judgement_that_cannot_be_saved_is_reported_and_retried(
    window: MainWindow, client: FakeTaskClient, judgements: MemoryJudgements, qtbot: QtBot
) -> None:
    page = look_up_claims(window, client, qtbot)
    judgements.broken = LibraryError("disk-full", "The disk is full.", hint="Free some space.")
    qtbot.keyClicks(page.list, "x")
    qtbot.waitUntil(page.error.isVisible)
    assert "The disk is full." in page.error.message.text() and "Free some space." in page.error.hint.text()
    judgements.broken = None
    page.error.button.click()
    qtbot.waitUntil(lambda: not page.error.isVisible())
    assert set(stored_judgements(window, judgements).values()) == {Judgement.IRRELEVANT}


def test_a_claim_without_matches_has_nothing_to_judge(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(CLAIMS)
    window.claims.look_up("Nothing like this was checked")
    client.run()
    page = window.claims.page
    assert page.decisions is not None and not page.decisions.isVisible()
    window.claims.judging.judge(Judgement.EXACT)
    assert window.status.activity.text() == "There is no fact-check to decide about here."
