"""Every page and dialog by the Tab key: each interactive widget is reached, has a name, and shows its focus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QImage, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QScrollArea,
    QScrollBar,
    QWidget,
)

from app.domain.evidence import EvidenceDocument
from app.domain.post import Post
from app.domain.verification import ClaimForm, EvidenceQuestion
from app.gui.ask.page import POSTS
from app.gui.main_window import ASK, CLAIMS, DOCUMENT, LIBRARY, NARRATIVES, VERIFY, MainWindow
from app.gui.model.keymap import same
from app.gui.narratives.page import GRAPH, ITEMS, SERIES, SPREAD, TIMELINE
from app.gui.palette.dialog import PaletteDialog
from app.gui.settings.controller import DATA, KEYBOARD
from app.gui.verify.page import EVIDENCE
from tests.fakes.narrative_samples import shared_posts, stories
from tests.fakes.task_client import FakeTaskClient
from tests.gui.test_window_access import nameless

CLAIM = ClaimForm(text="The Velden ferry carried 40,000 people in 2019.", made=date(2020, 3, 1))
WORKED = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractItemView, QPlainTextEdit)
Opener = Callable[[MainWindow], QWidget]


def settings_page(number: int) -> Opener:
    def open_page(window: MainWindow) -> QWidget:
        window.choices.open(number)
        assert window.choices.dialog is not None
        return window.choices.dialog

    return open_page


def triggered(name: str) -> Opener:
    def trigger(window: MainWindow) -> QWidget:
        window.actions_by_name[name].trigger()
        return next(dialog for dialog in window.findChildren(QDialog) if dialog.isVisible())

    return trigger


def main_page(number: int) -> Opener:
    def go(window: MainWindow) -> QWidget:
        window.go(number)
        if number == LIBRARY:
            window.library.page.table.selectRow(0)
        return window

    return go


def answers_page(window: MainWindow) -> QWidget:
    """Show two answers. One has a fact-check and posts to unfold."""
    posts = [f"Rain causes floods, {'really ' * number}" for number in range(1, 4)]
    posts += [f"Rain causes {number} floods {'and ' * 200 if number == 2 else ''}" for number in range(1, 6)]
    posts += ["Rain does not cause floods", "Harbour bridges cost nine million crowns causes floods"]
    load_posts(window, posts)
    window.ask.ask("What causes floods?")
    fake_client(window).run()
    window.ask.page.answers.idle_work.finish()
    return window


def posts_page(window: MainWindow) -> QWidget:
    """Show the page of posts with one selected."""
    load_posts(window, ["Rain causes floods", "Nothing to see"])
    window.ask.page.tabs.setCurrentIndex(POSTS)
    fake_client(window).run()
    window.ask.page.posts.table.selectRow(0)
    return window


def load_posts(window: MainWindow, texts: list[str]) -> None:
    fake_client(window).pile.posts = [
        Post(id=text, text=text, url="https://posts.example/1", platform="x", language="en") for text in texts
    ]
    window.go(ASK)
    fake_client(window).run()


def verifying(window: MainWindow) -> QWidget:
    """Show a claim with two questions, answers with a passage, and a verdict."""
    controller = window.verify
    load_evidence(window)
    controller.take(CLAIM)
    fake_client(window).run()
    controller.editing.add_questions(
        controller.view.shown, (EvidenceQuestion(text="How many people did the ferry carry?"), EvidenceQuestion(text="Who?"))
    )
    controller.requests.find(controller.view.shown, CLAIM, controller.view.verification.questions)  # type: ignore[union-attr]
    fake_client(window).run()
    controller.page.questions.form.open(True)
    return window


def second_check(window: MainWindow) -> QWidget:
    """Show the same claim in a blind second check."""
    verifying(window)
    window.verify.page.verdict.check.click()
    return window


def evidence_page(window: MainWindow) -> QWidget:
    """Show the evidence page with one document selected."""
    load_evidence(window)
    window.verify.page.tabs.setCurrentIndex(EVIDENCE)
    fake_client(window).run()
    window.verify.evidence.page.documents.table.selectRow(0)
    return window


def load_evidence(window: MainWindow) -> None:
    text = "The Velden ferry carried 41,200 people. It is blue."
    url = "https://office.example/1"
    fake_client(window).evidence.add(EvidenceDocument(id="a", text=text, title="Ferry", url=url, published=date(2020, 1, 1)))
    window.go(VERIFY)
    window.verify.keeping.flush()
    fake_client(window).run()


def own_answer(window: MainWindow) -> QWidget:
    """Open the dialog for an answer written by hand."""
    verifying(window)
    window.verify.page.questions.cards[0].write.click()
    assert window.verify.asking.dialog is not None
    return window.verify.asking.dialog


def narrative_page(page: int) -> Opener:
    """Return an opener of one page of a narrative, with something selected and the library changed since."""

    def tell(window: MainWindow) -> QWidget:
        client = fake_client(window)
        client.library[:] = stories()
        client.pile.posts = shared_posts()
        window.go(NARRATIVES)
        window.narratives.find()
        client.run()
        client.library.append(client.library[-1])
        window.narratives.library_changed()
        client.run()
        narratives_page = window.narratives.page
        narratives_page.tabs.setCurrentIndex(page)
        narratives_page.list.list.setCurrentIndex(narratives_page.list.model.index(1))
        client.run()
        narratives_page.graph.idle_work.finish()
        narratives_page.timeline.chart.choose(narratives_page.timeline.chart.lanes.marks[1])
        if page == ITEMS:
            narratives_page.items.choose("factcheck:ferry-2")
        return window

    return tell


def merging(window: MainWindow) -> QWidget:
    """Open the dialog that asks which narratives to merge."""
    narrative_page(TIMELINE)(window)
    window.narratives.page.header.merge.click()
    assert window.narratives.editing.merging is not None
    return window.narratives.editing.merging


def fake_client(window: MainWindow) -> FakeTaskClient:
    client = window.jobs._client
    assert isinstance(client, FakeTaskClient)
    return client


SCENES: dict[str, Opener] = {
    "document": main_page(DOCUMENT),
    "claims": main_page(CLAIMS),
    "ask without posts": main_page(ASK),
    "answers": answers_page,
    "posts": posts_page,
    "import posts": triggered("import_posts"),
    "verify without a claim": main_page(VERIFY),
    "verifying": verifying,
    "second check": second_check,
    "evidence": evidence_page,
    "own answer": own_answer,
    "import evidence": triggered("import_evidence"),
    "narratives not found": main_page(NARRATIVES),
    "timeline": narrative_page(TIMELINE),
    "spread": narrative_page(SPREAD),
    "graph": narrative_page(GRAPH),
    "items": narrative_page(ITEMS),
    "series": narrative_page(SERIES),
    "merge narratives": merging,
    "library": main_page(LIBRARY),
    "import": triggered("import"),
    "shortcuts": triggered("shortcuts"),
    "about": triggered("about"),
    "palette": triggered("palette"),
    **{f"preferences {number}": settings_page(number) for number in range(DATA + 1)},
}


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest, window: MainWindow, client: FakeTaskClient, debate: Path) -> Iterator[QWidget]:
    """Open one page or dialog with content and activate it."""
    window.document.open_path(debate)
    client.run()
    window.claims.look_up("Seven rivers cross Velden county")
    client.run()
    root = SCENES[request.param](window)
    client.run()
    root.activateWindow()
    for _ in range(100):
        if QApplication.activeWindow() is root:
            break
        QTest.qWait(10)
    yield root
    if isinstance(root, QDialog):
        root.close()


def is_part_of_control(widget: QWidget) -> bool:
    """Return True for inner parts of a date box, combo box or list, which are one control for the user."""
    parent = widget.parent()
    while isinstance(parent, QWidget):
        if isinstance(parent, QComboBox | QAbstractSpinBox | QAbstractItemView | QLineEdit):
            return True
        parent = parent.parent()
    return isinstance(widget, QScrollBar)


def interactive_widgets(root: QWidget) -> list[QWidget]:
    return [
        widget
        for widget in root.findChildren(QWidget)
        if isinstance(widget, WORKED)
        and widget.isVisible()
        and widget.isEnabled()
        and widget.window() is root
        and not is_part_of_control(widget)
    ]


def widgets_by_tab(root: QWidget) -> list[QWidget]:
    """Return the widgets that get the focus by Tab, in order, once around."""
    visited: list[QWidget] = []
    for _ in range(300):
        focus = QApplication.focusWidget()
        if focus is None or focus in visited:
            break
        visited.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    return visited


def reached_by_arrows(root: QWidget, widget: QWidget, visited: list[QWidget]) -> bool:
    """Return True if the arrow keys lead to the widget from one that Tab reached: within a button group, and in the palette."""
    if isinstance(root, PaletteDialog):
        return widget is root.list and root.input in visited
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group is not None and group.exclusive() and any(button in visited for button in group.buttons())


def described(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{widget.accessibleName() or getattr(widget, 'text', str)()}” in {type(widget.parent()).__name__}"


def test_the_tab_key_reaches_every_interactive_widget(scene: QWidget) -> None:
    visited = widgets_by_tab(scene)
    missed = [
        described(widget)
        for widget in interactive_widgets(scene)
        if widget not in visited and not reached_by_arrows(scene, widget, visited)
    ]
    assert missed == [] and visited


def test_all_that_is_reached_has_a_name(scene: QWidget) -> None:
    assert nameless(scene) == []


def test_the_focus_is_seen(scene: QWidget) -> None:
    unseen = []
    stops = widgets_by_tab(scene)
    for number, stop in enumerate(stops):
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        bring_into_view(stop)
        with_focus = picture_of(scene, stop)
        stops[number - 1].setFocus(Qt.FocusReason.TabFocusReason)
        if len(stops) > 1 and with_focus == picture_of(scene, stop):
            unseen.append(described(stop))
    assert unseen == []


def bring_into_view(widget: QWidget) -> None:
    """Scroll to the widget, as the Tab key does."""
    parent = widget.parent()
    while isinstance(parent, QWidget):
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parent()


def picture_of(root: QWidget, widget: QWidget) -> QImage:
    area = QRect(widget.mapTo(root, QPoint(0, 0)), widget.size()).adjusted(-3, -3, 3, 3)
    return root.grab(area).toImage()


def test_no_shortcut_is_ambiguous(window: MainWindow) -> None:
    window.choices.open(KEYBOARD)
    keys = list(key_bindings(window))
    clashes = [
        f"{first_key}: {first} and {second}"
        for number, (first_key, first, scope, first_alone) in enumerate(keys)
        for second_key, second, second_scope, second_alone in keys[number + 1 :]
        if same(first_key, second_key) and first != second and scopes_overlap(scope, first_alone, second_scope, second_alone)
    ]
    assert len(keys) > 40 and clashes == []
    window.choices.dialog.close()  # type: ignore[union-attr]


def key_bindings(window: MainWindow) -> Iterator[tuple[str, str, QWidget, bool]]:
    """Yield each key with its action, the widget that hears it, and whether child widgets are excluded."""
    for action in window.findChildren(QAction):
        everywhere = action.shortcutContext() == Qt.ShortcutContext.WindowShortcut
        scopes = [window] if everywhere else [owner for owner in action.associatedObjects() if not isinstance(owner, QMenu)]
        for keys in action.shortcuts():
            for scope in scopes:
                assert isinstance(scope, QWidget)
                yield keys.toString(), action.text(), scope, False
    for shortcut in window.findChildren(QShortcut):
        scope = shortcut.parent()
        assert isinstance(scope, QWidget)
        bound_keys = shortcut.keys()
        for keys in bound_keys:
            yield keys.toString(), f"shortcut {id(shortcut)}", scope, shortcut.context() == Qt.ShortcutContext.WidgetShortcut


def scopes_overlap(first: QWidget, first_alone: bool, second: QWidget, second_alone: bool) -> bool:
    """Return True if both shortcuts are heard for some focus."""
    if first is second:
        return True
    return (first.isAncestorOf(second) and not first_alone) or (second.isAncestorOf(first) and not second_alone)


def test_the_search_for_ambiguous_shortcuts_finds_a_planted_one(window: MainWindow) -> None:
    twice = QShortcut("Ctrl+O", window.document.page.list)
    keys = [binding for binding in key_bindings(window) if same(binding[0], "Ctrl+O")]
    assert len(keys) == 2 and scopes_overlap(keys[0][2], keys[0][3], keys[1][2], keys[1][3])
    twice.deleteLater()


def test_arrow_keys_move_between_pages_in_the_rail(window: MainWindow) -> None:
    window.activateWindow()
    QTest.qWait(50)
    first = window.rail.findChildren(QAbstractButton)[0]
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Down)
    assert window.stack.currentIndex() == CLAIMS
