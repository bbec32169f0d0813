"""The rating table editor: every rating of the library with what it counts as, unrated ones first, and the rules behind it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QProgressBar, QSplitter, QStackedWidget, QWidget

from app.domain.overview import RatingOverview, RatingRule, RatingUse
from app.gui.icons import Icons
from app.gui.jobs import Failure, Jobs, JobSlot
from app.gui.library.rating_panel import RatingPanel
from app.gui.library_requests import LibraryRequests
from app.gui.model.ratings import RULE_COLUMNS, USE_COLUMNS, applied, matching_rules, matching_uses, pending, rule_row, summary, use_row
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.job_bar import show_progress
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.rows_table import RowsModel, RowsTable
from app.gui.widgets.search_field import SearchField
from app.translation import tr, trn
from app.worker.protocol import ApplyRatings, ListRatings, RatingsApplied, SetRatingRule

_USES, _RULES = range(2)
_LOOK = 3


class RatingsPage(QWidget):
    """`show_asked` carries a rating, `applied` what was done in words, `failed` a Failure."""

    show_asked = Signal(str)
    applied = Signal(str)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, requests: LibraryRequests, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._requests = jobs, requests
        self._slot, self._applying = JobSlot(jobs), JobSlot(jobs, replaces=False)
        self._overview = RatingOverview(uses=(), rules=())
        self.uses: list[RatingUse] = []
        self.rules: list[RatingRule] = []
        self.use_model = RowsModel(USE_COLUMNS, theme, icons, badge_in=_LOOK, parent=self)
        self.use_table = RowsTable(self.use_model, USE_COLUMNS, tr("Ratings in the library"), self)
        self.rule_model = RowsModel(RULE_COLUMNS, theme, icons, badge_in=_LOOK, parent=self)
        self.rule_table = RowsTable(self.rule_model, RULE_COLUMNS, tr("Rules of the rating tables"), self)
        self.panel = RatingPanel(theme, self)
        layout = column(self)
        layout.addWidget(self._head())
        layout.addWidget(self._offer())
        layout.addWidget(self._body(), 1)
        self._connect()
        self._tell_offer()

    def load(self) -> None:
        """Read ratings and rules."""
        self._ask(ListRatings(library=str(self._requests.library)), title=tr("Reading ratings"))

    def _head(self) -> QWidget:
        head = styled(QWidget(self), "header")
        layout = column(head, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.what = QComboBox(self)
        self.what.addItems([tr("Ratings in the library"), tr("Rules: yours and built in")])
        self.what.setAccessibleName(tr("Ratings or rules"))
        self.search = SearchField(self)
        self.search.setPlaceholderText(tr("Find a rating or a publisher"))
        self.search.setAccessibleName(tr("Find a rating or a publisher"))
        row.addWidget(self.what)
        row.addWidget(self.search, 1)
        self.words = label(tr("Reading ratings…"), wrap=True, muted=True)
        layout.addLayout(row)
        layout.addWidget(self.words)
        return head

    def _offer(self) -> QWidget:
        """Return the row that offers to apply the rating tables, with its progress."""
        self.offer = styled(QWidget(self), "notice")
        row = QHBoxLayout(self.offer)
        row.setContentsMargins(2 * GRID, GRID // 2, GRID, GRID // 2)
        row.setSpacing(GRID)
        self.offered = label("", wrap=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(160)
        self.bar.setAccessibleName(tr("Progress of applying the rating tables"))
        self.apply, self.stop = Button(tr("Apply to the library"), self), Button(tr("Stop"), self)
        self.apply.setProperty("role", "primary")
        row.addWidget(self.offered, 1)
        for part in (self.bar, self.stop, self.apply):
            row.addWidget(part)
        return self.offer

    def _body(self) -> QWidget:
        self.tables = QStackedWidget(self)
        self.tables.addWidget(self.use_table)
        self.tables.addWidget(self.rule_table)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.tables)
        splitter.addWidget(self.panel)
        splitter.setSizes([860, 340])
        splitter.setStretchFactor(0, 1)
        return splitter

    def _connect(self) -> None:
        self.what.currentIndexChanged.connect(self.tables.setCurrentIndex)
        self.what.currentIndexChanged.connect(self._row_changed)
        self.search.textChanged.connect(self._show)
        self.apply.clicked.connect(self._apply)
        self.stop.clicked.connect(self._applying.cancel)
        self._jobs.changed.connect(self._progress)
        for table in (self.use_table, self.rule_table):
            table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.panel.rule_asked.connect(self._set_rule)
        self.panel.show_asked.connect(self.show_asked)

    def _ask(self, request: ListRatings | SetRatingRule, *, title: str) -> None:
        self._slot.ask(request, self._loaded, title=title, failed=self.failed.emit, quiet=True)

    def _loaded(self, result: RatingOverview) -> None:
        self._overview = result
        self.words.setText(summary(result))
        self._show()
        self._tell_offer()

    def _show(self) -> None:
        """Show the rows that match the search; the selected rating stays selected."""
        previous = self._chosen_use()
        self.uses = matching_uses(self._overview.uses, self.search.text())
        self.rules = matching_rules(self._overview.rules, self.search.text())
        self.use_model.show_rows([use_row(use) for use in self.uses])
        self.rule_model.show_rows([rule_row(rule) for rule in self.rules])
        if previous is not None:
            row = next((row for row, use in enumerate(self.uses) if use.rating == previous.rating), -1)
            if row >= 0:
                self.use_table.selectRow(row)
        self._row_changed()

    def _chosen_use(self) -> RatingUse | None:
        return self.panel.use if self.tables.currentIndex() == _USES else None

    def _row_changed(self) -> None:
        if self.tables.currentIndex() == _USES:
            row = self.use_table.currentIndex().row()
            self.panel.show_use(self.uses[row] if 0 <= row < len(self.uses) else None)
        else:
            row = self.rule_table.currentIndex().row()
            self.panel.show_rule(self.rules[row] if 0 <= row < len(self.rules) else None)

    def _set_rule(self, rating: str, publisher: str, verdict: str) -> None:
        request = SetRatingRule(library=str(self._requests.library), rating=rating, publisher=publisher, verdict=verdict)
        self._ask(request, title=tr("Saving the rule"))

    def _apply(self) -> None:
        request = ApplyRatings(library=str(self._requests.library))
        self._applying.ask(request, self._done, title=tr("Applying the ratings"), failed=self._not_done)
        self._tell_offer()

    def _progress(self) -> None:
        job = self._applying.job
        if job is not None:
            show_progress(self.bar, job)
            self.offered.setText(job.words())

    def _done(self, result: RatingsApplied) -> None:
        self.applied.emit(applied(result.counts.changed))

    def _not_done(self, failure: Failure) -> None:
        self._tell_offer()
        if failure.code == "cancelled":
            self.offered.setText(tr("Stopped. Every verdict is as it was before."))
        else:
            self.failed.emit(failure)

    def _tell_offer(self) -> None:
        pending_ratings, is_running = pending(self._overview), self._applying.busy
        self.offer.setVisible(bool(pending_ratings) or is_running)
        for part in (self.bar, self.stop):
            part.setVisible(is_running)
        self.apply.setVisible(not is_running)
        if not is_running:
            message = trn(
                "{count} fact-check has another verdict or rule in the library than the rating tables give.",
                "{count} fact-checks have another verdict or rule in the library than the rating tables give.",
                pending_ratings,
            )
            self.offered.setText(f"{message} {tr('Applying them reads no text anew.')}")
