"""The Claims page: input of pasted claims, with the same list and cards as for a document."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from app.domain.conclusion import to_decide
from app.domain.match import Match
from app.domain.review import Decision
from app.gui.claims.ask_bar import AskBar
from app.gui.claims.examples import claim_examples
from app.gui.claims.results_bar import ResultsBar
from app.gui.document.match_context import MatchContext
from app.gui.document.matches_pane import MatchesPane
from app.gui.document.sentence_delegate import SentenceDelegate
from app.gui.document.sentence_list import SentenceList, SentenceModel
from app.gui.icons import Icons
from app.gui.model.claims import ClaimsView, LookUp, Share, tried_words
from app.gui.model.document_view import Order
from app.gui.model.review_state import ReviewState
from app.gui.review.bar import ReviewBar
from app.gui.ui_context import UiContext
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.notice import Notice
from app.translation import tr, trn


class ClaimsPage(QWidget):
    """The Claims page. `asked` carries the pasted text, `turned` is -1 or 1; `claim_shown` is sent when another claim's fact-checks
    are shown."""

    requested = Signal(str)
    turned = Signal(int)
    claim_shown = Signal()

    def __init__(self, ctx: UiContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, icons, preferences = ctx.theme, ctx.icons, ctx.preferences
        self._theme, self._icons = theme, icons
        self.view = ClaimsView(my_languages=lambda: preferences.settings.my_languages)
        self.decisions: ReviewBar | None = None
        self.error = Notice("error", self)
        self.matches = MatchesPane(theme, icons, MatchContext(settings=lambda: preferences.settings, keys=ctx.actions.keys), self)
        self.matches.show_hint(tr("What was found for the chosen claim is shown here."))
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        for pane in (self._left(icons), self._right()):
            pane.setMinimumWidth(280)
            splitter.addWidget(pane)
        splitter.setSizes([640, 560])
        layout = column(self)
        layout.addWidget(self.error)
        layout.addWidget(splitter, 1)
        self.list.item_selected.connect(self._choose)
        self.ask_bar.requested.connect(self.requested)
        self.ask_bar.turned.connect(self.turned)
        self.results.order_chosen.connect(self.set_order)
        self.results.share_chosen.connect(self.show_share)
        self.examples.item_selected.connect(self._try)
        theme.changed.connect(self._restyle)

    def show_look_up(self, look_up: LookUp) -> None:
        """Show a look-up with its last selected claim; order and filter are reset. The summary appears only with the final results."""
        self.error.clear()
        self.view.open(look_up.ranked.document)
        self.view.order = Order.DOCUMENT
        self.view.offer(look_up.ranked)
        self.view.show_share(Share.ALL)
        if look_up.selected:
            self.view.select(look_up.selected)
        self._refresh()
        self.ask_bar.say(self._summary() if look_up.ranked.final else "", look_up.notice)

    def show_part(self, look_up: LookUp) -> None:
        """Show more results of the look-up that is shown; selection, order, filter and the place in the list stay."""
        before = self.view.current
        self.view.expect()
        self.view.offer(look_up.ranked)
        self.list.show_rows(self.view.selected, keep=True)
        self.results.refresh()
        current = self.view.current
        if before is None or current is None or before.ranked != current.ranked:
            self._show_chosen()
        if look_up.ranked.final:
            self.ask_bar.say(self._summary(), look_up.notice)

    def show_examples(self) -> None:
        """Show the page as it was before the first look-up."""
        self.view.close()
        self.below.setCurrentWidget(self.examples)
        self.results.refresh()
        self.matches.show_row(None)
        self.matches.show_hint(tr("What was found for the chosen claim is shown here."))

    def show_new_order(self, look_up: LookUp) -> None:
        """Show the same look-up with reordered matches; selection, order and filter stay."""
        self.view.expect()
        self.view.offer(look_up.ranked)
        self._refresh()

    def set_order(self, order: Order) -> None:
        """Sort as pasted, or by probability; the selected claim stays selected."""
        self.view.set_order(order)
        self._refresh()

    def show_share(self, share: Share) -> None:
        """Show a part of the claims; the first of it is chosen where the chosen one is hidden."""
        self.view.show_share(share)
        if self.view.position(self.view.selected) is None and self.view.visible:
            self.view.select(self.view.visible[0])
        self._refresh()

    def step(self, step: int, *, with_match: bool = False) -> None:
        """Select the next or previous claim, if there is one."""
        index = self.view.neighbour(step, with_match=with_match)
        if index is not None:
            self.list.select_sentence(index)
            self._choose(index)

    def match_ids(self, index: int) -> list[str]:
        """Return the ids of the fact-checks shown for a claim, in order."""
        ranked = self.view.row(index).ranked
        return [match.factcheck.id for match in ranked.matches] if ranked else []

    def ids_to_decide(self, index: int) -> list[str]:
        """Return the ids that a reviewer has to judge, without those that are only similar."""
        row = self.view.row(index)
        return [match.factcheck.id for match in to_decide(row.ranked, row.review.decisions)] if row.ranked else []

    def show_judging(self, actions: tuple[tuple[QAction, str], ...]) -> None:
        """Offer these actions with their short names under the fact-checks."""
        self.decisions = ReviewBar(self._theme, self._icons, actions, self)
        self._lines.addWidget(self.decisions)

    def show_review(self, state: ReviewState | None, decisions: Mapping[str, Decision]) -> None:
        """Show the judgement of the selected claim, and those of its fact-checks by id; None if there is nothing to judge."""
        if self.decisions is not None:
            self.decisions.show_state(state)
        self.matches.show_decisions(decisions)

    def current_match(self) -> Match | None:
        """Return the selected match of the selected claim."""
        row, number = self.view.current, self.matches.number
        matches = row.ranked.matches if row and row.ranked else ()
        return matches[number - 1] if 1 <= number <= len(matches) else None

    def _left(self, icons: Icons) -> QWidget:
        pane = QWidget(self)
        layout = column(pane)
        self.ask_bar = AskBar(self._theme, pane)
        self.input, self.button = self.ask_bar.input, self.ask_bar.button
        self.results = ResultsBar(self.view, pane)
        self.model = SentenceModel(self.view, self)
        self.list = SentenceList(self.model, pane)
        self.list.setAccessibleName(tr("Claims"))
        self.list.setItemDelegate(SentenceDelegate(self._theme, icons, self.list))
        self.examples = claim_examples(self._theme, pane)
        self.below = QStackedWidget(pane)
        self.below.addWidget(self.examples)
        self.below.addWidget(self.list)
        for part in (self.ask_bar, self.results):
            layout.addWidget(part)
        layout.addWidget(self.below, 1)
        QWidget.setTabOrder(self.button, self.list)  # what was found before the ways to sort and save it
        return pane

    def _right(self) -> QWidget:
        right = QWidget(self)
        lines = self._lines = column(right)
        self.tried = label("", font=self._theme.font(step=-1), muted=True, wrap=True)
        self.tried.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        self.tried.hide()
        lines.addWidget(self.matches, 1)
        lines.addWidget(self.tried)
        return right

    def _refresh(self) -> None:
        self.below.setCurrentWidget(self.list)
        self.list.show_rows(self.view.selected, keep=False)
        self.results.refresh()
        self._show_chosen()

    def _show_chosen(self) -> None:
        row = self.view.current
        self.matches.show_row(row)
        words = tried_words(row.ranked if row else None)
        self.tried.setText(words)
        self.tried.setVisible(bool(words))
        self.claim_shown.emit()

    def _summary(self) -> str:
        share_counts = self.view.counted()
        unmatched = share_counts[Share.NOTHING]
        counts = (
            trn("{count} claim", "{count} claims", share_counts[Share.ALL]),
            trn("{count} rated", "{count} rated", share_counts[Share.SETTLED]),
            trn("{count} without a fact-check", "{count} without a fact-check", unmatched),
        )
        return ", ".join(counts)

    def _try(self, claim: str) -> None:
        self.ask_bar.write(claim)
        self.requested.emit(claim)

    def _choose(self, index: int) -> None:
        if self.view.select(index):
            self._show_chosen()

    def _restyle(self) -> None:
        self.tried.setFont(self._theme.font(step=-1))
