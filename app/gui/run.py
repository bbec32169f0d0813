"""Starts the window. Nothing here or below imports a model, a store or torch: those live in the worker process."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

from PySide6.QtCore import QLibraryInfo, QLocale, QSettings, QTimer, QTranslator
from PySide6.QtWidgets import QApplication

from app import translation
from app.domain.ranked import RankedDocument
from app.gui.excepthook import make_excepthook
from app.gui.icons import program_icon
from app.gui.jobs import Client, Jobs
from app.gui.main_window import ASK, NARRATIVES, MainWindow
from app.gui.preferences import load_preferences
from app.gui.theme import Appearance, Theme
from app.home_folder import protect_home
from app.paths import config_dir
from app.rights import umask
from app.settings import library_folder
from app.tasks.client import TaskClient
from app.worker.launching import options_of

# A thread that reads results or writes a project may hold the interpreter so long (seconds) before the window gets it back. Python's
# own five milliseconds are paid again and again within one repaint.
_TURN = 0.0005


def run_window(
    *,
    library: Path | None = None,
    document: Path | None = None,
    ranked: RankedDocument | None = None,
    question: str = "",
    narratives: bool = False,
    screenshot: Path | None = None,
) -> int:
    """Show the window until it is closed. Opens `document`, or shows `ranked`, which was made elsewhere, or puts `question` to the posts,
    or finds the library's `narratives`. Without `library` the one of PRIORCHECK_LIBRARY or of the settings is used.

    With `screenshot` the window saves a picture of itself there once it has something to show, and ends. Returns the exit code.
    """
    umask.make_files_private()
    protect_home()
    application = make_application()
    preferences = load_preferences()
    settings = preferences.settings
    speak(application, settings.language)
    if settings.notes:  # they were written before their language was known
        preferences = load_preferences()
        settings = preferences.settings
    theme = Theme(application, appearance=Appearance(settings.theme), scale=settings.font_scale)
    client = TaskClient(options_of(settings))
    window = MainWindow(Jobs(cast(Client, client)), theme, preferences, library=library or library_folder(settings))
    client.logged.connect(window.log)
    sys.excepthook = make_excepthook(window.status.say)
    window.show()
    starter = _Starter(window, document, ranked, question, narratives)
    QTimer.singleShot(0, starter.start)
    if screenshot is not None:
        from app.gui.screenshots import save_when_ready

        save_when_ready(window, screenshot)
    return application.exec()


def make_application() -> QApplication:
    """The one application object, named so that the desktop knows it; from now on other threads wait for its own."""
    sys.setswitchinterval(_TURN)
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    # Qt's own dialog for files keeps the folders last looked at in a file of its own, which belongs to nobody else here.
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(config_dir()))
    application.setApplicationName("priorcheck")
    application.setApplicationDisplayName("Priorcheck")
    application.setDesktopFileName("priorcheck")
    application.setWindowIcon(program_icon())
    return application


def speak(application: QApplication, language: str) -> None:
    """Show everything from here on in this language, Qt's own buttons and menus of text fields too; "system" is what the
    computer speaks. English where there is no translation."""
    requested_locale = QLocale.system().name() if language == "system" else language
    language_in_use = translation.use(requested_locale.split("_")[0])
    QLocale.setDefault(QLocale(language_in_use))
    if language_in_use == translation.ENGLISH:
        return
    qt_translator = QTranslator(application)
    if qt_translator.load(f"qtbase_{language_in_use}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(qt_translator)


class _Starter:
    """Steps that run right after the window has appeared."""

    def __init__(self, window: MainWindow, document: Path | None, ranked: RankedDocument | None, question: str, narratives: bool) -> None:
        self._window, self._document, self._ranked, self._question, self._narratives = window, document, ranked, question, narratives

    def start(self) -> None:
        """Start the window and open what the command line named: a ranking or a document, a question, the narratives."""
        if self._ranked is not None:
            self._window.document.requests.show(self._ranked)
        elif self._document is not None:
            self._window.document.open_path(self._document)
        self._window.start()
        if self._question:
            self._window.go(ASK)
            self._window.ask.page.bar.write(self._question)
            self._window.ask.ask(self._question)
        if self._narratives:
            self._window.go(NARRATIVES)
            self._window.narratives.find(then_open=True)
