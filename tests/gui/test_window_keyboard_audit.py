"""Every place and dialog walked by the Tab key: what can be worked is reached, has a name, and shows that it has the focus."""

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


def place(number: int) -> Opener:
    def go(window: MainWindow) -> QWidget:
        window.go(number)
        if number == LIBRARY:
            window.library.page.table.selectRow(0)
        return window

    return go


def answers(window: MainWindow) -> QWidget:
    """Two answers, one with a fact-check, of which one has posts to unfold and to show."""
    posts = [f"Rain causes floods, {'really ' * number}" for number in range(1, 4)]
    posts += [f"Rain causes {number} floods {'and ' * 200 if number == 2 else ''}" for number in range(1, 6)]
    posts += ["Rain does not cause floods", "Harbour bridges cost nine million crowns causes floods"]
    pile_up(window, posts)
    window.ask.ask("What causes floods?")
    fake(window).run()
    window.ask.page.answers.idle_work.finish()
    return window


def posts(window: MainWindow) -> QWidget:
    """The page of posts, one of them chosen."""
    pile_up(window, ["Rain causes floods", "Nothing to see"])
    window.ask.page.tabs.setCurrentIndex(POSTS)
    fake(window).run()
    window.ask.page.posts.table.selectRow(0)
    return window


def pile_up(window: MainWindow, texts: list[str]) -> None:
    fake(window).pile.posts = [Post(id=text, text=text, url="https://posts.example/1", platform="x", language="en") for text in texts]
    window.go(ASK)
    fake(window).run()


def verifying(window: MainWindow) -> QWidget:
    """A claim with two questions, answers with a passage, and a verdict."""
    controller = window.verify
    bring_evidence(window)
    controller.take(CLAIM)
    fake(window).run()
    controller.editing.add_questions(
        controller.view.shown, (EvidenceQuestion(text="How many people did the ferry carry?"), EvidenceQuestion(text="Who?"))
    )
    controller.requests.find(controller.view.shown, CLAIM, controller.view.verification.questions)  # type: ignore[union-attr]
    fake(window).run()
    controller.page.questions.form.open(True)
    return window


def second_check(window: MainWindow) -> QWidget:
    """The same claim, judged blind."""
    verifying(window)
    window.verify.page.verdict.check.click()
    return window


def evidence(window: MainWindow) -> QWidget:
    """The page of evidence, a document chosen."""
    bring_evidence(window)
    window.verify.page.tabs.setCurrentIndex(EVIDENCE)
    fake(window).run()
    window.verify.evidence.page.documents.table.selectRow(0)
    return window


def bring_evidence(window: MainWindow) -> None:
    text = "The Velden ferry carried 41,200 people. It is blue."
    url = "https://office.example/1"
    fake(window).evidence.add(EvidenceDocument(id="a", text=text, title="Ferry", url=url, published=date(2020, 1, 1)))
    window.go(VERIFY)
    window.verify.keeping.flush()
    fake(window).run()


def own_answer(window: MainWindow) -> QWidget:
    """The dialog of an answer written by hand."""
    verifying(window)
    window.verify.page.questions.cards[0].write.click()
    assert window.verify.asking.dialog is not None
    return window.verify.asking.dialog


def telling(page: int) -> Opener:
    """A narrative on one of its pages, something in it chosen, the library changed since."""

    def tell(window: MainWindow) -> QWidget:
        client = fake(window)
        client.library[:] = stories()
        client.pile.posts = shared_posts()
        window.go(NARRATIVES)
        window.narratives.find()
        client.run()
        client.library.append(client.library[-1])
        window.narratives.library_changed()
        client.run()
        place = window.narratives.page
        place.tabs.setCurrentIndex(page)
        place.list.list.setCurrentIndex(place.list.model.index(1))
        client.run()
        place.graph.idle_work.finish()
        place.timeline.chart.choose(place.timeline.chart.lanes.marks[1])
        if page == ITEMS:
            place.items.choose("factcheck:ferry-2")
        return window

    return tell


def merging(window: MainWindow) -> QWidget:
    """The dialog that asks what becomes part of a narrative."""
    telling(TIMELINE)(window)
    window.narratives.page.header.merge.click()
    assert window.narratives.editing.merging is not None
    return window.narratives.editing.merging


def fake(window: MainWindow) -> FakeTaskClient:
    client = window.jobs._client
    assert isinstance(client, FakeTaskClient)
    return client


SCENES: dict[str, Opener] = {
    "document": place(DOCUMENT),
    "claims": place(CLAIMS),
    "ask without posts": place(ASK),
    "answers": answers,
    "posts": posts,
    "import posts": triggered("import_posts"),
    "verify without a claim": place(VERIFY),
    "verifying": verifying,
    "second check": second_check,
    "evidence": evidence,
    "own answer": own_answer,
    "import evidence": triggered("import_evidence"),
    "narratives not found": place(NARRATIVES),
    "timeline": telling(TIMELINE),
    "spread": telling(SPREAD),
    "graph": telling(GRAPH),
    "items": telling(ITEMS),
    "series": telling(SERIES),
    "merge narratives": merging,
    "library": place(LIBRARY),
    "import": triggered("import"),
    "shortcuts": triggered("shortcuts"),
    "about": triggered("about"),
    "palette": triggered("palette"),
    **{f"preferences {number}": settings_page(number) for number in range(DATA + 1)},
}


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest, window: MainWindow, client: FakeTaskClient, debate: Path) -> Iterator[QWidget]:
    """A place or dialog with something in it, active."""
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


