"""The Ask place: questions, answers with both camps, what the reader changes in them, posts taken in and looked at, claims handed over."""

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
    """Rain is contested, nobody refutes the moon, nobody supports Harbour bridges."""
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
    """The place with posts in the library, looked at."""
    client.pile.posts = pile()
    window.go(ASK)
    client.run()
    return window.ask


def ready(place: AskPage) -> AskPage:
    """Every card and post is there."""
    place.answers.idle_work.finish()
    QTest.qWait(5)
    return place


def asked(controller: AskController, client: FakeTaskClient, question: str = QUESTION) -> AskPage:
    controller.page.bar.input.setText(question)
    QTest.keyClick(controller.page.bar.input, Qt.Key.Key_Return)
    client.run()
    return ready(controller.page)


def names(place: AskPage) -> list[str]:
    return [card.answer.name for card in place.answers.cards]


def shown(place: AskPage, card: int = 0) -> list[list[str]]:
    """The ids of the posts of both columns of a card."""
    return [[view.opinion.post.id for view in each.in_order()] for each in place.answers.cards[card].columns]


def test_without_posts_the_place_says_what_to_bring(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(ASK)
    client.run()
    place = window.ask.page
    assert place.empty.isVisible() and place.empty.buttons[0].hasFocus() and not place.line.isVisible()
    place.empty.buttons[0].click()
    assert window.ask.intake.dialog is not None and window.ask.intake.dialog.isVisible()
    window.ask.intake.dialog.close()


def test_nothing_is_asked_of_the_posts_before_the_place_is_looked_at(window: MainWindow, client: FakeTaskClient) -> None:
    assert not client.of(protocol.DescribePosts) and not client.of(protocol.EncodePosts)
    window.go(ASK)
    client.run()
    window.go(CLAIMS)
    window.go(ASK)
    client.run()
    assert len(client.of(protocol.DescribePosts)) == 1


def test_answers_come_most_contested_first_with_both_camps(controller: AskController, client: FakeTaskClient) -> None:
    place = asked(controller, client)
    assert QApplication.activeWindow() is place.window()  # no part was shown as a window of its own before it had its place
    assert names(place) == ["Rain", "The moon", "Harbour bridges cost nine million crowns"]
    rain, moon, bridges = place.answers.cards
    assert rain.claim.text() == "Rain causes it" and rain.contested.text() == "Contested" and shown(place) == [["a", "b"], ["c"]]
    assert rain.columns[0].heading.text() == "Supporting: 2 posts" and rain.columns[1].heading.text() == "Refuting: 1 post"
    assert moon.contested.text() == "Nobody refutes it" and bridges.contested.text() == "Nobody supports it"
    assert moon.columns[1].nobody.text() == "None of the posts that were read refutes this."
    copies = rain.columns[1].views[0]
    assert copies.facts.text() == "@c · x · 2021-03-06 · ×2 · 3 reactions" and copies.sure.text().startswith("Likely refutes it: ")
    assert place.results.found.text() == "3 answers · 8 posts read of 8"
    assert bridges.debunks.lines and any("Already checked by" in label.text() for label in bridges.debunks.findChildren(QLabel))
    assert rain.debunks is None


def test_a_yes_no_question_is_answered_in_a_word(controller: AskController, client: FakeTaskClient) -> None:
    place = asked(controller, client, "Does it flood?")
    (card,) = place.answers.cards
    assert card.name.text() == "YES" and card.change is None and shown(place) == [["y", "y2"], ["n"]]
    texts = [label.text() for label in card.findChildren(QLabel)]
    assert any(text.endswith("Supporting: 2, refuting: 1.") for text in texts)
    assert place.bar.taken.text() == "Taken as a yes-no question"


def test_what_a_question_is_taken_for_can_be_overridden(controller: AskController, client: FakeTaskClient) -> None:
    place = asked(controller, client)
    assert place.bar.taken.text() == "Taken as a question for answers"
    place.bar.kinds[QuestionType.YES_NO].click()
    client.run()
    requests = client.of(protocol.AskQuestion)
    assert isinstance(requests[-1], protocol.AskQuestion) and requests[-1].options.kind is QuestionType.YES_NO and len(requests) == 2
    assert ready(place).answers.cards[0].name.text() == "YES" and not place.bar.taken.isVisible()
    place.bar.kinds[QuestionType.YES_NO].click()
    client.run()
    assert len(client.of(protocol.AskQuestion)) == 2 and place.bar.kinds[QuestionType.YES_NO].isChecked()


def test_filters_ask_again_and_are_removed_by_their_chips(controller: AskController, client: FakeTaskClient) -> None:
    place = asked(controller, client)
    filters = place.bar.filters
    filters.fill(PLATFORM, filters.platform.entries)
    entries = {action.text(): action for action in filters.platform.entries.actions()}
    assert list(entries) == ["Any platform", "x  (7)", "mastodon  (2)"]
    entries["mastodon  (2)"].trigger()
    client.run()
    assert shown(ready(place)) == [["b"], []] or names(place)[0] == "The moon"
    assert [button.text() for button in filters.chips.buttons()] == ["mastodon  ✕"]
    dialog = filters.ask_days()
    dialog.last.setDate(dialog.last.date())
    dialog.accept()
    filters.choose(replace(filters.among, since=date(2021, 3, 30)))
    client.run()
    assert place.nothing.isVisible() and place.nothing.everywhere.isVisible()
    place.nothing.everywhere.click()
    client.run()
    assert names(ready(place))[0] == "Rain" and not filters.chips.isVisible()


def test_recent_questions_are_offered_again(controller: AskController, client: FakeTaskClient) -> None:
    place = asked(controller, client)
    asked(controller, client, "Does it flood?")
    asked(controller, client, "what  causes FLOODS")
    actions = place.bar.recent.entries.actions()
    assert [action.text() for action in actions] == ["what causes FLOODS", "Does it flood?"]
    actions[1].trigger()
    client.run()
    assert place.bar.input.text() == "Does it flood?" and ready(place).answers.cards[0].name.text() == "YES"
    assert controller._ctx.preferences.state.questions == ("Does it flood?", "what causes FLOODS")


def test_an_example_is_asked_at_once(controller: AskController, client: FakeTaskClient) -> None:
    place = controller.page
    assert place.examples.isVisible() and not place.results.isVisible()
    example = place.examples.buttons[0]
    example.click()
    client.run()
    assert place.bar.input.text() == example.text() and client.of(protocol.AskQuestion)


def test_no_question_no_posts_and_failures_are_told(controller: AskController, client: FakeTaskClient, window: MainWindow) -> None:
    place = controller.page
    place.bar.button.click()
    assert place.error.message.text() == "There is no question." and not client.of(protocol.AskQuestion)
    client.breaking[protocol.AskQuestion] = Broken("model-missing", "A model is missing.", "Install again.")
    asked(controller, client)
    assert place.error.hint.text() == "Install again."
    del client.breaking[protocol.AskQuestion]
    asked(controller, client)
    assert not place.error.isVisible() and len(names(place)) == 3
    place.bar.ask()
    window.status.cancel.click()
    client.run()
    assert place.error.message.text() == "Stopped." and len(names(place)) == 3


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("r", ([["b"], ["a", "c"]], "The post now refutes “Rain”.")),
        ("n", ([["b"], ["c"]], "The post now takes no side on “Rain”.")),
        ("s", ([["a", "b"], ["c"]], "The post now supports “Rain”.")),
    ],
)
def test_a_side_is_corrected_by_a_key_kept_and_taken_back(
    controller: AskController, client: FakeTaskClient, window: MainWindow, key: str, wanted: tuple[list[list[str]], str]
) -> None:
    columns, said = wanted
    place = asked(controller, client)
    view = place.answers.cards[0].columns[0].views[0]
    untouched = place.answers.cards[1]
    view.setFocus()
    QTest.keyClicks(view, key)
    client.run()
    ready(place)
    order = [sorted(each) for each in shown(place)]
    assert order == [sorted(each) for each in columns] and window.status.activity.text() == said
    assert place.answers.cards[1] is untouched and place.answers.current() is not None
    (edit,) = client.pile.edits["what causes floods"]
    assert (edit.kind, edit.post, edit.claim, edit.text) == (EditKind.SIDE, "a", "Rain causes it", pile()[0].text)
    QTest.keyClick(place.answers.views()[0], Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert shown(ready(place)) == [["a", "b"], ["c"]] and client.pile.edits["what causes floods"] == ()
    place.results.redo.click()
    client.run()
    assert [sorted(each) for each in shown(ready(place))] == order and len(client.pile.edits["what causes floods"]) == 1


def test_the_next_post_has_the_focus_after_one_has_gone(controller: AskController, client: FakeTaskClient) -> None:
    place = asked(controller, client)
    first = place.answers.cards[0].columns[0].views[0]
    first.setFocus()
    QTest.keyClicks(first, "n")
    client.run()
    current = ready(place).answers.current()
    assert current is not None and current.opinion.post.id == "b"
    for _ in range(9):
        QTest.keyClicks(QApplication.focusWidget(), "j")
    last = place.answers.current()
    assert last is not None and last.opinion.post.id == "e"
    QTest.keyClicks(last, "k")
    assert place.answers.current() is not last


def test_edits_are_made_again_when_the_question_is_asked_again(controller: AskController, client: FakeTaskClient) -> None:
    place = asked(controller, client)
    controller.signals.merge_asked.emit("The moon", "Rain")
    client.run()
    assert names(ready(place)) == ["Rain", "Harbour bridges cost nine million crowns"]
    assert sorted(shown(place)[0]) == ["a", "b", "d"]
    asked(controller, client, "Does it flood?")
    assert not place.results.undo.isEnabled()
    asked(controller, client, "WHAT causes floods")
    assert names(place) == ["Rain", "Harbour bridges cost nine million crowns"] and place.results.undo.isEnabled()
    place.results.undo.click()
    client.run()
    assert len(names(ready(place))) == 3


def test_answers_are_renamed_merged_and_taken_apart_from_their_menu(controller: AskController, client: FakeTaskClient) -> None:
    place = asked(controller, client)
    card = place.answers.cards[1]
    entries = card.change.entries
    card.fill_menu(entries)
    texts = {action.text(): action for action in entries.actions()}
    assert not texts["Take a wording out"].isEnabled()
    merge = {action.text(): action for action in texts["Merge into"].menu().actions()}
    merge["Rain"].trigger()
    client.run()
    ready(place)
    rain = place.answers.cards[0]
    rain.fill_menu(rain.change.entries)
    apart = next(action for action in rain.change.entries.actions() if action.text() == "Take a wording out").menu()
    assert [action.text() for action in apart.actions()] == ["Rain  (3)", "The moon  (1)"]
    apart.actions()[1].trigger()
    client.run()
    assert sorted(names(ready(place))) == ["Harbour bridges cost nine million crowns", "Rain", "The moon"]
    controller.signals.rename_asked.emit("Rain")
    assert controller.editing.dialog is not None
    controller.editing.dialog.line.setText(" Heavy  rain ")
    QTest.keyClick(controller.editing.dialog.line, Qt.Key.Key_Return)
    client.run()
    assert ready(place).answers.cards[0].claim.text() == "Heavy rain causes it"
    controller.signals.rename_asked.emit("The moon")
    controller.editing.dialog.submitted.emit("heavy rain")
    controller.editing.dialog.close()
    assert place.error.message.text() == "Another answer is called “heavy rain”."


def test_changes_that_cannot_be_kept_stay_and_are_tried_again(controller: AskController, client: FakeTaskClient) -> None:
    place = asked(controller, client)
    client.breaking[protocol.KeepAskEdits] = Broken("library-busy", "Another program writes.", "Wait.")
    controller.signals.merge_asked.emit("The moon", "Rain")
    client.run()
    assert len(names(ready(place))) == 2 and place.error.button.isVisible() and "Another program writes." in place.error.message.text()
    del client.breaking[protocol.KeepAskEdits]
    asked(controller, client, "Does it flood?")
    controller.signals.side_said.emit(place.answers.cards[0].answer.name, place.answers.views()[0].opinion, Side.REFUTES)
    client.run()
    assert len(client.pile.edits["what causes floods"]) == 1 and len(client.pile.edits["does it flood"]) == 1
    kept = len(client.of(protocol.KeepAskEdits))
    place.results.undo.click()
    client.run()
    assert len(client.of(protocol.KeepAskEdits)) == kept + 1 and client.pile.edits["does it flood"] == ()


def test_changes_that_could_not_be_kept_are_kept_by_the_button(controller: AskController, client: FakeTaskClient) -> None:
    place = asked(controller, client)
    client.breaking[protocol.KeepAskEdits] = Broken("library-busy", "Another program writes.", "Wait.")
    controller.signals.merge_asked.emit("The moon", "Rain")
    client.run()
    del client.breaking[protocol.KeepAskEdits]
    place.error.button.click()
    client.run()
    assert len(client.pile.edits["what causes floods"]) == 1 and not place.error.isVisible()


def test_posts_that_say_nearly_the_same_are_shown_as_one_and_unfold(controller: AskController, client: FakeTaskClient) -> None:
    client.pile.posts += [post(f"m{number}", f"Rain causes floods, {'again ' * number}") for number in range(1, 9)]
    client.pile.posts += [post(f"o{number}", f"Rain causes {number} floods") for number in range(1, 9)]
    place = asked(controller, client)
    column = place.answers.cards[0].columns[0]
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
    place.results.together.setChecked(False)
    ready(place)
    assert len(place.answers.cards[0].columns[0].views) == 3 and not place.answers.cards[0].columns[0].same
    assert place.answers.cards[0].columns[0].more.text() == "Show 10 more of 15"


def test_what_was_unfolded_stays_so_after_a_correction(controller: AskController, client: FakeTaskClient) -> None:
    client.pile.posts += [post(f"m{number}", f"Rain causes floods, {'really ' * number}") for number in range(1, 9)]
    client.pile.posts += [post(f"o{number}", f"Rain causes {number} floods") for number in range(1, 9)]
    place = asked(controller, client)
    column = place.answers.cards[0].columns[0]
    column.same[0].click()
    column._turns.finish()
    column.more.click()
    column._turns.finish()
    before = [view.opinion.post.id for view in column.in_order()]
    last = column.in_order()[-1]
    last.setFocus()
    QTest.keyClicks(last, "n")
    client.run()
    ready(place)
    after = place.answers.cards[0].columns[0]
    QTest.qWait(20)
    assert after is not column and [view.opinion.post.id for view in after.in_order()] == before[:-1]


def test_long_posts_are_shown_whole_when_asked_for(controller: AskController, client: FakeTaskClient) -> None:
    text = "Rain causes floods " + "and more " * 300
    client.pile.posts = [post("long", text)]
    view = asked(controller, client).answers.cards[0].columns[0].views[0]
    assert len(view.text.text()) < 600 and view.text.text().endswith("…")
    view.whole.click()
    assert view.text.text() == text and not view.whole.isVisible()


def test_the_menu_of_a_post_copies_it_and_opens_its_link(
    controller: AskController, client: FakeTaskClient, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = asked(controller, client).answers.cards[0].columns[0].views[0]
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


def test_a_claim_is_looked_up_in_claims_at_once_or_put_there(controller: AskController, client: FakeTaskClient, window: MainWindow) -> None:
    card = asked(controller, client).answers.cards[2]
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


def test_the_timeline_tells_both_camps(controller: AskController, client: FakeTaskClient) -> None:
    client.pile.posts.append(post("u", "Rain causes floods, no date"))
    card = asked(controller, client).answers.cards[0]
    assert card.timeline.accessibleName() == (
        "Posts over time: 2021-03-01: 1 supporting, 0 refuting; 2021-03-04: 1 supporting, 0 refuting; "
        "2021-03-06: 0 supporting, 1 refuting; 1 post without a date"
    )
    first = card.timeline.bin_at(QPointF(12, 5).toPoint())
    assert first is not None and first.name == "2021-03-01" and card.timeline.bin_at(QPointF(9000, 5).toPoint()) is None


def test_posts_are_searched_and_read_in_full(controller: AskController, client: FakeTaskClient) -> None:
    place = controller.page
    place.tabs.setCurrentIndex(POSTS)
    client.run()
    page = place.posts
    assert page.model.rowCount() == 8 and page.found.text() == "8 posts"
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
    assert place.error.message.text() == "The file is damaged." and page.found.text() == ""


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
    place = window.ask.page
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    place.dropEvent(drop)
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
    assert place.stack.currentIndex() == 1 and place.line.words.text() == "0 of 2 posts can be found by meaning; all by their words."


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


def test_posts_are_made_searchable_by_meaning_and_what_is_done_stays(
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
    place = asked(controller, client)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out"), "Web page (*.html)"))
    QTest.keyClick(place.answers, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    client.run()
    assert "Rain causes it" in (tmp_path / "out.html").read_text("utf-8")
    assert window.status.activity.text() == f"The answers were written to {tmp_path / 'out.html'}"
    view = place.answers.views()[0]
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
    assert place.error.message.text() == "The disk is full."


def test_another_library_has_other_posts(controller: AskController, client: FakeTaskClient, window: MainWindow, tmp_path: Path) -> None:
    place = asked(controller, client)
    place.bar.filters.choose(PostFilter(platform="mastodon"))
    client.pile.posts = []
    window.library.use(tmp_path)
    client.run()
    assert place.bar.filters.among == PostFilter() and not place.bar.filters.chips.buttons()
    assert place.empty.isVisible() and place.view.shown is None


@pytest.mark.parametrize(
    "text", ["Rain causes <img src=x onerror=alert(1)><b>floods</b>", "Rain causes \u202efloods {{7*7}}", "Rain causes طوفان 😀"]
)
def test_what_people_write_is_shown_as_text(controller: AskController, client: FakeTaskClient, text: str) -> None:
    client.pile.posts = [replace(post("evil", text), author="<i>a</i>", platform="<b>x</b>")]
    place = asked(controller, client)
    labels = [each for each in place.findChildren(QLabel) if each.text()]
    assert labels and all(each.textFormat() is Qt.TextFormat.PlainText for each in labels)
    assert place.answers.views()[0].text.text() == text.replace("\u202e", "")
    assert not any("\u202e" in each.text() for each in labels)


def test_another_appearance_shows_the_same_answers(controller: AskController, client: FakeTaskClient, window: MainWindow) -> None:
    place = asked(controller, client)
    before = [shown(place, card) for card in range(3)]
    window.theme.choose(Appearance.DARK)
    ready(place)
    assert [shown(place, card) for card in range(3)] == before
    window.theme.choose(Appearance.LIGHT)


def test_cards_that_are_no_longer_wanted_go(controller: AskController, client: FakeTaskClient, qtbot: QtBot) -> None:
    place = controller.page
    for _ in range(4):
        place.bar.input.setText(QUESTION)
        place.bar.ask()
        client.run()
        QTest.qWait(8)
    ready(place)
    QTest.qWait(30)
    from app.gui.ask.answer_card import AnswerCard

    assert len(place.answers.findChildren(AnswerCard)) == 3


def test_an_address_too_long_for_a_line_is_broken_and_copied_as_it_was(controller: AskController, client: FakeTaskClient) -> None:
    text = f"Rain causes floods https://example.org/{'a' * 200}"
    client.pile.posts = [post("long", text), post("arabic", "Rain causes " + "م" * 200)]
    first, second = asked(controller, client).answers.views()
    label = first.text
    assert label.text() == text and label.heightForWidth(200) > 5 * label.fontMetrics().lineSpacing()
    assert "\u200b" not in QLabel.text(second.text)
    label.setFocus()
    label.setSelection(0, len(QLabel.text(label)))
    QTest.keyClick(label, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == text
    assert controller.page.answers.current() is first
