"""The Ask page: the question, the answers with the posts for and against them, and the posts themselves on a page of their own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QCheckBox, QPushButton, QStackedWidget, QTabWidget, QWidget

from app.domain.answer_edits import Side
from app.domain.ask import AskOptions
from app.domain.posts import PostFilter, PostStatistics
from app.gui.ask.answers_pane import AnswersPane
from app.gui.ask.examples import NothingFound, question_examples
from app.gui.ask.posts_line import PostsLine
from app.gui.ask.posts_page import PostsPage
from app.gui.ask.question_bar import QuestionBar
from app.gui.ask.signals import AnswerSignals
from app.gui.model.ask import AskView
from app.gui.model.ask_words import found_words, llm_words
from app.gui.model.keymap import Keys, with_key
from app.gui.widgets.button import Button
from app.gui.widgets.empty_state import EmptyState
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.menu_button import MenuButton
from app.gui.widgets.notice import Notice
from app.translation import tr


class ResultsBar(QWidget):
    """`together_chosen` carries whether posts that say nearly the same are shown as one."""

    together_chosen = Signal(bool)
    undo_asked = Signal()
    redo_asked = Signal()
    export_asked = Signal()
    pairs_asked = Signal()

    def __init__(self, view: AskView, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "header")
        self._view, self._keys = view, keys
        layout = column(self, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID // 2)
        strip = QWidget(self)
        flow = FlowLayout(strip, spacing=GRID, middle=True)
        self.found = label("", muted=True)
        flow.addWidget(self.found)
        self.together = QCheckBox(tr("Show posts that say nearly the same as one"), strip)
        self.together.setChecked(view.together)
        self.together.toggled.connect(self.together_chosen)
        flow.addWidget(self.together)
        self.undo = self._button(flow, tr("Undo"), self.undo_asked)
        self.redo = self._button(flow, tr("Redo"), self.redo_asked)
        self.export = MenuButton(tr("Export"), strip)
        self.export.entries.addAction(tr("Answers with their posts…")).triggered.connect(self.export_asked)
        self.export.entries.addAction(tr("Corrected sides, as examples for training…")).triggered.connect(self.pairs_asked)
        flow.addWidget(self.export)
        layout.addWidget(strip)
        self.llm = label("", muted=True, wrap=True, selectable=True)
        layout.addWidget(self.llm)
        self.refresh()

    def refresh(self) -> None:
        """Show the view's current state; hidden before the first answer."""
        view = self._view
        self.setVisible(view.shown is not None)
        self.found.setText(found_words(view.shown) if view.shown is not None else "")
        llm_summary = llm_words(view.shown) if view.shown is not None else ""
        self.llm.setText(llm_summary)
        self.llm.setVisible(bool(llm_summary))
        self.export.setEnabled(view.shown is not None and bool(view.shown.answers))
        last = view.history.next_undo
        self.undo.setEnabled(last is not None)
        self.redo.setEnabled(view.history.next_redo is not None)
        tip = tr("Take back: {change}", change=last.label.replace("<", "‹")) if last else ""
        self.undo.setToolTip(with_key(tip, self._keys("ask_undo")) if tip else "")

    def _button(self, flow: FlowLayout, text: str, signal: SignalInstance) -> QPushButton:
        button = Button(text, self)
        button.clicked.connect(signal)
        flow.addWidget(button)
        return button


ANSWERS, POSTS = range(2)


