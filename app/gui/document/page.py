"""The document page: header, notices, and the three panes that show one `DocumentView`."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from app.domain.conclusion import to_decide
from app.domain.document import Document
from app.domain.match import Match
from app.domain.pages import PageBoxes
from app.domain.ranked import RankedDocument
from app.domain.review import Decision
from app.domain.sentence_edits import Edited
from app.gui.document.document_pane import DocumentPane
from app.gui.document.editing import SentenceEditor
from app.gui.document.filter_bar import FilterBar
from app.gui.document.header import DocumentHeader
from app.gui.document.match_context import MatchContext
from app.gui.document.matches_pane import MatchesPane
from app.gui.document.page_finder import has_pages
from app.gui.document.page_pictures import PagePictures
from app.gui.document.pages_pane import PagesPane
from app.gui.document.reading_pane import ReadingPane
from app.gui.document.sentence_delegate import SentenceDelegate
from app.gui.document.sentence_list import SentenceList, SentenceModel
from app.gui.icons import Icons
from app.gui.model.document_facts import told_day
from app.gui.model.document_view import DocumentView, Order
from app.gui.model.review_state import ReviewState
from app.gui.model.sentence_filter import NO_FILTER, SentenceFilter
from app.gui.model.shared_words import shared_words
from app.gui.review.bar import ReviewBar
from app.gui.theme import Theme
from app.gui.widgets.empty_state import EmptyState
from app.gui.widgets.folding_panes import FoldingPanes, FoldingRow
from app.gui.widgets.labels import column
from app.gui.widgets.notice import Notice
from app.gui.widgets.painting import paint_later
from app.translation import tr

_NARROW = 900
"""The page's width, in pixels, below which the text stands below the list."""
_SHARES = (0.68, 0.46)
"""The shares of the width that list and text have, beside each other and below each other."""
_FOLDED_HEIGHTS = (3, 2)
_READING_SIZES = (400, 440)
_TURN_MS = 15  # from pane to pane: long enough that each is painted by itself


