"""Reviewing with the keyboard: every decision is shown, saved at once, undone without limit, and restored after a restart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMenu
from pytestqt.qtbot import QtBot

from app.bootstrap.projects import create_project, open_project
from app.domain.keyed_document import with_keys
from app.domain.project import ProjectContent
from app.domain.review import Decision, Target
from app.domain.verdict import Verdict
from app.gui.main_window import MainWindow
from app.gui.model.sentence_filter import NO_FILTER, Choice, Facet
from app.gui.model.verdicts import Finding
from app.gui.review.session import automatic_path
from app.gui.review.text_dialog import TextDialog
from app.worker.protocol import RankDocument
from tests.fakes.task_client import FakeTaskClient, split
from tests.gui.conftest import DEBATE

Make = Callable[[FakeTaskClient], MainWindow]


@pytest.fixture
def ranked(window: MainWindow, client: FakeTaskClient, debate: Path) -> MainWindow:
    """Provide a window with the ranked debate and the focus in the list."""
    window.document.open_path(debate)
    client.run()
    window.activateWindow()
    window.document.page.list.setFocus()
    return window


def press_key(qtbot: QtBot, window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.keyClick(window.document.page.list, key, modifier)


def choose_verdict(qtbot: QtBot, window: MainWindow, word: str) -> None:
    """Open the menu of verdicts by its key and choose one, as a user does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QMenu, "popup", lambda menu, _place: menus.append(menu))
        menus: list[QMenu] = []
        press_key(qtbot, window, Qt.Key.Key_V)
    next(action for action in menus[0].actions() if action.text().endswith(f" {word}")).trigger()


def decision_of(window: MainWindow, index: int) -> Decision | None:
    return window.document.view.row(index).review.decision


def stored_project(window: MainWindow) -> ProjectContent:
    """Close the window's project and return the content on disk."""
    session = window.document.project.session
    path = session.path
    assert path is not None
    assert session.leave()
    project = open_project(path)
    content = project.read()
    project.close()
    return content


def test_a_confirmation_is_shown_everywhere_and_selects_the_next_sentence(ranked: MainWindow, qtbot: QtBot) -> None:
    page, view = ranked.document.page, ranked.document.view
    first = view.selected
    assert first == 1
    press_key(qtbot, ranked, Qt.Key.Key_A)
    assert decision_of(ranked, 1) is Decision.CONFIRMED
    assert view.selected != 1 and view.current is not None and view.current.has_match
    page.choose_sentence(1)
    assert page.decisions.words.text() == "Confirmed"
    assert page.matches.cards[0].decision.isVisible()
    assert "You decided: Confirmed" in page.matches.cards[0].accessibleName()
    assert "Confirmed" in view.row(1).spoken


def test_every_key_makes_its_decision(ranked: MainWindow, qtbot: QtBot) -> None:
    ranked.preferences.set("go_on", "stay")
    for key, expected in (
        (Qt.Key.Key_A, Decision.CONFIRMED),
        (Qt.Key.Key_S, Decision.PARTIAL),
        (Qt.Key.Key_Space, Decision.DEFERRED),
    ):
        press_key(qtbot, ranked, key)
        assert decision_of(ranked, 1) is (expected if expected is not Decision.DEFERRED else Decision.PARTIAL)
    press_key(qtbot, ranked, Qt.Key.Key_S)  # pressed again: taken back, so the sentence is what it was put off as
    assert decision_of(ranked, 1) is Decision.DEFERRED
    press_key(qtbot, ranked, Qt.Key.Key_Space)
    press_key(qtbot, ranked, Qt.Key.Key_X, Qt.KeyboardModifier.ShiftModifier)
    assert decision_of(ranked, 1) is Decision.REJECTED
    press_key(qtbot, ranked, Qt.Key.Key_F)
    assert ranked.document.view.row(1).review.flagged


