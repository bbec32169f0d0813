"""The Ask page: questions, answers with both camps, the user's edits, importing and browsing posts, sending claims to other pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from app.domain.answer_edits import EditKind, Side
from app.domain.ask import QuestionType
from app.domain.post import Post
from app.domain.posts import PostFilter
from app.gui.ask.controller import AskController
from app.gui.ask.page import POSTS, AskPage
from app.gui.main_window import ASK, CLAIMS, MainWindow
from app.gui.model.ask_filter import PLATFORM
from app.gui.theme import Appearance
from app.worker import protocol
from tests.fakes.library_requests import Broken
from tests.fakes.task_client import FakeTaskClient

QUESTION = "What causes floods?"


def post(name: str, text: str, *, day: int = 0, platform: str = "x", language: str = "en") -> Post:
    published = datetime(2021, 3, day, tzinfo=UTC) if day else None
    url = f"https://posts.example/{name}"
    return Post(id=name, text=text, author=f"@{name}", published=published, platform=platform, language=language, url=url, engagement=3)


def pile() -> list[Post]:
    """Return posts in which rain is contested, nobody refutes the moon, and nobody supports Harbour bridges."""
    return [
        post("a", "Rain causes floods, I have seen it with my own eyes", day=1),
        post("b", "Rain causes most floods, says the mayor and she should know", day=4, platform="mastodon"),
        post("c", "Rain does not cause floods, dams do", day=6, language="es"),
        post("c2", "rain does not cause floods, DAMS do", day=7),
        post("d", "The moon causes floods", platform="mastodon"),
        post("e", "Harbour bridges cost nine million crowns does not cause floods", day=9),
        post("y", "Yes, and twice", day=2),
        post("n", "No. Never", day=3),
        post("y2", "Yes, every year"),
    ]


@pytest.fixture
def controller(window: MainWindow, client: FakeTaskClient) -> AskController:
    """Provide the opened page with posts in the library."""
    client.pile.posts = pile()
    window.go(ASK)
    client.run()
    return window.ask


def wait_for_answers(page: AskPage) -> AskPage:
    """Wait until every card and post is built."""
    page.answers.idle_work.finish()
    QTest.qWait(5)
    return page


def ask_question(controller: AskController, client: FakeTaskClient, question: str = QUESTION) -> AskPage:
    controller.page.bar.input.setText(question)
    QTest.keyClick(controller.page.bar.input, Qt.Key.Key_Return)
    client.run()
    return wait_for_answers(controller.page)


def answer_names(page: AskPage) -> list[str]:
    return [card.answer.name for card in page.answers.cards]


def post_id_columns(page: AskPage, card: int = 0) -> list[list[str]]:
    """Return the post ids of both columns of a card."""
    return [[view.opinion.post.id for view in column.in_order()] for column in page.answers.cards[card].columns]


def test_without_posts_the_page_says_what_to_import(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(ASK)
    client.run()
    page = window.ask.page
    assert page.empty.isVisible() and page.empty.buttons[0].hasFocus() and not page.line.isVisible()
    page.empty.buttons[0].click()
    assert window.ask.intake.dialog is not None and window.ask.intake.dialog.isVisible()
    window.ask.intake.dialog.close()


def test_posts_are_not_queried_before_the_page_is_opened(window: MainWindow, client: FakeTaskClient) -> None:
    assert not client.of(protocol.DescribePosts) and not client.of(protocol.EncodePosts)
    window.go(ASK)
    client.run()
    window.go(CLAIMS)
    window.go(ASK)
    client.run()
    assert len(client.of(protocol.DescribePosts)) == 1


def test_answers_come_most_contested_first_with_both_camps(controller: AskController, client: FakeTaskClient) -> None:
    page = ask_question(controller, client)
    assert QApplication.activeWindow() is page.window()  # no part was shown as a window of its own before it had its place
    assert answer_names(page) == ["Rain", "The moon", "Harbour bridges cost nine million crowns"]
    rain, moon, bridges = page.answers.cards
    assert rain.claim.text() == "Rain causes it" and rain.contested.text() == "Contested" and post_id_columns(page) == [["a", "b"], ["c"]]
    assert rain.columns[0].heading.text() == "Supporting: 2 posts" and rain.columns[1].heading.text() == "Refuting: 1 post"
    assert moon.contested.text() == "Nobody refutes it" and bridges.contested.text() == "Nobody supports it"
    assert moon.columns[1].nobody.text() == "None of the posts that were read refutes this."
    copies = rain.columns[1].views[0]
    assert copies.facts.text() == "@c · x · 2021-03-06 · ×2 · 3 reactions" and copies.sure.text().startswith("Likely refutes it: ")
    assert page.results.found.text() == "3 answers · 8 posts read of 8"
    assert bridges.debunks.lines and any("Already checked by" in label.text() for label in bridges.debunks.findChildren(QLabel))
    assert rain.debunks is None


def test_a_yes_no_question_is_answered_yes_or_no(controller: AskController, client: FakeTaskClient) -> None:
    page = ask_question(controller, client, "Does it flood?")
    (card,) = page.answers.cards
    assert card.name.text() == "YES" and card.change is None and post_id_columns(page) == [["y", "y2"], ["n"]]
    texts = [label.text() for label in card.findChildren(QLabel)]
    assert any(text.endswith("Supporting: 2, refuting: 1.") for text in texts)
    assert page.bar.taken.text() == "Taken as a yes-no question"


def test_the_detected_question_type_can_be_overridden(controller: AskController, client: FakeTaskClient) -> None:
    page = ask_question(controller, client)
    assert page.bar.taken.text() == "Taken as a question for answers"
    page.bar.kinds[QuestionType.YES_NO].click()
    client.run()
    requests = client.of(protocol.AskQuestion)
    assert isinstance(requests[-1], protocol.AskQuestion) and requests[-1].options.kind is QuestionType.YES_NO and len(requests) == 2
    assert wait_for_answers(page).answers.cards[0].name.text() == "YES" and not page.bar.taken.isVisible()
    page.bar.kinds[QuestionType.YES_NO].click()
    client.run()
    assert len(client.of(protocol.AskQuestion)) == 2 and page.bar.kinds[QuestionType.YES_NO].isChecked()


def test_filters_ask_again_and_are_removed_by_their_chips(controller: AskController, client: FakeTaskClient) -> None:
    page = ask_question(controller, client)
    filters = page.bar.filters
    filters.fill(PLATFORM, filters.platform.entries)
    entries = {action.text(): action for action in filters.platform.entries.actions()}
    assert list(entries) == ["Any platform", "x  (7)", "mastodon  (2)"]
    entries["mastodon  (2)"].trigger()
    client.run()
    assert post_id_columns(wait_for_answers(page)) == [["b"], []] or answer_names(page)[0] == "The moon"
    assert [button.text() for button in filters.chips.buttons()] == ["mastodon  ✕"]
    dialog = filters.ask_days()
    dialog.last.setText(str(dialog.last.suggestion))
    dialog.accept()
    filters.choose(replace(filters.among, since=date(2021, 3, 30)))
    client.run()
    assert page.nothing.isVisible() and page.nothing.everywhere.isVisible()
    page.nothing.everywhere.click()
    client.run()
    assert answer_names(wait_for_answers(page))[0] == "Rain" and not filters.chips.isVisible()


def test_recent_questions_are_offered_again(controller: AskController, client: FakeTaskClient) -> None:
    page = ask_question(controller, client)
    ask_question(controller, client, "Does it flood?")
    ask_question(controller, client, "what  causes FLOODS")
    actions = page.bar.recent.entries.actions()
    assert [action.text() for action in actions] == ["what causes FLOODS", "Does it flood?"]
    actions[1].trigger()
    client.run()
    assert page.bar.input.text() == "Does it flood?" and wait_for_answers(page).answers.cards[0].name.text() == "YES"
    assert controller._ctx.preferences.state.questions == ("Does it flood?", "what causes FLOODS")


def test_clicking_an_example_asks_it(controller: AskController, client: FakeTaskClient) -> None:
    page = controller.page
    assert page.examples.isVisible() and not page.results.isVisible()
    example = page.examples.buttons[0]
    example.click()
    client.run()
    assert page.bar.input.text() == example.text() and client.of(protocol.AskQuestion)


def test_missing_questions_missing_posts_and_failures_are_reported(
    controller: AskController, client: FakeTaskClient, window: MainWindow
) -> None:
    page = controller.page
    page.bar.button.click()
    assert page.error.message.text() == "There is no question." and not client.of(protocol.AskQuestion)
    client.breaking[protocol.AskQuestion] = Broken("model-missing", "A model is missing.", "Install again.")
    ask_question(controller, client)
    assert page.error.hint.text() == "Install again."
    del client.breaking[protocol.AskQuestion]
    ask_question(controller, client)
    assert not page.error.isVisible() and len(answer_names(page)) == 3
    page.bar.ask()
    window.status.cancel.click()
    client.run()
    assert page.error.message.text() == "Stopped." and len(answer_names(page)) == 3


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("r", ([["b"], ["a", "c"]], "The post now refutes “Rain”.")),
        ("n", ([["b"], ["c"]], "The post now takes no side on “Rain”.")),
        ("s", ([["a", "b"], ["c"]], "The post now supports “Rain”.")),
    ],
)
def test_a_side_is_corrected_by_a_key_saved_and_undone(
    controller: AskController, client: FakeTaskClient, window: MainWindow, key: str, expected: tuple[list[list[str]], str]
) -> None:
    columns, message = expected
    page = ask_question(controller, client)
    view = page.answers.cards[0].columns[0].views[0]
    untouched = page.answers.cards[1]
    view.setFocus()
    QTest.keyClicks(view, key)
    client.run()
    wait_for_answers(page)
    order = [sorted(post_ids) for post_ids in post_id_columns(page)]
    assert order == [sorted(post_ids) for post_ids in columns] and window.status.activity.text() == message
    assert page.answers.cards[1] is untouched and page.answers.current() is not None
    (edit,) = client.pile.edits["what causes floods"]
    assert (edit.kind, edit.post, edit.claim, edit.text) == (EditKind.SIDE, "a", "Rain causes it", pile()[0].text)
    QTest.keyClick(page.answers.views()[0], Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert post_id_columns(wait_for_answers(page)) == [["a", "b"], ["c"]] and client.pile.edits["what causes floods"] == ()
    page.results.redo.click()
    client.run()
    assert [sorted(post_ids) for post_ids in post_id_columns(wait_for_answers(page))] == order and len(
        client.pile.edits["what causes floods"]
    ) == 1


def test_the_next_post_gets_the_focus_after_one_is_removed(controller: AskController, client: FakeTaskClient) -> None:
    page = ask_question(controller, client)
    first = page.answers.cards[0].columns[0].views[0]
    first.setFocus()
    QTest.keyClicks(first, "n")
    client.run()
    current = wait_for_answers(page).answers.current()
    assert current is not None and current.opinion.post.id == "b"
    for _ in range(9):
        QTest.keyClicks(QApplication.focusWidget(), "j")
    last = page.answers.current()
    assert last is not None and last.opinion.post.id == "e"
    QTest.keyClicks(last, "k")
    assert page.answers.current() is not last


def test_edits_are_applied_again_when_the_question_is_asked_again(controller: AskController, client: FakeTaskClient) -> None:
    page = ask_question(controller, client)
    controller.signals.merge_asked.emit("The moon", "Rain")
    client.run()
    assert answer_names(wait_for_answers(page)) == ["Rain", "Harbour bridges cost nine million crowns"]
    assert sorted(post_id_columns(page)[0]) == ["a", "b", "d"]
    ask_question(controller, client, "Does it flood?")
    assert not page.results.undo.isEnabled()
    ask_question(controller, client, "WHAT causes floods")
    assert answer_names(page) == ["Rain", "Harbour bridges cost nine million crowns"] and page.results.undo.isEnabled()
    page.results.undo.click()
    client.run()
    assert len(answer_names(wait_for_answers(page))) == 3


def test_answers_are_renamed_merged_and_split_from_their_menu(controller: AskController, client: FakeTaskClient) -> None:
    page = ask_question(controller, client)
    card = page.answers.cards[1]
    entries = card.change.entries
    card.fill_menu(entries)
    texts = {action.text(): action for action in entries.actions()}
    assert not texts["Take a wording out"].isEnabled()
    merge = {action.text(): action for action in texts["Merge into"].menu().actions()}
    merge["Rain"].trigger()
    client.run()
    wait_for_answers(page)
    rain = page.answers.cards[0]
    rain.fill_menu(rain.change.entries)
    apart = next(action for action in rain.change.entries.actions() if action.text() == "Take a wording out").menu()
    assert [action.text() for action in apart.actions()] == ["Rain  (3)", "The moon  (1)"]
    apart.actions()[1].trigger()
    client.run()
    assert sorted(answer_names(wait_for_answers(page))) == ["Harbour bridges cost nine million crowns", "Rain", "The moon"]
    controller.signals.rename_asked.emit("Rain")
    assert controller.editing.dialog is not None
    controller.editing.dialog.line.setText(" Heavy  rain ")
    QTest.keyClick(controller.editing.dialog.line, Qt.Key.Key_Return)
    client.run()
    assert wait_for_answers(page).answers.cards[0].claim.text() == "Heavy rain causes it"
    controller.signals.rename_asked.emit("The moon")
    controller.editing.dialog.submitted.emit("heavy rain")
    controller.editing.dialog.close()
    assert page.error.message.text() == "Another answer is called “heavy rain”."


def test_changes_that_cannot_be_saved_stay_and_are_retried(controller: AskController, client: FakeTaskClient) -> None:
    page = ask_question(controller, client)
    client.breaking[protocol.KeepAskEdits] = Broken("library-busy", "Another program writes.", "Wait.")
    controller.signals.merge_asked.emit("The moon", "Rain")
    client.run()
    assert (
        len(answer_names(wait_for_answers(page))) == 2
        and page.error.button.isVisible()
        and "Another program writes." in page.error.message.text()
    )
    del client.breaking[protocol.KeepAskEdits]
    ask_question(controller, client, "Does it flood?")
    controller.signals.side_said.emit(page.answers.cards[0].answer.name, page.answers.views()[0].opinion, Side.REFUTES)
    client.run()
    assert len(client.pile.edits["what causes floods"]) == 1 and len(client.pile.edits["does it flood"]) == 1
    save_count = len(client.of(protocol.KeepAskEdits))
    page.results.undo.click()
    client.run()
    assert len(client.of(protocol.KeepAskEdits)) == save_count + 1 and client.pile.edits["does it flood"] == ()


def test_the_retry_button_saves_changes_that_failed_to_save(controller: AskController, client: FakeTaskClient) -> None:
    page = ask_question(controller, client)
    client.breaking[protocol.KeepAskEdits] = Broken("library-busy", "Another program writes.", "Wait.")
    controller.signals.merge_asked.emit("The moon", "Rain")
    client.run()
    del client.breaking[protocol.KeepAskEdits]
    page.error.button.click()
    client.run()
    assert len(client.pile.edits["what causes floods"]) == 1 and not page.error.isVisible()


def test_similar_posts_are_folded_into_one_and_unfold(controller: AskController, client: FakeTaskClient) -> None:
    client.pile.posts += [post(f"m{number}", f"Rain causes floods, {'again ' * number}") for number in range(1, 9)]
    client.pile.posts += [post(f"o{number}", f"Rain causes {number} floods") for number in range(1, 9)]
    page = ask_question(controller, client)
    column = page.answers.cards[0].columns[0]
    assert column.heading.text() == "Supporting: 18 posts" and len(column.views) == 3
    assert column.same[0].text() == "and 8 that say nearly the same"
    assert column.more.text() == "Show 7 more of 7"
    column.same[0].click()
    column._turns.finish()
    QTest.qWait(5)
    assert len(column.in_order()) == 11 and column.in_order()[1].opinion.post.id.startswith("m") and not column.same[0].isVisible()
    column.more.click()
    column._turns.finish()
    assert len(column.views) == 18 and not column.more.isVisible()
    page.results.together.setChecked(False)
    wait_for_answers(page)
    assert len(page.answers.cards[0].columns[0].views) == 3 and not page.answers.cards[0].columns[0].same
    assert page.answers.cards[0].columns[0].more.text() == "Show 10 more of 15"


def test_unfolded_posts_stay_unfolded_after_a_correction(controller: AskController, client: FakeTaskClient) -> None:
    client.pile.posts += [post(f"m{number}", f"Rain causes floods, {'really ' * number}") for number in range(1, 9)]
    client.pile.posts += [post(f"o{number}", f"Rain causes {number} floods") for number in range(1, 9)]
    page = ask_question(controller, client)
    column = page.answers.cards[0].columns[0]
    column.same[0].click()
    column._turns.finish()
    column.more.click()
    column._turns.finish()
    before = [view.opinion.post.id for view in column.in_order()]
    last = column.in_order()[-1]
    last.setFocus()
    QTest.keyClicks(last, "n")
    client.run()
    wait_for_answers(page)
    after = page.answers.cards[0].columns[0]
    QTest.qWait(20)
    assert after is not column and [view.opinion.post.id for view in after.in_order()] == before[:-1]


def test_long_posts_are_shown_in_full_on_request(controller: AskController, client: FakeTaskClient) -> None:
    text = "Rain causes floods " + "and more " * 300
    client.pile.posts = [post("long", text)]
    view = ask_question(controller, client).answers.cards[0].columns[0].views[0]
    assert len(view.text.text()) < 600 and view.text.text().endswith("…")
    view.whole.click()
    assert view.text.text() == text and not view.whole.isVisible()


def test_the_menu_of_a_post_copies_it_and_opens_its_link(
    controller: AskController, client: FakeTaskClient, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = ask_question(controller, client).answers.cards[0].columns[0].views[0]
    actions = {action.text(): action for action in view.menu().actions()}
    assert actions["It supports the claim\tS"].isChecked() and not actions["It refutes the claim\tR"].isChecked()
    assert "Open posts.example\tO" in actions
    view.setFocus()
    QTest.keyClicks(view, "c")
    assert QGuiApplication.clipboard().text() == f"{pile()[0].text}\n@a, x, 2021-03-01\nhttps://posts.example/a"
    questions: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: questions.append(box.informativeText()) or 0)
    QTest.keyClicks(view, "o")
    assert questions and questions[0].startswith("https://posts.example/a")


def test_a_claim_is_looked_up_on_the_claims_page_or_added_there(
    controller: AskController, client: FakeTaskClient, window: MainWindow
) -> None:
    card = ask_question(controller, client).answers.cards[2]
    look_up, add, _verify, copy = card.buttons
    copy.click()
    assert QGuiApplication.clipboard().text() == card.answer.claim
    window.claims.page.input.setPlainText("Seven rivers cross Velden county\n")
    add.click()
    add.click()
    assert window.claims.page.input.toPlainText() == f"Seven rivers cross Velden county\n{card.answer.claim}"
    assert window.stack.currentIndex() == ASK and "added to the list in Claims" in window.status.activity.text()
    look_up.click()
    client.run()
    assert window.stack.currentIndex() == CLAIMS and window.claims.page.model.rowCount() == 1
    assert window.claims.page.matches.cards[0].verdict.text() == "Sample desk: Wrong <b>twice</b>"


def test_the_timeline_shows_both_camps(controller: AskController, client: FakeTaskClient) -> None:
    client.pile.posts.append(post("u", "Rain causes floods, no date"))
    card = ask_question(controller, client).answers.cards[0]
    assert card.timeline.accessibleName() == (
        "Posts over time: 2021-03-01: 1 supporting, 0 refuting; 2021-03-04: 1 supporting, 0 refuting; "
        "2021-03-06: 0 supporting, 1 refuting; 1 post without a date"
    )
    first = card.timeline.bin_at(QPointF(12, 5).toPoint())
    assert first is not None and first.name == "2021-03-01" and card.timeline.bin_at(QPointF(9000, 5).toPoint()) is None


def test_posts_are_searched_and_read_in_full(controller: AskController, client: FakeTaskClient) -> None:
    ask_page = controller.page
    ask_page.tabs.setCurrentIndex(POSTS)
    client.run()
    page = ask_page.posts
    assert page.model.rowCount() == 8 and page.found.text() == "8 posts"
    page.search.setFocus()
    QTest.keyClicks(page.search, "dams")
    QTest.keyClick(page.search, Qt.Key.Key_Down)
    client.run()
    page.table.selectRow(0)
    assert page.found.text() == "1 post found" and page.table.hasFocus()
    assert page.model.index(0, 4).data() == "2"
    texts = [label.text() for label in page.details.findChildren(QLabel)]
    assert "Rain does not cause floods, dams do" in texts and "2 posts with these words, shown once" in texts
    page.filters.choose(PostFilter(language="en"))
    client.run()
    assert page.model.rowCount() == 0
    client.breaking[protocol.SearchPosts] = Broken("library-damaged", "The file is damaged.", "Restore it.")
    page.filters.choose(PostFilter())
    client.run()
    assert ask_page.error.message.text() == "The file is damaged." and page.found.text() == ""


def test_more_posts_are_read_when_the_reader_nears_the_end(controller: AskController, client: FakeTaskClient) -> None:
    client.pile.posts += [post(f"z{number}", f"Text number {number}") for number in range(250)]
    controller.page.tabs.setCurrentIndex(POSTS)
    client.run()
    model = controller.page.posts.model
    while model.canFetchMore():
        model.fetchMore()
        client.run()
    assert model.rowCount() == 258 and len(client.of(protocol.SearchPosts)) == 3


def test_dropped_files_are_imported_and_counted(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    source = tmp_path / "posts.txt"
    source.write_text("Rain causes floods\n\nRain does not cause floods\n", encoding="utf-8")
    window.go(ASK)
    client.run()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(source)), QUrl("https://example.org/x")])
    page = window.ask.page
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    page.dropEvent(drop)
    dialog = window.ask.intake.dialog
    assert dialog is not None and dialog.files.count() == 1 and not dialog.mapping.isVisible()
    dialog.platform.setText("Telegram")
    dialog.start.click()
    client.run()
    (request,) = client.of(protocol.ImportPosts)
    assert isinstance(request, protocol.ImportPosts) and request.options.platform == "telegram"
    assert dialog.summary.text() == "2 added, 0 changed, 0 unchanged, 1 refused." and dialog.refused.rows.rowCount() == 1
    assert "searchable by meaning" in dialog.notes.text()
    dialog.done_button.click()
    assert page.stack.currentIndex() == 1 and page.line.words.text() == "0 of 2 posts can be found by meaning; all by their words."


def test_a_stopped_import_leaves_the_library_as_it_was(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    source = tmp_path / "posts.txt"
    source.write_text("One\n", encoding="utf-8")
    window.go(ASK)
    client.run()
    window.ask.intake.open((source,))
    dialog = window.ask.intake.dialog
    assert dialog is not None
    dialog.start.click()
    dialog.cancel_asked.emit()
    client.run()
    assert dialog.error.message.text() == "The import was stopped." and not client.pile.posts
    dialog.close()


def test_encoding_posts_can_be_stopped_and_keeps_its_progress(
    controller: AskController, client: FakeTaskClient, window: MainWindow
) -> None:
    line = controller.page.line
    assert line.words.text() == "0 of 8 posts can be found by meaning; all by their words."
    line.encode.click()
    for _ in range(4):
        client.step()
    assert (
        line.words.text() == "Encoding posts – 3 of 8" and line.bar.value() == 3 and line.stop.isVisible() and not line.encode.isVisible()
    )
    line.stop.click()
    client.run()
    assert line.words.text() == "3 of 8 posts can be found by meaning; all by their words." and line.encode.isVisible()
    assert "What is done stays done" in window.status.activity.text()
    window.actions_by_name["encode_posts"].trigger()
    client.run()
    assert line.words.text() == "8 posts; all can be found by meaning and by words." and not line.encode.isEnabled()


def test_answers_are_exported_in_the_chosen_format(
    controller: AskController, client: FakeTaskClient, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller.export()
    page = ask_question(controller, client)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out"), "Web page (*.html)"))
    QTest.keyClick(page.answers, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    client.run()
    assert "Rain causes it" in (tmp_path / "out.html").read_text("utf-8")
    assert window.status.activity.text() == f"The answers were written to {tmp_path / 'out.html'}"
    view = page.answers.views()[0]
    view.say(Side.REFUTES)
    client.run()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "pairs"), ""))
    controller.page.results.pairs_asked.emit()
    client.run()
    assert '"label":"refute"' in (tmp_path / "pairs.jsonl").read_text("utf-8")
    assert "1 corrected side was written" in window.status.activity.text()
    client.breaking[protocol.WriteAnswers] = Broken("report-unwritable", "The disk is full.", "Choose another place.")
    controller.export()
    client.run()
    assert page.error.message.text() == "The disk is full."


def test_another_library_has_other_posts(controller: AskController, client: FakeTaskClient, window: MainWindow, tmp_path: Path) -> None:
    page = ask_question(controller, client)
    page.bar.filters.choose(PostFilter(platform="mastodon"))
    client.pile.posts = []
    window.library.use(tmp_path)
    client.run()
    assert page.bar.filters.among == PostFilter() and not page.bar.filters.chips.buttons()
    assert page.empty.isVisible() and page.view.shown is None


@pytest.mark.parametrize(
    "text", ["Rain causes <img src=x onerror=alert(1)><b>floods</b>", "Rain causes \u202efloods {{7*7}}", "Rain causes طوفان 😀"]
)
def test_post_text_is_shown_as_plain_text(controller: AskController, client: FakeTaskClient, text: str) -> None:
    client.pile.posts = [replace(post("evil", text), author="<i>a</i>", platform="<b>x</b>")]
    page = ask_question(controller, client)
    labels = [label for label in page.findChildren(QLabel) if label.text()]
    assert labels and all(label.textFormat() is Qt.TextFormat.PlainText for label in labels)
    assert page.answers.views()[0].text.text() == text.replace("\u202e", "")
    assert not any("\u202e" in label.text() for label in labels)


def test_another_appearance_shows_the_same_answers(controller: AskController, client: FakeTaskClient, window: MainWindow) -> None:
    page = ask_question(controller, client)
    before = [post_id_columns(page, card) for card in range(3)]
    window.theme.choose(Appearance.DARK)
    wait_for_answers(page)
    assert [post_id_columns(page, card) for card in range(3)] == before
    window.theme.choose(Appearance.LIGHT)


def test_obsolete_cards_are_removed(controller: AskController, client: FakeTaskClient, qtbot: QtBot) -> None:
    page = controller.page
    for _ in range(4):
        page.bar.input.setText(QUESTION)
        page.bar.ask()
        client.run()
        QTest.qWait(8)
    wait_for_answers(page)
    QTest.qWait(30)
    from app.gui.ask.answer_card import AnswerCard

    assert len(page.answers.findChildren(AnswerCard)) == 3


def test_an_address_too_long_for_a_line_is_broken_and_copied_as_it_was(controller: AskController, client: FakeTaskClient) -> None:
    text = f"Rain causes floods https://example.org/{'a' * 200}"
    client.pile.posts = [post("long", text), post("arabic", "Rain causes " + "م" * 200)]
    first, second = ask_question(controller, client).answers.views()
    label = first.text
    assert label.text() == text and label.heightForWidth(200) > 5 * label.fontMetrics().lineSpacing()
    assert "\u200b" not in QLabel.text(second.text)
    label.setFocus()
    label.setSelection(0, len(QLabel.text(label)))
    QTest.keyClick(label, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == text
    assert controller.page.answers.current() is first
