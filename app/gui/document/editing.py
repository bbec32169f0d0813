"""The reader's hands on the sentences: merge, split, correct, say who speaks. Makes the edit and tells of it; shows nothing itself."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.domain.document import Document
from app.domain.sentence_edits import Edited, merge, rename_speaker, retext, set_language, set_speaker, split, word_cut
from app.errors import InputError
from app.gui.document.document_pane import DocumentPane
from app.gui.document.sentence_dialogs import SpeakerDialog, TextDialog
from app.gui.model.document_view import DocumentView
from app.gui.model.edit_labels import corrected, in_language, merged, renamed, split_up, spoken
from app.gui.theme import Theme
from app.gui.widgets.language_dialog import LanguageDialog
from app.gui.widgets.menu import Menu
from app.translation import mark, number, tr

_NO_PLACE = mark("The cursor is not inside the chosen sentence.")
_PUT_IT = mark("Click in the text where the sentence should be cut, then press Ctrl+Return.")


class SentenceEditor(QObject):
    """`edited` carries what was done, in words, and an Edited; `refused` what is in the way and what to do.

    What is marked with the mouse in the text is what an edit is about, else the chosen sentence.
    """

    edited = Signal(str, object)
    refused = Signal(str, str)

    def __init__(self, view: DocumentView, pane: DocumentPane, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._view, self._pane, self._theme, self._parent = view, pane, theme, parent
        self._actions: tuple[QAction, ...] = ()
        pane.menu_asked.connect(self._show_menu)

    def offer(self, actions: tuple[QAction, ...]) -> None:
        """The actions of the context menu; each calls one of the methods below."""
        self._actions = actions

    def merge(self) -> None:
        """The marked sentences become one, else the chosen one and the next."""
        document, (first, last) = self._view.document, self._range()
        if document is not None and first is not None and last is not None:
            last = max(last, first + 1)
            if last < len(document.sentences):
                self._do(document, merged(first, last), lambda: merge(document, first, last))
            else:
                self.refused.emit(tr("No sentence follows this one."), tr("Choose a sentence that another one follows."))

    def split(self) -> None:
        """The chosen sentence becomes two at the text cursor; a cursor inside a word counts for the nearer end of the word."""
        document, row = self._view.document, self._view.current
        if document is None or row is None:
            return
        sentence, point = row.sentence, self._pane.cursor_point()
        if sentence.start < point < sentence.end:
            cut = word_cut(sentence.text, point - sentence.start)
            self._do(document, split_up(sentence.index), lambda: split(document, sentence.index, cut))
        else:
            self.refused.emit(tr(_NO_PLACE), tr(_PUT_IT))

    def edit_text(self) -> None:
        """Ask for other words for the chosen sentence."""
        document, row = self._view.document, self._view.current
        if document is None or row is None:
            return
        index = row.sentence.index
        dialog = TextDialog(index + 1, row.sentence.text, self._theme, self._parent)
        dialog.accepted.connect(lambda: self._do(document, corrected(index), lambda: retext(document, index, dialog.text)))
        dialog.open_at(self._beside(row.sentence.end))

    def speaker(self) -> None:
        """Ask who says the marked sentences, else the chosen one."""
        document, (first, last) = self._view.document, self._range()
        if document is None or first is None or last is None:
            return
        indexes = range(first, last + 1)
        name, sentence_counts = document.sentences[first].speaker, dict(self._view.speakers())
        title = tr("Speaker of sentences {first} to {last}", first=number(first + 1), last=number(last + 1))
        if first == last:
            title = tr("Speaker of sentence {number}", number=number(first + 1))
        dialog = SpeakerDialog(title, speaker=name, sentence_counts=sentence_counts, theme=self._theme, parent=self._parent)
        dialog.accepted.connect(lambda: self._speak(document, indexes, name, dialog))
        dialog.open_at(self._beside(document.sentences[last].end))

    def language(self) -> None:
        """Ask which language the marked sentences are in, else the chosen one; or the whole document."""
        document, (first, last) = self._view.document, self._range()
        if document is None or first is None or last is None:
            return
        title = tr("Language of sentences {first} to {last}", first=number(first + 1), last=number(last + 1))
        if first == last:
            title = tr("Language of sentence {number}", number=number(first + 1))
        dialog = LanguageDialog(
            title,
            code=document.language_of(document.sentences[first]),
            note=tr("Stance and check-worthiness are judged where their models read the language."),
            unknown=False,
            everywhere=tr("All sentences of the document"),
            theme=self._theme,
            parent=self._parent,
        )
        dialog.accepted.connect(lambda: self._told_language(document, range(first, last + 1), dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _told_language(self, document: Document, indexes: range, dialog: LanguageDialog) -> None:
        code = dialog.code
        edited_indexes = range(len(document.sentences)) if dialog.everywhere.isChecked() else indexes
        self._do(document, in_language(edited_indexes, code), lambda: set_language(document, edited_indexes, code))

    def _speak(self, document: Document, indexes: range, before: str, dialog: SpeakerDialog) -> None:
        name = " ".join(dialog.name.split())
        if dialog.everywhere.isChecked():
            self._do(document, renamed(before, name), lambda: rename_speaker(document, before, name))
        else:
            self._do(document, spoken(indexes, name), lambda: set_speaker(document, indexes, name))

    def _do(self, document: Document, description: str, edit: Callable[[], Edited]) -> None:
        """Tell of an edit of this document, unless it changes nothing or another document is open by now."""
        if document is not self._view.document:
            return
        try:
            edited = edit()
        except InputError as error:
            self.refused.emit(error.message, error.hint)
            return
        if edited.document is not document:
            self.edited.emit(description, edited)

    def _range(self) -> tuple[int | None, int | None]:
        """First and last of the marked sentences, else the chosen one twice."""
        start, end = self._pane.marked()
        marked = self._view.sentences_between(start, end) if end > start else []
        if marked:
            return marked[0].index, marked[-1].index
        return self._view.selected, self._view.selected

    def _beside(self, offset: int) -> QPoint:
        line_rect = self._pane.top_of(offset)
        viewport_rect = self._pane.viewport().rect()
        position = QPoint(viewport_rect.left(), max(viewport_rect.top(), min(line_rect.bottom() + 4, viewport_rect.bottom())))
        return self._pane.viewport().mapToGlobal(position)

    def _show_menu(self, position: QPoint) -> None:
        menu = Menu(self._parent)
        menu.addActions(list(self._actions))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(position)
