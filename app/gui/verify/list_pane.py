"""The left of the page: the verifications of the library, a search among them, and new ones."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain.stored_verification import VerificationSummary
from app.gui.icons import Icons
from app.gui.keys import focus_shortcut
from app.gui.model.labels import one_line
from app.gui.model.verify_words import summary_line, veracity_badge
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.menu_button import MenuButton
from app.gui.widgets.row_list import ListRow, Paragraph, RowList
from app.gui.widgets.search_field import SearchField
from app.translation import tr, trn


class ListPane(QWidget):
    """List of verifications. `chosen` carries the id of one, `searched` the search text; `delete_asked` concerns the open one."""

    item_selected = Signal(str)
    searched = Signal(str)
    new_asked = Signal()
    delete_asked = Signal()
    file_asked = Signal()

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        layout = column(self)
        layout.addWidget(self._bar())
        self.list = RowList(theme, icons, tr("Verifications"), self)
        self.list.setUniformItemSizes(True)
        self.list.item_selected.connect(self._chosen)
        self.model = self.list.rows
        layout.addWidget(self.list, 1)
        self.count = label("", font=theme.font(step=-1), muted=True, wrap=True)
        self.count.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        layout.addWidget(self.count)
        self._theme = theme
        theme.changed.connect(self._restyle)
        focus_shortcut(self.list, self.search.setFocus, "/")
        focus_shortcut(self.search, self.list.setFocus, "Down")

    def _restyle(self) -> None:
        self.count.setFont(self._theme.font(step=-1))

    def show_rows(self, rows: Sequence[VerificationSummary], open_id: str, total: int) -> None:
        """Show these summaries of `total`, with the open one selected."""
        self.delete.setEnabled(self.list.show_rows([_row(summary) for summary in rows], open_id))
        count_text = trn("{count} verification", "{count} verifications", total)
        self.count.setText(count_text if len(rows) == total else trn("{count} found", "{count} found", len(rows)))

    def _bar(self) -> QWidget:
        bar = styled(QWidget(self), "header")
        layout = column(bar, margins=(GRID, GRID, GRID, GRID), spacing=GRID)
        strip = QWidget(bar)
        flow = FlowLayout(strip, spacing=GRID // 2)
        self.new = Button(tr("New"), bar)
        self.new.setProperty("role", "primary")
        self.new.setToolTip(tr("Verify a claim"))
        self.new.clicked.connect(self.new_asked)
        self.delete = Button(tr("Delete"), bar)
        self.delete.setToolTip(tr("Delete the chosen verification; it can be taken back"))
        self.delete.clicked.connect(self.delete_asked)
        self.more = MenuButton(tr("More"), bar, name=tr("More about verifications"))
        self.more.entries.addAction(tr("Open an AVeriTeC file…")).triggered.connect(self.file_asked)
        for part in (self.new, self.delete, self.more):
            flow.addWidget(part)
        layout.addWidget(strip)
        self.search = SearchField(bar)
        self.search.setPlaceholderText(tr("Search claims and speakers"))
        self.search.setAccessibleName(tr("Search the verifications"))
        self.search.setAcceptDrops(False)
        self.search.textChanged.connect(self.searched)
        layout.addWidget(self.search)
        return bar

    def _chosen(self, name: str) -> None:
        self.delete.setEnabled(True)
        self.item_selected.emit(name)


def _row(summary: VerificationSummary) -> ListRow:
    """The claim on two lines, below it label and day."""
    claim, facts = one_line(summary.claim), summary_line(summary)
    text = claim or tr("No claim yet")
    return ListRow(
        key=summary.id,
        paragraphs=(Paragraph(text, lines=2, colour="text" if claim else "muted"),),
        badges=((facts, veracity_badge(summary.label)),),
        spoken=f"{text}. {facts}",
        tip=text,
    )