def test_undo_names_each_act_and_reaches_the_first(ranked: MainWindow, qtbot: QtBot) -> None:
    ranked.preferences.set("go_on", "stay")
    actions = ranked.actions_by_name
    assert not actions["undo"].isEnabled() and actions["undo"].text() == "Undo"
    for key in (Qt.Key.Key_A, Qt.Key.Key_F, Qt.Key.Key_X):
        press_key(qtbot, ranked, key)
    assert actions["undo"].text() == "Undo: reject “Harbour bridges cost nine million crown…”"
    for _ in range(3):
        actions["undo"].trigger()
    assert ranked.document.view.row(1).review.decision is None and not ranked.document.view.row(1).review.flagged
    assert not actions["undo"].isEnabled() and actions["redo"].isEnabled()
    for _ in range(3):
        actions["redo"].trigger()
    assert decision_of(ranked, 1) is Decision.REJECTED and ranked.document.view.row(1).review.flagged


def test_undo_selects_the_sentence_of_the_undone_act(ranked: MainWindow, qtbot: QtBot) -> None:
    press_key(qtbot, ranked, Qt.Key.Key_A)
    assert ranked.document.view.selected != 1
    press_key(qtbot, ranked, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert ranked.document.view.selected == 1
    assert decision_of(ranked, 1) is None


def test_several_sentences_are_decided_in_one_act(ranked: MainWindow, qtbot: QtBot) -> None:
    page = ranked.document.page
    page.list.selectAll()
    press_key(qtbot, ranked, Qt.Key.Key_A)
    confirmed = [index for index in range(6) if decision_of(ranked, index) is Decision.CONFIRMED]
    assert len(confirmed) >= 3
    assert ranked.actions_by_name["undo"].text() == f"Undo: confirm {len(confirmed)} sentences"
    ranked.actions_by_name["undo"].trigger()
    assert not any(decision_of(ranked, index) for index in range(6))


def test_a_note_tags_and_a_user_verdict(ranked: MainWindow, qtbot: QtBot) -> None:
    for key, text in ((Qt.Key.Key_M, "Ask the <b>town hall</b>. Twice."), (Qt.Key.Key_T, "money,  bridges , money")):
        press_key(qtbot, ranked, key)
        dialog = next(candidate for candidate in ranked.findChildren(TextDialog) if candidate.isVisible())
        (dialog.area if key is Qt.Key.Key_M else dialog.line).clear()
        qtbot.keyClicks(dialog.input, text)
        save = dialog.findChild(QDialogButtonBox)
        assert save is not None
        save.button(QDialogButtonBox.StandardButton.Save).click()
        assert not dialog.isVisible()
    choose_verdict(qtbot, ranked, "Misleading")
    state = ranked.document.view.row(1).review
    assert state.verdict is Verdict.MISLEADING
    assert state.note == "Ask the <b>town hall</b>. Twice."
    assert state.tags == ("money", "bridges")
    summary = ranked.document.page.decisions.words.text()
    assert summary == "Your verdict: Misleading · Tags: money, bridges · Note: Ask the <b>town hall</b>. Twice."
    assert [badge.icon for badge in state.row_badges] == ["note", "tag"]  # the row shows that there is more to read
    assert "Note, Tags, Your verdict: Misleading" in ranked.document.view.row(1).spoken
    choose_verdict(qtbot, ranked, "No verdict of my own")
    assert ranked.document.view.row(1).review.verdict is None
    assert ranked.actions_by_name["undo"].text().startswith("Undo: remove the own verdict of")


def test_decisions_are_on_the_disk_at_once(ranked: MainWindow, qtbot: QtBot) -> None:
    session = ranked.document.project.session
    assert not session.active  # nothing decided, nothing kept
    with qtbot.waitSignal(session.saved):
        press_key(qtbot, ranked, Qt.Key.Key_A)
    content = stored_project(ranked)
    assert [act.label for act in content.acts] == ["confirm “Harbour bridges cost nine million crown…”"]
    assert content.ranked is not None and len(content.ranked.sentences) == 6


def test_the_document_brings_its_review_along(
    ranked: MainWindow, client: FakeTaskClient, make_window: Make, debate: Path, qtbot: QtBot
) -> None:
    press_key(qtbot, ranked, Qt.Key.Key_A)
    ranked.document.page.choose_sentence(4)
    press_key(qtbot, ranked, Qt.Key.Key_F)
    ranked.document.page.set_filter(ranked.document.view.filter.toggled(Facet.MARKED, "flagged"))
    ranked.close()
    second_client = FakeTaskClient(client.library, automatic=False)
    second_window = make_window(second_client)
    second_client.run()
    with qtbot.waitSignal(second_window.document.project.session.loaded):
        second_window.document.open_path(debate)
        second_client.run()
    second_client.run()
    view = second_window.document.view
    assert decision_of(second_window, 1) is Decision.CONFIRMED and view.row(4).review.flagged
    assert view.selected == 4 and view.visible == [4]
    assert view.filter.choices == {Choice(Facet.MARKED, "flagged")}
    assert second_window.actions_by_name["undo"].text() == "Undo: flag “Seven rivers cross Velden county, I say.”"
    second_window.actions_by_name["undo"].trigger()
    second_window.actions_by_name["undo"].trigger()
    assert decision_of(second_window, 1) is None
    second_client.deleteLater()


def reopen_debate(client: FakeTaskClient, make_window: Make, debate: Path, qtbot: QtBot) -> tuple[MainWindow, FakeTaskClient]:
    """Open the document in a new window, where its project is loaded before the library."""
    second_client = FakeTaskClient(client.library, automatic=False)
    second_window = make_window(second_client)
    document = second_window.document.requests.document = split(DEBATE, title="debate", source=str(debate))
    second_window.document.requests.opened.emit(document, str(debate))
    qtbot.waitUntil(lambda: second_window.document.view.ranked is not None)
    return second_window, second_client


def test_a_stored_ranking_is_not_computed_again(
    ranked: MainWindow, client: FakeTaskClient, make_window: Make, debate: Path, qtbot: QtBot
) -> None:
    press_key(qtbot, ranked, Qt.Key.Key_A)
    ranked.close()
    second_window, second_client = reopen_debate(client, make_window, debate, qtbot)
    second_client.run()
    assert not second_client.of(RankDocument)
    ranking = second_window.document.view.ranked
    assert ranking is not None and ranking.final and decision_of(second_window, 1) is Decision.CONFIRMED
    assert second_window.actions_by_name["export"].isEnabled()
    second_client.deleteLater()


def test_partial_results_do_not_replace_a_stored_ranking(
    ranked: MainWindow, client: FakeTaskClient, make_window: Make, debate: Path, qtbot: QtBot
) -> None:
    press_key(qtbot, ranked, Qt.Key.Key_A)
    ranked.close()
    client.library.pop()
    second_window, second_client = reopen_debate(client, make_window, debate, qtbot)
    rankings = []
    second_window.document.page.ranked_shown.connect(lambda: rankings.append(second_window.document.view.ranked))
    second_client.run()
    assert [(ranking.final, ranking.run.factchecks) for ranking in rankings if ranking is not None] == [(True, 2)]
    second_client.deleteLater()


def test_a_project_is_saved_elsewhere_and_opened_from_there(
    ranked: MainWindow, client: FakeTaskClient, make_window: Make, tmp_path: Path, qtbot: QtBot
) -> None:
    press_key(qtbot, ranked, Qt.Key.Key_A)
    ranked.document.project.save_as(tmp_path / "night")
    target = tmp_path / "night.priorcheck"
    assert target.is_file()
    ranked.document.page.choose_sentence(4)
    press_key(qtbot, ranked, Qt.Key.Key_X)
    ranked.close()
    second_client = FakeTaskClient(client.library, automatic=False)
    second_window = make_window(second_client)
    second_client.run()
    with qtbot.waitSignal(second_window.document.project.session.loaded):
        second_window.document.open_path(target)
    second_client.run()
    assert second_window.document.view.document is not None and second_window.document.view.document.text == DEBATE
    assert decision_of(second_window, 1) is Decision.CONFIRMED and decision_of(second_window, 4) is Decision.REJECTED
    assert str(target) in second_window.preferences.settings.recent_files
    second_client.deleteLater()


def test_a_second_window_on_the_same_project_is_refused(window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot) -> None:
    document = split(DEBATE, title="debate", source=str(debate))
    elsewhere = create_project(automatic_path(document), with_keys(document))
    with qtbot.waitSignal(window.document.project.session.refused):
        window.document.open_path(debate)
        client.run()
    client.run()
    trouble = window.document.project.trouble
    assert "open in another window" in trouble.message.text()
    assert "keys for them are off" in trouble.hint.text()
    assert window.document.view.ranked is not None  # it can be read all the same
    window.document.page.list.setFocus()
    press_key(qtbot, window, Qt.Key.Key_A)
    assert decision_of(window, 1) is None
    assert elsewhere.read().acts == ()
    elsewhere.close()


def test_a_disk_that_fails_loses_nothing(ranked: MainWindow, qtbot: QtBot, own_home: Path) -> None:
    controller = ranked.document.project
    folder = own_home / "data" / "projects"
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file where the folder should be")
    with qtbot.waitSignal(controller.session.troubled):
        press_key(qtbot, ranked, Qt.Key.Key_A)
    assert ranked.document.project.trouble.isVisible()
    folder.unlink()
    with qtbot.waitSignal(controller.session.saved):
        ranked.document.project.trouble.button.click()
    assert not ranked.document.project.trouble.isVisible()
    assert len(stored_project(ranked).acts) == 1


def test_a_project_that_cannot_be_saved_in_place_is_saved_elsewhere(
    ranked: MainWindow, qtbot: QtBot, own_home: Path, tmp_path: Path
) -> None:
    controller = ranked.document.project
    ranked.preferences.set("go_on", "stay")
    folder = own_home / "data" / "projects"
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file where the folder should be")
    with qtbot.waitSignal(controller.session.troubled):
        press_key(qtbot, ranked, Qt.Key.Key_A)
    press_key(qtbot, ranked, Qt.Key.Key_F)
    ranked.actions_by_name["undo"].trigger()
    controller.save_as(tmp_path / "elsewhere")
    qtbot.waitUntil(lambda: not ranked.document.project.trouble.isVisible())
    press_key(qtbot, ranked, Qt.Key.Key_M)
    next(dialog for dialog in ranked.findChildren(TextDialog) if dialog.isVisible()).submitted.emit("kept")
    assert controller.session.path == tmp_path / "elsewhere.priorcheck"
    content = stored_project(ranked)
    assert [act.label.split(" ")[0] for act in content.acts] == ["confirm", "write"] and content.position == 2
    assert content.ranked is not None


def test_a_project_is_not_saved_over_one_that_is_open_elsewhere(ranked: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    controller = ranked.document.project
    open_project_file = create_project(tmp_path / "theirs.priorcheck", with_keys(split("Carl: Something else.")))
    press_key(qtbot, ranked, Qt.Key.Key_A)
    before = controller.session.path
    with qtbot.waitSignal(controller.session.troubled):
        controller.save_as(tmp_path / "theirs")
    assert controller.session.path == before
    assert open_project_file.read().base.document.text == "Carl: Something else."
    open_project_file.close()
    press_key(qtbot, ranked, Qt.Key.Key_F)
    assert len(stored_project(ranked).acts) == 2


def test_the_history_lists_every_act_and_returns_to_it(ranked: MainWindow, qtbot: QtBot) -> None:
    ranked.preferences.set("go_on", "stay")
    controller = ranked.document.project
    for key in (Qt.Key.Key_A, Qt.Key.Key_F, Qt.Key.Key_Space):
        press_key(qtbot, ranked, key)
    ranked.actions_by_name["history"].trigger()
    assert controller.side_panels.history is not None
    model = controller.side_panels.history.model
    lines = [model.index(row).data() for row in range(model.rowCount())]
    assert [line.split(" · ")[2].split(" “")[0] for line in lines] == ["Put off", "Flag", "Confirm"]
    controller.side_panels.history.list.setCurrentIndex(model.index(2))
    controller.side_panels.history.button.click()
    assert decision_of(ranked, 1) is Decision.CONFIRMED and not ranked.document.view.row(1).review.flagged
    assert [model.index(row).data().endswith("undone") for row in range(3)] == [True, True, False]
    controller.side_panels.history.close()
    QApplication.sendPostedEvents(None)
    QApplication.processEvents()


def test_decisions_can_be_filtered(ranked: MainWindow, qtbot: QtBot) -> None:
    press_key(qtbot, ranked, Qt.Key.Key_A)
    page = ranked.document.page
    page.filters.menus.fill(Facet.DECISION)
    menu = page.filters.menus.menus[Facet.DECISION]
    assert [action.text() for action in menu.actions()] == ["Not decided  (5)", "Confirmed  (1)"]
    menu.actions()[1].trigger()
    assert ranked.document.view.visible == [1]
    assert [button.text() for button in page.filters.chips.buttons()] == ["Confirmed  ✕"]


def test_a_filter_is_saved_under_a_name(ranked: MainWindow) -> None:
    page, saved = ranked.document.page, ranked.document.saved_filters
    page.set_filter(page.view.filter.toggled(Facet.SPEAKER, "Ben Holt"))
    saved.keep("Ben alone")
    page.clear_filters()
    assert page.filters.menus.saved == ("Ben alone",)
    page.filters.menus.saved_chosen.emit("Ben alone")
    assert sorted(page.view.visible) == [1, 3, 5]
    page.filters.menus.saved_removed.emit("Ben alone")
    assert page.filters.menus.saved == () and ranked.preferences.settings.saved_filters == ()


def test_a_blind_review_shows_no_answer_before_the_decision(ranked: MainWindow, qtbot: QtBot) -> None:
    page, view = ranked.document.page, ranked.document.view
    ranked.preferences.set("go_on", "stay")
    ranked.actions_by_name["blind"].trigger()
    assert view.visible == sorted(view.visible)  # the document's own order
    page.choose_sentence(1)
    card = page.matches.cards[0]
    visible_text = " ".join([card.accessibleName(), card.rating.text(), card.verdict.text(), view.row(1).spoken])
    for secret in ("Wrong", "False", "Agrees", "five million"):
        assert secret not in visible_text
    assert card.content.claim == "Harbour bridges cost nine million crowns"
    assert page.list.model().index(1).data(Qt.ItemDataRole.UserRole).steps == 0
    press_key(qtbot, ranked, Qt.Key.Key_A)
    page.choose_sentence(2)
    page.choose_sentence(1)
    assert "Wrong <b>twice</b>" in page.matches.cards[0].verdict.text()
    ranked.actions_by_name["blind"].trigger()
    assert view.visible[0] == 1


def test_a_blind_review_clears_filters_that_reveal_answers(ranked: MainWindow) -> None:
    page, view = ranked.document.page, ranked.document.view
    (speaker, spoken), *_ = view.speakers()
    page.set_filter(NO_FILTER.toggled(Facet.FINDING, Finding.FALSE.value).toggled(Facet.SPEAKER, speaker))
    visible_before = list(view.visible)
    ranked.actions_by_name["blind"].trigger()
    assert [view.row(index).sentence.speaker for index in view.visible] == [speaker] * spoken
    assert len(page.filters.chips.buttons()) == 1
    ranked.actions_by_name["blind"].trigger()
    assert sorted(view.visible) == sorted(visible_before) and len(page.filters.chips.buttons()) == 2


def test_a_cards_tool_tips_name_the_current_keys(ranked: MainWindow) -> None:
    page, actions = ranked.document.page, ranked.actions_by_name
    page.choose_sentence(1)
    page.matches.choose(1)
    assert page.matches.cards[0].citation_button.toolTip().endswith("(C)")
    actions.use(actions.keymap.with_keys("copy_citation", ("Ctrl+Y",)))
    page.choose_sentence(2)
    page.choose_sentence(1)
    page.matches.choose(1)
    assert page.matches.cards[0].citation_button.toolTip().endswith("(Ctrl+Y)")


def test_matches_new_since_another_library_are_marked(ranked: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    press_key(qtbot, ranked, Qt.Key.Key_A)
    view = ranked.document.view
    museum = next(check for check in client.library if check.id == "c")
    client.library.insert(0, replace(museum, id="0", claim="Velden county museums lost half their visitors", verdict=Verdict.FALSE))
    ranked.library.requests.warm_up()
    client.run()
    ranked.document.page.accept_update()
    assert view.row(5).new and not view.row(1).new
    assert decision_of(ranked, 1) is Decision.CONFIRMED
    ranked.document.page.set_filter(view.filter.toggled(Facet.MARKED, "new"))
    assert view.visible == [5]


def test_a_confirmed_fact_check_stays_when_the_library_loses_it(ranked: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    press_key(qtbot, ranked, Qt.Key.Key_A)
    client.library[:] = [check for check in client.library if check.id != "a"]
    ranked.library.requests.warm_up()
    client.run()
    ranked.document.page.accept_update()
    row = ranked.document.view.row(1)
    assert row.ranked is not None
    assert "a" in [match.factcheck.id for match in row.ranked.matches]
    assert decision_of(ranked, 1) is Decision.CONFIRMED


@pytest.mark.parametrize("lines", [True, False])
def test_return_ends_a_line_and_control_return_submits(qtbot: QtBot, qapp: QApplication, lines: bool) -> None:
    dialog = TextDialog("Note", "About", "before", lines=lines)
    submitted: list[str] = []
    dialog.submitted.connect(submitted.append)
    with qtbot.waitActive(dialog):
        dialog.open()
        dialog.activateWindow()
    qtbot.keyClicks(dialog.input, "after")  # what was there is marked, so typing replaces it
    modifier = Qt.KeyboardModifier.ControlModifier if lines else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(dialog.input, Qt.Key.Key_Return, modifier)
    assert submitted == ["after"]


def test_two_people_review_blind_and_are_compared(ranked: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    controller = ranked.document.project
    ranked.preferences.set("go_on", "stay")
    page = ranked.document.page
    for index, key in ((1, Qt.Key.Key_A), (4, Qt.Key.Key_A), (5, Qt.Key.Key_X)):
        page.choose_sentence(index)
        press_key(qtbot, ranked, key)
    controller.side_panels.review_as("Trainee")
    assert decision_of(ranked, 1) is None  # the other's decisions are hers alone
    for index, key in ((1, Qt.Key.Key_A), (4, Qt.Key.Key_X), (5, Qt.Key.Key_X)):
        page.choose_sentence(index)
        press_key(qtbot, ranked, key)
    dialog = controller.side_panels.compare()
    assert dialog is not None
    assert dialog.said.text().startswith("3 fact-checks were judged by both; 67% alike. Cohen’s kappa 0.40")
    assert dialog.model.rowCount() == 1
    assert [dialog.model.index(0, column).data() for column in (2, 3)] == ["confirmed", "rejected"]
    for width in (820, 600):
        dialog.resize(width, 480)
        qtbot.wait(10)
        table = dialog.table
        assert table.horizontalHeader().length() == table.viewport().width()  # no column beyond the edge, nor room left over
        assert all(table.columnWidth(column) >= table.sizeHintForColumn(column) for column in (2, 3))
    dialog.export(tmp_path / "night.csv")
    assert "Trainee" in (tmp_path / "night.csv").read_text(encoding="utf-8-sig")
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"text": "Harbour bridges cost nine million crowns.", "factcheck": "a"}\n', encoding="utf-8")
    dialog.compare_with_gold(gold)
    assert "100% alike" in dialog.said.text()
    dialog.compare_with_gold(tmp_path / "none.jsonl")
    assert "cannot be read" in dialog.said.text() and not dialog.export_button.isEnabled()
    dialog.close()


def test_a_report_gets_the_review_as_it_is(ranked: MainWindow, qtbot: QtBot) -> None:
    ranked.preferences.set("go_on", "stay")
    for key in (Qt.Key.Key_A, Qt.Key.Key_F, Qt.Key.Key_X):
        press_key(qtbot, ranked, key)
    ranked.actions_by_name["undo"].trigger()
    reviewed = ranked.document.reviewed()
    assert reviewed is not None
    assert [act.label.split(" ")[0] for act in reviewed.acts] == ["confirm", "flag"]
    marks = dict(reviewed.marks[reviewed.lead])
    assert marks[Target(reviewed.key(1), "a")].decision is Decision.CONFIRMED and marks[Target(reviewed.key(1))].flagged


def test_an_edit_of_the_sentences_is_undone_like_everything_else(ranked: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    view, actions = ranked.document.view, ranked.actions_by_name
    ranked.preferences.set("go_on", "stay")
    before = view.document
    assert before is not None
    press_key(qtbot, ranked, Qt.Key.Key_A)  # sentence 1
    ranked.document.page.choose_sentence(2)
    press_key(qtbot, ranked, Qt.Key.Key_F)
    ranked.document.page.choose_sentence(1)
    actions["merge"].trigger()
    assert view.document is not None and len(view.document.sentences) == 5
    assert decision_of(ranked, 1) is Decision.CONFIRMED and view.row(1).review.flagged  # the second one's flag goes along
    client.run()
    assert view.ranked is not None and len(view.ranked.sentences) == 5
    actions["undo"].trigger()
    assert view.document == before
    assert decision_of(ranked, 1) is Decision.CONFIRMED and not view.row(1).review.flagged and view.row(2).review.flagged
    client.run()
    actions["redo"].trigger()
    assert len(view.document.sentences) == 5
    content = stored_project(ranked)
    assert len(content.acts) == 3 and content.position == 3
    assert content.manuscript().document == view.document


@pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing the keyboard")
@pytest.mark.parametrize("key, expected", [(Qt.Key.Key_D, Verdict.DISPUTED), (Qt.Key.Key_6, Verdict.MISLEADING), (Qt.Key.Key_0, None)])
def test_the_verdict_menu_is_worked_by_its_keys(
    ranked: MainWindow, qtbot: QtBot, qapp: QApplication, key: Qt.Key, expected: Verdict | None
) -> None:
    choose_verdict(qtbot, ranked, "Misleading")
    press_key(qtbot, ranked, Qt.Key.Key_V)
    menu = qapp.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = [action.text() for action in menu.actions() if not action.isSeparator()]
    keys = [entry[entry.index("&") + 1].casefold() for entry in entries]
    assert "".join(keys) == "123456789du0" and entries[0] == "&1  True"
    qtbot.keyClick(menu, key)
    assert not menu.isVisible() and ranked.document.view.row(1).review.verdict is expected


def test_every_decision_is_a_button_with_its_key(ranked: MainWindow, qtbot: QtBot) -> None:
    bar = ranked.document.page.decisions
    buttons = {button.text(): button for button in bar.buttons}
    keys = {text: button.key for text, button in buttons.items()}
    assert keys["Confirm"] == "A" and keys["None of these"] == "Shift+X" and keys["Later"] == "Space" and keys["Verdict"] == "V"
    ranked.preferences.set("go_on", "stay")
    qtbot.mouseClick(buttons["None of these"], Qt.MouseButton.LeftButton)
    assert decision_of(ranked, 1) is Decision.REJECTED
    assert [text for text, button in buttons.items() if button.property("taken")] == ["None of these"]
    qtbot.mouseClick(buttons["Confirm"], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(buttons["Flag"], Qt.MouseButton.LeftButton)
    assert decision_of(ranked, 1) is Decision.CONFIRMED
    assert [text for text, button in buttons.items() if button.property("taken")] == ["Confirm", "Flag"]
    qtbot.mouseClick(buttons["Confirm"], Qt.MouseButton.LeftButton)
    assert [text for text, button in buttons.items() if button.property("taken")] == ["Flag"]


def test_a_button_shows_the_key_that_the_user_chose(ranked: MainWindow) -> None:
    button = next(button for button in ranked.document.page.decisions.buttons if button.text() == "Confirm")
    width = button.sizeHint().width()
    ranked.actions_by_name.use(ranked.actions_by_name.keymap.with_keys("confirm", ("Ctrl+Alt+G",)))
    assert button.key == "Ctrl+Alt+G" and button.sizeHint().width() > width
    ranked.actions_by_name.use(ranked.actions_by_name.keymap.with_keys("confirm", ()))
    assert button.key == "" and button.sizeHint().width() < width


def test_decisions_are_not_cut_off_in_large_text_and_a_narrow_window(ranked: MainWindow, qtbot: QtBot) -> None:
    bar = ranked.document.page.decisions

    def is_whole() -> bool:
        inside = bar.rect()
        rects = [QRect(button.mapTo(bar, QPoint(0, 0)), button.size()) for button in bar.buttons]
        apart = not any(first.intersects(second) for first, second in combinations(rects, 2))
        return apart and all(
            inside.contains(rect) and button.width() >= button.sizeHint().width() for rect, button in zip(rects, bar.buttons, strict=True)
        )

    def lines() -> int:
        return len({button.mapTo(bar, QPoint(0, 0)).y() for button in bar.buttons})

    qtbot.waitUntil(is_whole)
    before = lines()
    ranked.resize(1024, 700)
    qtbot.waitUntil(lambda: is_whole() and lines() >= before)
    ranked.theme.set_scale(1.5)
    qtbot.waitUntil(lambda: is_whole() and lines() > before)
    ranked.theme.set_scale(1.0)
    qtbot.waitUntil(is_whole)
    for button in bar.buttons:  # a style that comes later
        button.setFont(ranked.theme.font(step=5))
    qtbot.waitUntil(lambda: is_whole() and lines() > before)