class DocumentPage(QWidget):
    """`match_chosen` tells that the chosen match is another, `sentence_shown` that the panes show another sentence, or it anew,
    `ranked_shown` that they show another ranking; `edited` carries what the reader did to the sentences, in words, and an Edited."""

    match_chosen = Signal()
    sentence_shown = Signal()
    ranked_shown = Signal()
    edited = Signal(str, object)

    def __init__(
        self,
        view: DocumentView,
        theme: Theme,
        icons: Icons,
        *,
        empty: EmptyState,
        no_library: EmptyState,
        header: tuple[QAction, ...],
        pictures: PagePictures,
        matches: MatchContext | None = None,
        review: tuple[tuple[QAction, str], ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.view = view
        self._library_empty = False
        layout = column(self)
        self.error, self.notes, self.exported = Notice("error", self), Notice("notice", self), Notice("notice", self)
        self.header = DocumentHeader(view, theme, header, self)
        self.empty, self.no_library = empty, no_library
        for part in (self.error, self.header, self.notes, self.exported):
            layout.addWidget(part)
        self.filters = FilterBar(view, theme, self)
        self.model = SentenceModel(view, self)
        self.list = SentenceList(self.model, self)
        self.list.setItemDelegate(SentenceDelegate(theme, icons, self.list))
        self.text = DocumentPane(view, theme, icons, self)
        self.pages = PagesPane(view, pictures, theme=theme, icons=icons, parent=self)
        self.reading = ReadingPane(self.text, self.pages, self)
        self.editor = SentenceEditor(view, self.text, theme, self)
        self.matches = MatchesPane(theme, icons, matches, self)
        self.decisions = ReviewBar(theme, icons, review, self)
        self.reading_panes, self.splitter = self._splitters()
        self.stack = QStackedWidget(self)
        for page in (empty, no_library, self.splitter):
            self.stack.addWidget(page)
        layout.addWidget(self.stack, 1)
        self._connect()
        theme.changing.connect(self.list.hold)
        theme.changed.connect(self.list.stand_as_before)
        self.show_document(None)

    def show_document(self, document: Document | None) -> None:
        """Show a document's text and sentences before anything is known of them; None shows the empty state."""
        if document is None:
            self.view.close()
        else:
            self.view.open(document)
        self.header.setVisible(document is not None)
        self._show_page()
        self.header.announce("")
        self.text.show_document()
        self.pages.show_boxes(None)
        self.reading.offer_pages(has_pages(document))
        day = told_day(document) if document else None
        self.header.suggest(day)
        self.matches.said_on = day
        self.text.arrange()
        self._show_all(keep=False)
        self.error.clear()
        self.notes.clear()
        if document is not None and document.notes:
            self.notes.say(document.notes[0], hint=" ".join(document.notes[1:]))

    def show_library(self, *, empty: bool) -> None:
        """Show whether the library holds fact-checks; this decides what the page says while no document is open."""
        self._library_empty = empty
        self._show_page()

    def first_widget(self) -> QWidget:
        """Return the widget that gets the focus when the page is entered."""
        page = self.stack.currentWidget()
        return page.buttons[0] if isinstance(page, EmptyState) else self.list

    def show_ranked(self, ranked: RankedDocument) -> None:
        """Show a new version at once, or announce it where the reader is already reading."""
        first = self.view.ranked is None
        if self.view.offer(ranked):
            self._show_all(keep=self.view.chosen)
            self.ranked_shown.emit()
            return
        self.header.announce(tr("The ranking is ready — show") if first else tr("Updated ranking is ready — show"))

    def show_edited(self, edited: Edited) -> None:
        """Show the edited document with what is still known of it; selection, scroll and places in the list stay."""
        self.view.edit(edited)
        self.header.announce("")
        self.text.show_edited()
        self.pages.follow(edited)
        self.text.arrange()
        self._show_all(keep=True)

    def show_boxes(self, boxes: PageBoxes) -> None:
        """Show the pages of the document, the chosen sentence in sight."""
        self.pages.show_boxes(boxes)
        self.reading.show_pages()
        if self.view.selected is not None:
            self.pages.reveal(self.view.selected)

    def accept_update(self) -> None:
        """Show the version that waits; selection, scroll and focus stay."""
        if self.view.accept():
            self.header.announce("")
            self._show_all(keep=True)
            self.ranked_shown.emit()

    def choose_sentence(self, index: int, *, origin: QWidget | None = None) -> None:
        """Select a sentence in every pane. The pane that was clicked (`origin`) does not scroll."""
        self.view.touch()
        if self.view.select(index):
            self.list.select_sentence(index)
            self._show_selected(reveal=True, origin=origin)

    def step(self, step: int, *, with_match: bool = False) -> None:
        """Choose the next or previous sentence; stays where it is at the ends."""
        index = self.view.neighbour(step, with_match=with_match)
        if index is not None:
            self.choose_sentence(index)

    def choose_match(self, number: int) -> None:
        """Choose the match of this number (1–9) of the chosen sentence."""
        self.view.touch()
        self.matches.choose(number)

    def set_order(self, order: Order) -> None:
        """Rank order or document order; the chosen sentence stays chosen and in sight."""
        self.view.set_order(order)
        self.list.show_rows(self.view.selected, keep=False)
        self.filters.refresh()

    def set_filter(self, sentence_filter: SentenceFilter) -> None:
        """Show only the sentences that pass."""
        self.view.touch()
        self.view.set_filter(sentence_filter)
        self.list.show_rows(self.view.selected, keep=False)
        self.filters.refresh()

    def clear_filters(self) -> None:
        """From the search back to the list; pressed there, show every sentence again."""
        if self.filters.search.hasFocus():
            self.list.setFocus()
        elif self.view.holding.active:
            self.set_filter(NO_FILTER)

    def current_match(self) -> Match | None:
        """The chosen match of the chosen sentence."""
        row, number = self.view.current, self.matches.number
        if row is None or row.ranked is None or not 1 <= number <= len(row.ranked.matches):
            return None
        return row.ranked.matches[number - 1]

    def add_notice(self, notice: QWidget) -> None:
        """Give a notice its place above everything else."""
        lines = self.layout()
        if isinstance(lines, QVBoxLayout):
            lines.insertWidget(0, notice)

    def match_ids(self, index: int) -> list[str]:
        """The fact-checks that are shown for a sentence, in their order."""
        ranked = self.view.row(index).ranked
        return [match.factcheck.id for match in ranked.matches] if ranked else []

    def ids_to_decide(self, index: int) -> list[str]:
        """Those of them that a reviewer has to look at: what is merely near need not be."""
        row = self.view.row(index)
        return [match.factcheck.id for match in to_decide(row.ranked, row.review.decisions)] if row.ranked else []

    def refresh_rows(self) -> None:
        """The view's rows look different, but none came or went."""
        self.list.viewport().update()
        self.header.refresh()
        self.filters.show_progress()
        self.matches.show_row(self.view.current)  # in a blind review a decision brings the answers
        self.text.refresh()
        self.text.overview.refresh()
        self.pages.refresh()

    def show_review(self, state: ReviewState | None, decisions: Mapping[str, Decision]) -> None:
        """Show the review state of the selected sentence, and the decisions on its matches by fact-check id."""
        self.decisions.show_state(state)
        self.matches.show_decisions(decisions)

    def verdict_place(self) -> QPoint:
        """Return the screen position for a menu about the selected sentence."""
        return self.decisions.mapToGlobal(QPoint(0, 0))

    def set_blind(self, is_blind: bool) -> None:
        """Hide or show ratings, stance and order; the chosen sentence stays chosen."""
        self.view.set_blind(is_blind)
        self._show_all(keep=False)

    def _reveal_selected(self) -> None:
        """Bring the selected sentence into sight again: the panes have other sizes."""
        row = self.view.current
        if row is not None:
            self.text.reveal(row.sentence)
            self.pages.reveal(row.sentence.index)

    @property
    def layout_splitters(self) -> dict[str, QSplitter]:
        """Return the splitters to be stored with the window's layout, by name; none while the panes are folded."""
        return {} if self.reading_panes.folded else {"panes": self.splitter, "reading": self.reading_panes}

    def reset_panes(self) -> None:
        """Give the panes the shares that they have at first."""
        self.splitter.reset()
        self.reading_panes.setSizes([1000 * share for share in (_FOLDED_HEIGHTS if self.reading_panes.folded else _READING_SIZES)])

    def _splitters(self) -> tuple[FoldingPanes, FoldingRow]:
        """Return the panes of list and text, and the splitter between them and the matches."""
        left_side = QWidget(self)
        layout = column(left_side)
        layout.addWidget(self.filters)
        layout.addWidget(self.list, 1)
        right = QWidget(self)
        layout = column(right)
        layout.addWidget(self.matches, 1)
        layout.addWidget(self.decisions)
        for pane in (left_side, self.reading):
            pane.setMinimumWidth(280)
        reading_panes = FoldingPanes((left_side, self.reading), _READING_SIZES, self)
        for index, stretch in enumerate((3, 4)):
            reading_panes.setStretchFactor(index, stretch)
        splitter = FoldingRow(reading_panes, right, narrow=_NARROW, shares=_SHARES, heights=_FOLDED_HEIGHTS, parent=self)
        splitter.turned.connect(self._reveal_selected)
        return reading_panes, splitter

    def _connect(self) -> None:
        self.list.item_selected.connect(self.choose_sentence)
        self.list.touched.connect(self.view.touch)
        self.text.touched.connect(self.view.touch)
        self.text.item_selected.connect(self._chosen_in_text)
        self.text.overview.item_selected.connect(self.choose_sentence)
        self.pages.touched.connect(self.view.touch)
        self.pages.item_selected.connect(self._chosen_on_page)
        self.filters.order_chosen.connect(self.set_order)
        self.filters.filter_chosen.connect(self.set_filter)
        self.filters.dismissed.connect(self.list.setFocus)
        self.matches.item_selected.connect(self._match_chosen)
        self.header.update_asked.connect(self.accept_update)
        self.editor.edited.connect(self.edited)

    def _chosen_in_text(self, index: int) -> None:
        self.choose_sentence(index, origin=self.text)

    def _chosen_on_page(self, index: int) -> None:
        self.choose_sentence(index, origin=self.pages)

    def _show_page(self) -> None:
        empty_page = self.no_library if self._library_empty else self.empty
        self.stack.setCurrentWidget(self.splitter if self.view.document is not None else empty_page)

    def _show_all(self, *, keep: bool) -> None:
        for turn, pane in enumerate((self.matches, self.reading), start=1):
            paint_later(pane, after_ms=turn * _TURN_MS)
        paint_later(self)
        self.list.show_rows(self.view.selected, keep=keep)
        self.filters.refresh()
        self.header.refresh()
        self.text.overview.refresh()
        self._show_selected(reveal=not keep)

    def _show_selected(self, *, reveal: bool, origin: QWidget | None = None) -> None:
        row = self.view.current
        self.matches.show_row(row)
        self.pages.refresh()
        self.text.setAccessibleDescription(row.spoken if row is not None else "")
        if row is None:
            self.text.refresh()
        else:
            if reveal and origin is not self.text:
                self.text.reveal(row.sentence)
            if reveal and origin is not self.pages:
                self.pages.reveal(row.sentence.index)
            self._match_chosen(self.matches.number)
        self.sentence_shown.emit()

    def _match_chosen(self, _number: int) -> None:
        row, match = self.view.current, self.current_match()
        spans = shared_words(row.sentence.text, match.factcheck.claim) if row and match else []
        start = row.sentence.start if row else 0
        self.text.underline([(start + first, start + last) for first, last in spans])
        self.match_chosen.emit()