def part_of_another(widget: QWidget) -> bool:
    """The line inside a date or combo box, a list's own parts: one control for the reader."""
    parent = widget.parent()
    while isinstance(parent, QWidget):
        if isinstance(parent, QComboBox | QAbstractSpinBox | QAbstractItemView | QLineEdit):
            return True
        parent = parent.parent()
    return isinstance(widget, QScrollBar)


def worked(root: QWidget) -> list[QWidget]:
    return [
        each
        for each in root.findChildren(QWidget)
        if isinstance(each, WORKED) and each.isVisible() and each.isEnabled() and each.window() is root and not part_of_another(each)
    ]


def walked(root: QWidget) -> list[QWidget]:
    """What has the focus, one Tab after the other, once around."""
    met: list[QWidget] = []
    for _ in range(300):
        focus = QApplication.focusWidget()
        if focus is None or focus in met:
            break
        met.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    return met


def by_arrows(root: QWidget, widget: QWidget, met: list[QWidget]) -> bool:
    """Whether the arrow keys lead to it from something that was met: within a group of which one is checked, and in the palette."""
    if isinstance(root, PaletteDialog):
        return widget is root.list and root.input in met
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group is not None and group.exclusive() and any(button in met for button in group.buttons())


def described(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{widget.accessibleName() or getattr(widget, 'text', str)()}” in {type(widget.parent()).__name__}"


def test_the_tab_key_reaches_all_that_can_be_worked(scene: QWidget) -> None:
    met = walked(scene)
    missed = [described(each) for each in worked(scene) if each not in met and not by_arrows(scene, each, met)]
    assert missed == [] and met


def test_all_that_is_reached_has_a_name(scene: QWidget) -> None:
    assert nameless(scene) == []


def test_the_focus_is_seen(scene: QWidget) -> None:
    unseen = []
    stops = walked(scene)
    for number, each in enumerate(stops):
        each.setFocus(Qt.FocusReason.TabFocusReason)
        bring_into_view(each)
        with_focus = pictured(scene, each)
        stops[number - 1].setFocus(Qt.FocusReason.TabFocusReason)
        if len(stops) > 1 and with_focus == pictured(scene, each):
            unseen.append(described(each))
    assert unseen == []


def bring_into_view(widget: QWidget) -> None:
    """Scroll to it, as the Tab key does."""
    parent = widget.parent()
    while isinstance(parent, QWidget):
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parent()


def pictured(root: QWidget, widget: QWidget) -> QImage:
    area = QRect(widget.mapTo(root, QPoint(0, 0)), widget.size()).adjusted(-3, -3, 3, 3)
    return root.grab(area).toImage()


def test_no_key_has_two_meanings_where_it_is_pressed(window: MainWindow) -> None:
    window.choices.open(KEYBOARD)
    keys = list(bound(window))
    clashes = [
        f"{first_key}: {first} and {second}"
        for number, (first_key, first, where, alone) in enumerate(keys)
        for second_key, second, other, other_alone in keys[number + 1 :]
        if same(first_key, second_key) and first != second and meet(where, alone, other, other_alone)
    ]
    assert len(keys) > 40 and clashes == []
    window.choices.dialog.close()  # type: ignore[union-attr]


def bound(window: MainWindow) -> Iterator[tuple[str, str, QWidget, bool]]:
    """Every key with what it does, where it is heard, and whether there alone and not in what lies inside."""
    for action in window.findChildren(QAction):
        everywhere = action.shortcutContext() == Qt.ShortcutContext.WindowShortcut
        places = [window] if everywhere else [each for each in action.associatedObjects() if not isinstance(each, QMenu)]
        for keys in action.shortcuts():
            for where in places:
                assert isinstance(where, QWidget)
                yield keys.toString(), action.text(), where, False
    for shortcut in window.findChildren(QShortcut):
        where = shortcut.parent()
        assert isinstance(where, QWidget)
        bound_keys = shortcut.keys()
        for keys in bound_keys:
            yield keys.toString(), f"shortcut {id(shortcut)}", where, shortcut.context() == Qt.ShortcutContext.WidgetShortcut


def meet(first: QWidget, first_alone: bool, second: QWidget, second_alone: bool) -> bool:
    """Whether there is a focus in which both are heard."""
    if first is second:
        return True
    return (first.isAncestorOf(second) and not first_alone) or (second.isAncestorOf(first) and not second_alone)


def test_the_search_for_two_meanings_can_fail(window: MainWindow) -> None:
    twice = QShortcut("Ctrl+O", window.document.page.list)
    keys = [each for each in bound(window) if same(each[0], "Ctrl+O")]
    assert len(keys) == 2 and meet(keys[0][2], keys[0][3], keys[1][2], keys[1][3])
    twice.deleteLater()


def test_arrow_keys_go_from_place_to_place_in_the_rail(window: MainWindow) -> None:
    window.activateWindow()
    QTest.qWait(50)
    first = window.rail.findChildren(QAbstractButton)[0]
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Down)
    assert window.stack.currentIndex() == CLAIMS
