"""Switching between libraries: recent ones, another, a new one, the demo; what each is called in the status line."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from app.demo_paths import demo_library
from app.gui.file_dialogs import Purpose, choose_folder, choose_target, last_folder
from app.gui.library.menu import LibraryMenu
from app.gui.library.name_dialog import NameDialog
from app.gui.library_requests import LibraryRequests
from app.gui.model.colours import Tone
from app.gui.model.library_name import is_demo, library_name, same_library
from app.gui.ui_context import UiContext
from app.gui.widgets.question import agreed
from app.gui.widgets.status_line import StatusLine
from app.paths import default_library
from app.translation import tr

_DOT = 10


class LibrarySwitching(QObject):
    """`library_chosen` carries the folder of the library to open; `demo_removed` tells that the demo's files are being removed;
    `message_sent` is for the status line."""

    library_chosen = Signal(object)
    demo_removed = Signal()
    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, requests: LibraryRequests, status: StatusLine) -> None:
        super().__init__(ctx.window)
        self._ctx, self._requests, self._status = ctx, requests, status
        self._removing = False
        self.dialog: NameDialog | None = None
        self.menu = LibraryMenu(ctx.actions, requests.load_demo_action, ctx.window)
        self.menu.library_chosen.connect(self.library_chosen)
        status.library_asked.connect(self._open_menu)
        actions = ctx.actions
        actions["library"].triggered.connect(self._choose)
        actions["new_library"].triggered.connect(self._create)
        actions["name_library"].triggered.connect(self.ask_name)
        actions["remove_demo"].triggered.connect(self.remove_demo)
        ctx.theme.changed.connect(self.show)
        self.show()

    def show(self) -> None:
        """Show the open library's name and the recent ones."""
        library = self._requests.library
        name, icon = self.look(library)
        self._status.name_library(name, icon=icon, folder=str(library))
        self.menu.show_libraries(self.recent(), library, self.look)
        self._ctx.actions["remove_demo"].setEnabled(demo_library().is_dir())

    def recent(self) -> list[Path]:
        """Return the open library and the recent ones that still exist, without repeats."""
        current = self._requests.library
        other_folders = [Path(name) for name in self._ctx.preferences.settings.recent_libraries]
        existing = [folder for folder in other_folders if folder.is_dir() and not same_library(folder, current)]
        return [current, *dict.fromkeys(existing)]

    def look(self, library: Path) -> tuple[str, QIcon]:
        """Return a library's name and its dot."""
        state = self._ctx.preferences.state
        default_tone = Tone.ORANGE if is_demo(library) else Tone.GREY
        stored_tone = state.library_tones.get(str(library), "")
        tone = Tone(stored_tone) if stored_tone in set(Tone) else default_tone
        return library_name(library, state.library_names), dot_icon(self._ctx.theme.tone(tone))

    def ask_name(self) -> None:
        """Ask for the name and the colour of the open library."""
        library, state = self._requests.library, self._ctx.preferences.state
        name = library_name(library, state.library_names)
        tone = state.library_tones.get(str(library), Tone.GREY)
        self.dialog = NameDialog(name, tone, {tone: dot_icon(self._ctx.theme.tone(tone)) for tone in Tone}, self._ctx.window)
        self.dialog.submitted.connect(self._name)
        self.dialog.open()

    def remove_demo(self) -> None:
        """Remove the demo's library and reviews, after asking; the user's own library is opened first where the demo is open."""
        about = tr("The demo's fact-checks, posts and evidence go, and the decisions about its debate. Your own libraries stay.")
        if not agreed(self._ctx.window, tr("Remove the demo"), tr("Remove the demo?"), about=about, yes=tr("Remove"), destroys=True):
            return
        self._removing = True
        if is_demo(self._requests.library):
            self.library_chosen.emit(self._own_library())
        else:
            self.settled()

    def settled(self) -> None:
        """The library that was chosen is open, or there is none: the demo's can be removed now if that was asked."""
        self._ctx.actions["remove_demo"].setEnabled(demo_library().is_dir())
        if not self._removing or is_demo(self._requests.library):
            return
        self._removing = False
        # Imported late: the window starts without it.
        from app.services.user_data import erase_demo

        self.demo_removed.emit()
        reason = erase_demo()
        self.message_sent.emit(
            tr("A part of the demo could not be removed: {reason}", reason=reason) if reason else tr("The demo was removed.")
        )
        self.show()

    def _own_library(self) -> Path:
        return next((folder for folder in self.recent() if not is_demo(folder)), default_library())

    def _name(self, name: str, tone: str) -> None:
        library, state = str(self._requests.library), self._ctx.preferences.state
        state.library_names[library], state.library_tones[library] = name, tone
        self._ctx.preferences.save()
        self.show()
        self._requests.describe()

    def _open_menu(self) -> None:
        self.menu.show_libraries(self.recent(), self._requests.library, self.look)  # folders may have gone since
        self.menu.open_above(self._status.library)

    def _choose(self) -> None:
        start = last_folder(Purpose.LIBRARY, str(self._requests.library.parent))
        folder = choose_folder(self._ctx.window, Purpose.LIBRARY, tr("Choose a library folder"), start=start)
        if folder is not None:
            self.library_chosen.emit(folder)

    def _create(self) -> None:
        start = str(self._requests.library.parent / tr("New library"))
        name, _ = choose_target(self._ctx.window, Purpose.LIBRARY, tr("New library"), start, tr("Folders ({patterns})", patterns="*"))
        if not name:
            return
        try:
            Path(name).mkdir(parents=True)
        except OSError as error:
            self.message_sent.emit(tr("The folder {folder} cannot be made ({reason}).", folder=name, reason=error.strerror))
            return
        self.library_chosen.emit(Path(name))


def dot_icon(colour: QColor) -> QIcon:
    """Return a dot of this colour."""
    pixmap = QPixmap(2 * _DOT, 2 * _DOT)
    pixmap.setDevicePixelRatio(2.0)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(1, 1, _DOT - 2, _DOT - 2)
    painter.end()
    return QIcon(pixmap)
