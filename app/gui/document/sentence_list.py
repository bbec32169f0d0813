"""The list of sentences: an adapter over `DocumentView` and the list that shows it."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.gui.keys import TypedSearch
from app.gui.model.document_view import DocumentView
from app.gui.model.labels import tip
from app.gui.model.sentence_row import SentenceRow
from app.gui.widgets.row_list import Index, prepare_row_list
from app.translation import tr

RowRole = Qt.ItemDataRole.UserRole


class SentenceModel(QStringListModel):
    """The view's visible sentences, in its order; `refresh` after the view changed.

    Qt's own model only counts the rows, in C++: a list asks for their number tens of thousands of times when it is laid out.
    """

    def __init__(self, view: DocumentView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._visible: list[int] = []
        self._places: dict[int, int] = {}
        self.refresh()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self._visible):
            return None
        row = self._view.row(self._visible[index.row()])
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.spoken
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return tip(row.why)
        return row if role == RowRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable if index.isValid() else Qt.ItemFlag.NoItemFlags

    def refresh(self) -> None:
        """Take over what the view shows now."""
        self._visible = list(self._view.visible)
        self._places = {index: list_row for list_row, index in enumerate(self._visible)}
        self.setStringList([""] * len(self._visible))

    def sentence(self, list_row: int) -> int | None:
        """The sentence index at a list row."""
        return self._visible[list_row] if 0 <= list_row < len(self._visible) else None

    def place(self, sentence: int) -> int | None:
        """The list row of a sentence index, or None when it is not shown."""
        return self._places.get(sentence)


class SentenceList(TypedSearch, QListView):
    """Rows of one height, painted by a delegate. `chosen` carries a sentence index, `touched` that the reader scrolled."""

    item_selected = Signal(int)
    touched = Signal()

    def __init__(self, model: SentenceModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentences = model
        self._held: tuple[int | None, int] = (None, 0)
        self.setModel(model)
        self.setAccessibleName(tr("Sentences"))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        prepare_row_list(self)
        self.verticalScrollBar().actionTriggered.connect(self.touched)  # wheel, keys and mouse; not what the program scrolls

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802
        """Tell which sentence the reader chose (a reset of the model is not the reader's doing)."""
        super().currentChanged(current, previous)
        index = self._sentences.sentence(current.row()) if current.isValid() else None
        if index is not None and not self.signalsBlocked():
            self.item_selected.emit(index)

    def show_rows(self, selected: int | None, *, keep: bool) -> None:
        """Show the view's rows anew; with `keep`, the selected sentence (else the topmost one) stays where it was."""
        anchor, offset = self._anchor(selected) if keep else (None, 0)
        self.blockSignals(True)
        self._sentences.refresh()
        self.blockSignals(False)
        self.select_sentence(selected, scroll=not keep)
        self._stand(anchor, offset)

    def hold(self) -> None:
        """Remember where the chosen sentence stands (else the topmost one), before the rows are of another height."""
        current = self.currentIndex()
        self._held = self._anchor(self._sentences.sentence(current.row()) if current.isValid() else None)

    def stand_as_before(self) -> None:
        """Scroll to what was held."""
        self._stand(*self._held)

    def select_sentence(self, selected: int | None, *, scroll: bool = True) -> None:
        """Make a sentence the current one without announcing it as the reader's choice."""
        list_row = self._place(selected)
        index = self._sentences.index(list_row) if list_row is not None else QModelIndex()
        self.blockSignals(True)
        if list_row is None:
            self.setCurrentIndex(index)  # also tells Qt not to choose the first row by itself when the focus comes
            self.clearSelection()
        elif index != self.currentIndex() or not self.selectionModel().isSelected(index):  # a wider selection with it in it stays
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.blockSignals(False)
        if list_row is not None and scroll:
            self.scrollTo(index)
        self.viewport().update()

    def selected_sentences(self) -> list[int]:
        """The indexes of all chosen sentences, in the order of the list."""
        list_rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return [index for list_row in list_rows if (index := self._sentences.sentence(list_row)) is not None]

    def current_row(self) -> SentenceRow | None:
        """The row under the cursor."""
        row = self.currentIndex().data(RowRole)
        return row if isinstance(row, SentenceRow) else None

    def _anchor(self, selected: int | None) -> tuple[int | None, int]:
        list_row = self._place(selected)
        index = self._sentences.index(list_row) if list_row is not None else QModelIndex()
        if not index.isValid() or not self.visualRect(index).intersects(self.viewport().rect()):
            index = self.indexAt(self.viewport().rect().topLeft())
        sentence = self._sentences.sentence(index.row()) if index.isValid() else None
        return sentence, self.visualRect(index).top()

    def _stand(self, sentence: int | None, top: int) -> None:
        """Scroll until a sentence's row begins there."""
        list_row = self._place(sentence)
        if list_row is not None:
            self.doItemsLayout()
            current_top = self.visualRect(self._sentences.index(list_row)).top()
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + current_top - top)

    def _place(self, sentence: int | None) -> int | None:
        if sentence is None:
            return None
        return self._sentences.place(sentence)
