"""Every model and library of the program with its licence, and the text of the chosen one."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QDialog, QDialogButtonBox, QPlainTextEdit, QSplitter, QTreeWidget, QTreeWidgetItem, QWidget

from app.gui.model.licences import Component, components
from app.gui.theme import Theme
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.translation import mark, tr

_TOLD = mark(
    "Priorcheck is free software under the GNU Affero General Public License. It stands on the work of others; these are their terms."
)
_SIZE = QSize(980, 620)
_WIDTHS = (260, 110)


class LicencesDialog(QDialog):
    """A list on the left, the text of its chosen line on the right; the first line is chosen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Licences"))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=2 * GRID)
        layout.addWidget(label(tr(_TOLD), wrap=True))
        self._components = components()
        self.list, self.text = self._list(), self._text(theme)
        parts = QSplitter(Qt.Orientation.Horizontal, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.list)
        parts.addWidget(self.text)
        parts.setStretchFactor(1, 1)
        parts.setSizes([_SIZE.width() // 2, _SIZE.width() // 2])
        layout.addWidget(parts, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.list.currentItemChanged.connect(self._chosen)
        self.list.setCurrentIndex(self.list.model().index(0, 0))
        resize_dialog(self, _SIZE)
        self.list.setFocus()

    def _list(self) -> QTreeWidget:
        tree = QTreeWidget(self)
        tree.setAccessibleName(tr("Models and libraries"))
        tree.setHeaderLabels([tr("Part"), tr("Version"), tr("Licence")])
        tree.setRootIsDecorated(False)
        tree.setUniformRowHeights(True)
        tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        for index, component in enumerate(self._components):
            item = QTreeWidgetItem([component.name, component.version, component.licence])
            item.setData(0, Qt.ItemDataRole.UserRole, index)
            for section in range(3):
                item.setToolTip(section, item.text(section))
            tree.addTopLevelItem(item)
        for section, width in enumerate(_WIDTHS):
            tree.setColumnWidth(section, width)
        return tree

    def _text(self, theme: Theme) -> QPlainTextEdit:
        text_view = QPlainTextEdit(self)
        text_view.setAccessibleName(tr("Text of the licence"))
        text_view.setReadOnly(True)
        text_view.setTabChangesFocus(True)
        text_view.setFont(theme.font(step=-1))
        return text_view

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.text.setPlainText(self.component(item).text())

    def component(self, item: QTreeWidgetItem) -> Component:
        """Return the component of a line of the list."""
        return self._components[int(item.data(0, Qt.ItemDataRole.UserRole))]
