"""Publishers, duplicates, ratings and statistics on the library page, through real widgets, and a hostile row in each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QMessageBox, QTextBrowser, QTextEdit, QWidget

from app.domain.factcheck import FactCheck
from app.domain.verdict import Verdict
from app.gui.charts.bars import BarsChart
from app.gui.library.page import DUPLICATES, FACTCHECKS, PUBLISHERS, RATINGS, STATISTICS, LibraryPage
from app.gui.main_window import LIBRARY, MainWindow
from app.settings import load_settings
from app.worker import protocol
from tests.fakes.task_client import Broken, FakeTaskClient
from tests.gui.conftest import sample_library

MakeWindow = Callable[[FakeTaskClient], MainWindow]
HOSTILE = (
    "<b>bold</b><img src='x' onerror='alert(1)'><script>alert(1)</script><a href='file:///etc/passwd'>a</a>"
    "{{7*7}}${jndi:x}%s%n=cmd|' /C calc'!A0\u202etxet desrever\u202c\u2066& &amp; end"
)
_OVERRIDES = set("\u202a\u202b\u202c\u202d\u202e")


def hostile(name: str, **values: object) -> FactCheck:
    check = FactCheck(
        id=f"{name}{HOSTILE}",
        claim=f"{name} {HOSTILE}",
        title=f"T {HOSTILE}",
        body=HOSTILE,
        rating=f"{HOSTILE}",
        rating_rule=f"{HOSTILE}",
        publisher=f"P {HOSTILE}",
        claimant=HOSTILE,
        published=date(2021, 1, 1),
        url=f"https://evil.example/{HOSTILE}",
        language=HOSTILE,
        note=HOSTILE,
    )
    return replace(check, **values)  # type: ignore[arg-type]


@pytest.fixture
def library_page(window: MainWindow, client: FakeTaskClient) -> LibraryPage:
    client.library += [replace(sample_library()[0], id="a2", verdict=Verdict.MIXED, rating="Half right", publisher="Sample desk")]
    client.library += [FactCheck(id="z", claim="Rain falls upwards", rating="Zorgle", publisher="Other paper", published=date(1999, 1, 1))]
    window.library.requests.warm_up()
    client.run()
    window.go(LIBRARY)
    return window.library.page


def column_texts(model: QAbstractItemModel, column: int) -> list[str]:
    return [str(model.data(model.index(row, column))) for row in range(model.rowCount())]


def open_tab(library_page: LibraryPage, client: FakeTaskClient, page: int) -> None:
    library_page.tabs.setCurrentIndex(page)
    client.run()


def test_blocking_a_publisher_ranks_open_documents_again(window: MainWindow, library_page: LibraryPage, client: FakeTaskClient) -> None:
    open_tab(library_page, client, PUBLISHERS)
    page = library_page.publishers
    assert [column_texts(page.model, column) for column in (0, 1, 2)] == [["Used", "Used"], ["Sample desk", "Other paper"], ["4", "1"]]
    assert column_texts(page.model, 3)[0] == "2020-01-01" and "Mixed 2" in column_texts(page.model, 5)[0]
    assert not page.table.grab().isNull()
    page.table.setFocus()
    page.table.setCurrentIndex(page.model.index(1, 0))
    QTest.keyClick(page.table, Qt.Key.Key_Space)
    client.run()
    assert column_texts(page.model, 0) == ["Used", "Blocked"] and window.preferences.match_options().exclude_publishers == ("Other paper",)
    assert load_settings().exclude_publishers == ("Other paper",)
    assert window.status.library.accessibleName().endswith("; 1 publisher blocked")
    assert page.table.currentIndex().row() == 1 and "not used as matches" in page.words.text()


def test_allowing_only_some_publishers_keeps_the_matched_ones(
    window: MainWindow, library_page: LibraryPage, client: FakeTaskClient
) -> None:
    open_tab(library_page, client, PUBLISHERS)
    page = library_page.publishers
    page.model.ticked.emit(1, False)
    page.way.setCurrentIndex(1)
    page.way.activated.emit(1)
    client.run()
    options = window.preferences.match_options()
    assert options.include_publishers == ("Sample desk",) and options.exclude_publishers == ()
    assert column_texts(page.model, 0) == ["Allowed", "Not allowed"] and "until you allow them" in page.words.text()
    assert window.status.library.accessibleName().endswith("; only 1 publisher matched")
    page.way.setCurrentIndex(0)
    page.way.activated.emit(0)
    client.run()
    assert window.preferences.match_options().exclude_publishers == ("Other paper",)


def test_a_blocked_publisher_that_is_not_in_the_library_is_shown(
    window: MainWindow, library_page: LibraryPage, client: FakeTaskClient
) -> None:
    window.preferences.set("exclude_publishers", ("Gone gazette",))
    open_tab(library_page, client, PUBLISHERS)
    assert (
        column_texts(library_page.publishers.model, 1)[-1] == "Gone gazette"
        and column_texts(library_page.publishers.model, 0)[-1] == "Blocked"
    )


def test_a_publishers_factchecks_are_shown(library_page: LibraryPage, client: FakeTaskClient) -> None:
    open_tab(library_page, client, PUBLISHERS)
    library_page.search.setText("nothing like this")
    library_page.publishers.table.selectRow(1)
    library_page.publishers.show_button.click()
    client.run()
    assert library_page.tabs.currentIndex() == FACTCHECKS and column_texts(library_page.model, 1) == ["Rain falls upwards"]
    assert library_page.search.text() == "" and library_page.publisher.currentData() == "Other paper"


def test_duplicates_are_shown_side_by_side_with_disagreement_marked(library_page: LibraryPage, client: FakeTaskClient) -> None:
    open_tab(library_page, client, DUPLICATES)
    page = library_page.duplicates
    assert page.heading.text() == "1 group of fact-checks that repeat each other; in 1 of them the verdicts disagree."
    row = str(page.model.data(page.model.index(0, 0)))
    assert "Verdicts disagree: 2 fact-checks, differ in verdict, rating" in row
    label_texts = [label.text() for label in page.group.findChildren(QLabel)]
    assert {"Verdicts disagree", "Wrong <b>twice</b>", "Half right", "a", "a2", "Verdict\ndiffers", "Publisher"} <= set(label_texts)
    page.show_asked.emit("a")
    client.run()
    assert library_page.tabs.currentIndex() == FACTCHECKS and library_page.model.rowCount() == 2
    assert library_page.browser.restriction.isVisible() and library_page.browser.restriction.text().startswith("One group of duplicates")
    library_page.browser.restriction.click()
    client.run()
    assert library_page.model.rowCount() == 5 and not library_page.browser.restriction.isVisible()


def test_a_library_without_duplicates_says_so(make_window: MakeWindow, client: FakeTaskClient) -> None:
    window = make_window(client)
    client.run()
    open_tab(window.library.page, client, DUPLICATES)
    assert window.library.page.duplicates.heading.text() == "No two fact-checks repeat each other."


def test_groups_come_page_by_page(make_window: MakeWindow, client: FakeTaskClient) -> None:
    client.library = [FactCheck(id=f"{copy}{n:03}", claim=f"Claim {n}") for n in range(130) for copy in "ab"]
    window = make_window(client)
    client.run()
    library_page = window.library.page
    tester = QAbstractItemModelTester(library_page.duplicates.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    open_tab(library_page, client, DUPLICATES)
    model = library_page.duplicates.model
    if model.canFetchMore(QModelIndex()):
        model.fetchMore(QModelIndex())
    client.run()
    assert model.rowCount() == 130 and not model.canFetchMore(QModelIndex())
    tester.deleteLater()


def test_a_rating_gets_a_verdict_and_the_library_takes_it(window: MainWindow, library_page: LibraryPage, client: FakeTaskClient) -> None:
    open_tab(library_page, client, RATINGS)
    page = library_page.ratings
    assert column_texts(page.use_model, 0)[:2] == ["Zorgle", "(no rating given)"] and not page.offer.isVisible()
    page.use_table.selectRow(0)
    panel = page.panel
    assert panel.verdict.currentText() == "Unrated" and panel.publisher.count() == 2
    panel.verdict.setCurrentIndex(panel.verdict.findData("MISLEADING"))
    panel.publisher.setCurrentIndex(panel.publisher.findData("Other paper"))
    panel.save.click()
    client.run()
    assert client.shelves.rules == {("Zorgle", "Other paper"): Verdict.MISLEADING}
    assert page.panel.use is not None and page.panel.use.rating == "Zorgle" and page.panel.use.verdict is Verdict.MISLEADING
    assert page.panel.verdict.itemText(0) == "As the built-in rules say" and page.panel.publisher.currentData() == "Other paper"
    assert page.offer.isVisible() and page.offered.text().startswith("1 fact-check has another verdict or rule")
    page.apply.click()
    client.run_until(lambda: page.bar.maximum() == 5)
    assert page.stop.isVisible() and not page.apply.isVisible() and page.offered.text() == "Reading ratings – 1 of 5"
    page.stop.click()
    client.run()
    assert page.offered.text() == "Stopped. Every verdict is as it was before." and client.library[-1].verdict is Verdict.UNRATED
    page.apply.click()
    client.run()
    assert client.library[-1].verdict is Verdict.MISLEADING and not page.offer.isVisible()
    assert library_page.notice.message.text() == "1 fact-check took the verdict that the rating tables give."


def test_ratings_are_found_and_shown_in_the_library(library_page: LibraryPage, client: FakeTaskClient) -> None:
    open_tab(library_page, client, RATINGS)
    page = library_page.ratings
    page.search.setText("other PAPER")
    assert column_texts(page.use_model, 0) == ["Zorgle"]
    page.use_table.selectRow(0)
    page.panel.show_asked.emit("Zorgle")
    client.run()
    assert column_texts(library_page.model, 1) == ["Rain falls upwards"] and library_page.browser.restriction.text().startswith(
        "Rated “Zorgle”"
    )


def test_user_rules_can_be_removed_and_built_in_rules_cannot(library_page: LibraryPage, client: FakeTaskClient) -> None:
    client.shelves.rules["Zorgle", ""] = Verdict.TRUE
    open_tab(library_page, client, RATINGS)
    page = library_page.ratings
    page.what.setCurrentIndex(1)
    assert column_texts(page.rule_model, 0) == ["Yours", "Built in"] and column_texts(page.rule_model, 1) == ["Zorgle", "false"]
    page.rule_table.selectRow(1)
    assert not [button for button in page.panel.findChildren(QAbstractButton) if button.isVisibleTo(page.panel)]
    page.rule_table.selectRow(0)
    remove = [button for button in page.panel.findChildren(QAbstractButton) if button.isVisibleTo(page.panel)]
    assert [button.text() for button in remove] == ["Remove this rule"]
    remove[0].click()
    client.run()
    assert client.shelves.rules == {} and column_texts(page.rule_model, 0) == ["Built in"]


def test_a_rule_that_cannot_be_saved_shows_an_error(library_page: LibraryPage, client: FakeTaskClient) -> None:
    open_tab(library_page, client, RATINGS)
    library_page.ratings.use_table.selectRow(0)
    client.breaking[protocol.SetRatingRule] = Broken("ratings-unwritable", "The rating table cannot be written.", "Check the folder.")
    library_page.ratings.panel.save.click()
    client.run()
    assert library_page.error.message.text() == "The rating table cannot be written."


def test_charts_say_every_number(library_page: LibraryPage, client: FakeTaskClient) -> None:
    open_tab(library_page, client, STATISTICS)
    charts = library_page.statistics.findChildren(BarsChart)
    spoken = [chart.accessibleName() for chart in charts]
    assert "By publisher: Sample desk 4, Other paper 1" in spoken and "By year of publication: 2020 5" in spoken
    assert any(description.startswith("By verdict: True 1, Mixed 2") for description in spoken)
    for chart in charts:
        chart.setFocus()
        assert not chart.grab().isNull()


@pytest.mark.parametrize("page", range(5))
def test_everything_on_every_page_has_a_name(library_page: LibraryPage, client: FakeTaskClient, page: int) -> None:
    from tests.gui.test_window_access import interactive, nameless

    open_tab(library_page, client, page)
    library_page.table.selectRow(0)
    library_page.ratings.use_table.selectRow(0)
    assert len(interactive(library_page)) > 3 and nameless(library_page) == []


def shown_texts(root: QWidget) -> list[str]:
    """Return every text that widgets and models under `root` can paint or show as a tool tip."""
    texts: list[str] = []
    for model in root.findChildren(QAbstractItemModel):
        for row in range(model.rowCount()):
            for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount()):
                tip = model.data(model.index(row, column), Qt.ItemDataRole.ToolTipRole)
                assert "<" not in str(tip or ""), tip
                if not isinstance(model.parent(), QComboBox):
                    texts += [str(model.data(model.index(row, column)) or ""), str(tip or "")]
    for label in root.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText or "<" not in label.text(), label.text()
        texts.append(label.text())
    for widget in root.findChildren(QWidget):
        assert "<" not in widget.toolTip(), widget.toolTip()
    for button in root.findChildren(QAbstractButton):
        texts.append(button.text())
    assert not root.findChildren(QTextBrowser) and not root.findChildren(QTextEdit)
    return texts


@pytest.mark.parametrize("page", range(5))
def test_a_hostile_row_is_inert_on_every_page(make_window: MakeWindow, client: FakeTaskClient, page: int) -> None:
    duplicate_fields = {"publisher": f"P {HOSTILE}", "url": "", "claim": HOSTILE}
    client.library = [hostile("one", **duplicate_fields), hostile("two", **duplicate_fields, verdict=Verdict.FALSE), hostile("three")]
    window = make_window(client)
    client.run()
    window.go(LIBRARY)
    library_page = window.library.page
    open_tab(library_page, client, page)
    library_page.table.selectRow(0)
    library_page.ratings.use_table.selectRow(0)
    library_page.publishers.table.selectRow(0)
    visible_texts = shown_texts(library_page)
    assert any("<script>alert(1)</script>" in text for text in visible_texts) and not window.grab().isNull()
    assert not [text for text in visible_texts if _OVERRIDES & set(text)]


def test_a_hostile_row_is_inert_in_the_form_and_the_question(make_window: MakeWindow, client: FakeTaskClient) -> None:
    from tests.gui.test_library_changes import press_in_next_question

    client.library = [hostile("one")]
    window = make_window(client)
    client.run()
    window.go(LIBRARY)
    library_page = window.library.page
    library_page.table.selectRow(0)
    messages: list[str] = []
    press_in_next_question("Cancel", messages)
    library_page.browser.details.delete_asked.emit()
    assert "<b>bold</b>" in messages[0] and not _OVERRIDES & set(messages[0])
    library_page.browser.details.edit_asked.emit()
    client.run()
    editor = library_page.changes.editor
    assert editor is not None and editor.values()["note"] == HOSTILE
    shown_texts(editor)
    editor.save.click()
    assert library_page.changes.editor is None and client.library == [hostile("one")]
    assert not [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMessageBox) and widget.isVisible()]