class AskPage(QWidget):
    """`files_dropped` carries paths."""

    files_dropped = Signal(object)

    def __init__(self, signals: AnswerSignals, *, empty: EmptyState, line: PostsLine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.view = AskView()
        self.statistics: PostStatistics | None = None
        self.waiting: int | None = None
        self.error = Notice("error", self)
        self.empty, self.line = empty, line
        layout = column(self)
        layout.addWidget(self.error)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(empty)
        self.stack.addWidget(self._pages(signals))
        layout.addWidget(self.stack, 1)
        layout.addWidget(line)
        self.examples.item_selected.connect(self._try)
        self.nothing.everywhere_asked.connect(self._ask_everywhere)
        self.nothing.posts_asked.connect(self.show_posts)
        self.results.together_chosen.connect(self._show_together)
        self._theme = signals.theme
        signals.theme.changed.connect(self._restyle)
        self.show_statistics(None)

    def options(self) -> AskOptions:
        """Return the options for the next question."""
        return AskOptions(kind=self.bar.kind, among=self.bar.filters.among, llm_read=self.bar.llm_read)

    def focus_first(self) -> None:
        """Focus the question, or the empty state's first button."""
        (self.bar.input if self.stack.currentIndex() else self.empty.buttons[0]).setFocus()

    def show_statistics(self, statistics: PostStatistics | None, unencoded: int | None = None) -> None:
        """Show the counts of the library's posts; None while they are not known."""
        self.statistics, self.waiting = statistics, unencoded
        self.stack.setCurrentIndex(0 if statistics is not None and not statistics.posts else 1)
        self.line.setVisible(statistics is not None and statistics.posts > 0)
        if statistics is not None:
            for filters in (self.bar.filters, self.posts.filters):
                filters.show_statistics(statistics)
            self.line.show_posts(statistics.groups, unencoded)

    def forget(self) -> None:
        """Reset the page after the library changed or was emptied."""
        self.view.clear()
        self.error.clear()
        self.answers.clear()
        self.below.setCurrentWidget(self.examples)
        self.results.refresh()
        for filters in (self.bar.filters, self.posts.filters):
            filters.reset()
        self.posts.forget()
        self.show_statistics(None)

    def show_answers(self, *, stay: bool = False) -> None:
        """Show the answers, from the top, or with `stay` at the reader's position."""
        answered = self.view.shown
        if answered is None:
            return
        self.error.clear()
        self.results.refresh()
        if not answered.answers or not any(answer.supporting or answer.refuting for answer in answered.answers):
            by_words = answered.waiting > 0
            self.nothing.say(filtered=self.bar.filters.among != PostFilter(), by_words=by_words)
            self.below.setCurrentWidget(self.nothing)
            return
        self.below.setCurrentWidget(self.answers)
        if stay:
            self.answers.change(answered)
        else:
            self.answers.show_answers(answered, grouped=self.view.together)

    def show_posts(self) -> None:
        """Go to the page of posts."""
        self.tabs.setCurrentIndex(POSTS)
        self.posts.search.setFocus()

    def say_side(self, side: Side) -> None:
        """Put the focused post on this side."""
        current = self.answers.current()
        if current is not None:
            current.say(side)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Accept dropped files with posts anywhere on the page."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Emit the dropped paths, without web addresses."""
        event.acceptProposedAction()
        self.files_dropped.emit(tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()))

    def _pages(self, signals: AnswerSignals) -> QWidget:
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("Pages of Ask"))
        self.tabs.tabBar().setDrawBase(False)
        self.posts = PostsPage(signals, self)
        self.tabs.addTab(self._answers(signals), tr("Answers"))
        self.tabs.addTab(self.posts, tr("Posts"))
        return self.tabs

    def _answers(self, signals: AnswerSignals) -> QWidget:
        page = self.answers_page = QWidget(self)
        layout = column(page)
        self.bar = QuestionBar(signals.theme, page)
        self.results = ResultsBar(self.view, signals.keys, page)
        self.answers = AnswersPane(signals, page)
        self.examples = question_examples(signals.theme, page)
        self.nothing = NothingFound(signals.theme, page)
        self.below = QStackedWidget(page)
        for part in (self.examples, self.answers, self.nothing):
            self.below.addWidget(part)
        layout.addWidget(self.bar)
        layout.addWidget(self.results)
        layout.addWidget(self.below, 1)
        return page

    def _try(self, question: str) -> None:
        self.bar.write(question)
        self.bar.ask()

    def _ask_everywhere(self) -> None:
        self.bar.filters.choose(PostFilter())

    def _show_together(self, grouped: bool) -> None:
        self.view.together = grouped
        self.show_answers()

    def _restyle(self) -> None:
        self.tabs.tabBar().setFont(self._theme.font())
