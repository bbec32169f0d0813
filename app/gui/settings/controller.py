"""Opens the preferences, and makes what is changed in them hold at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app import network
from app.domain.user_data import UserData
from app.errors import InputError
from app.gui.jobs import Failure
from app.gui.model.keymap import Keymap, reserved_keys
from app.gui.model.network_view import UNKNOWN, in_short
from app.gui.model.settings_pages import PAGES
from app.gui.ui_context import UiContext
from app.settings import DECLARED, Kind, Settings, Value, describe_problem, former_encoders
from app.translation import tr
from app.worker.launching import options_of
from app.worker.protocol import ListUserData, ModelChosen, UseModel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.gui.settings.data_page import DataPage
    from app.gui.settings.dialog import PreferencesDialog

KEYBOARD, PRIVACY, DATA = len(PAGES), len(PAGES) + 1, len(PAGES) + 2
_OF_THE_WORKER = frozenset(
    {"device", "threads", "worker_python", "encoder_model", "pair_scorer_model", "stance_model", "stance_languages", "llm_model"}
)
_OF_THE_RANKING = frozenset({"matches_per_sentence", "include_publishers", "exclude_publishers", "my_languages"})


class SettingsController(QObject):
    """`looked` that another appearance or text size was chosen, `moved` that another library was, `reranked` that a ranking
    would come out differently now, `restarted` that the analysis has to load its models anew; `erase_asked` carries the UserData
    that are to be erased."""

    looked = Signal(object)
    moved = Signal(object)
    reranked = Signal()
    restarted = Signal()
    erase_asked = Signal(object)

    def __init__(self, ctx: UiContext, *, page_names: tuple[str, ...]) -> None:
        super().__init__(ctx.window)
        self._ctx, self._reserved = ctx, reserved_keys(page_names)
        self._restart_due = False
        self._listing: int | None = None
        self.dialog: PreferencesDialog | None = None
        self._data: DataPage
        ctx.actions["preferences"].triggered.connect(self._open_first)
        ctx.actions["network"].triggered.connect(self.open_record)
        ctx.jobs.changed.connect(self._restart_if_due)

    def open(self, page: int = 0) -> None:
        """Show the preferences, at this page."""
        if self.dialog is None:
            self.dialog = self._make()
            self.dialog.finished.connect(self._closed)
        self.dialog.show_page(page)
        self.dialog.open()

    def open_record(self) -> None:
        """Show the network record."""
        self.open(PRIVACY)

    def network_in_short(self) -> str:
        """Return the status line's text about the network."""
        try:
            return in_short(network.read(), network.started())
        except OSError:
            return tr(UNKNOWN)

    def enter(self, key: str, value: Value) -> str:
        """Take a value that was entered: what is wrong with it, or nothing once it holds."""
        preferences = self._ctx.preferences
        if DECLARED[key].kind in (Kind.MODEL, Kind.MODEL_FILE) and value:
            self._test(key, str(value))
            return ""
        if problem := describe_problem(DECLARED[key], value):
            return problem
        if value == preferences.settings.values()[key]:
            return ""
        try:
            self._set(key, value)
        except InputError as error:
            return error.message
        preferences.save()
        self._hold(key, preferences.settings)
        return ""

    def take_encoder(self, line: str) -> None:
        """The worker has kept another encoder in the settings: let it hold here, too, and load it."""
        self._ctx.preferences.set("encoder_model", line)
        self._hold("encoder_model", self._ctx.preferences.settings)

    def _open_first(self) -> None:
        self.open()

    def _test(self, key: str, folder: str) -> None:
        """Let the analysis test a folder before it becomes a model."""

        def done(result: ModelChosen) -> None:
            self._set(key, result.line)
            self._hold(key, self._ctx.preferences.settings)
            self._tell(key, "")

        def failed(failure: Failure) -> None:
            self._tell(key, f"{failure.message} {failure.hint}".strip())

        request = UseModel(role=key.removesuffix("_model"), folder=folder)
        self._ctx.jobs.ask(request, title=tr("Testing the model"), done=done, failed=failed)

    def _set(self, key: str, value: Value) -> None:
        """Change a setting; an encoder that is given up is remembered, since it can search the index that it made."""
        preferences = self._ctx.preferences
        if key == "encoder_model":
            preferences.set("former_encoders", former_encoders(preferences.settings, line=str(value)))
        preferences.set(key, value)

    def _tell(self, key: str, problem: str) -> None:
        """Show what is kept of a setting, where its page is open."""
        if self.dialog is not None:
            from app.gui.settings.settings_page import SettingsPage

            page = next(page for page in self.dialog.findChildren(SettingsPage) if key in page.fields)
            page.show_value(key, self._ctx.preferences.settings.values()[key], problem=problem)

    def _make(self) -> PreferencesDialog:
        # Not needed to show the window, and so not loaded before it is.
        from app.gui.settings.data_page import DataPage
        from app.gui.settings.dialog import PreferencesDialog
        from app.gui.settings.keyboard_page import KeyboardPage
        from app.gui.settings.privacy_page import PrivacyPage
        from app.gui.settings.settings_page import SettingsPage

        ctx = self._ctx
        settings = ctx.preferences.settings
        pages: list[tuple[str, QWidget]] = []
        for page_description in PAGES:
            page = SettingsPage(page_description, ctx.theme, self.enter)
            page.show_settings(settings)
            pages.append((tr(page_description.title), page))
        keyboard = KeyboardPage(ctx.theme, ctx.actions.keymap, self._reserved)
        keyboard.changed.connect(self._use_keys)
        self._data = DataPage(ctx.theme)
        self._data.requested.connect(self._list_data)
        self._data.erase_asked.connect(self.erase_asked)
        pages += [(tr("Keyboard"), keyboard), (tr("Privacy"), PrivacyPage(ctx.theme)), (tr("Your data"), self._data)]
        return PreferencesDialog(ctx.theme, pages, settings.notes, ctx.window)

    def show_data_error(self, message: str) -> None:
        """Show on the page of the user's data why nothing was erased."""
        if self.dialog is not None:
            self._data.show_error(message)

    def _list_data(self) -> None:
        """Let the analysis look: there may be a million files."""

        def done(result: UserData) -> None:
            if self.dialog is not None:
                self._data.show_data(result)

        def failed(failure: Failure) -> None:
            self.show_data_error(f"{failure.message} {failure.hint}".strip())

        self._ctx.jobs.drop(self._listing)
        self._listing = self._ctx.jobs.ask(ListUserData(), title=tr("Looking for your data"), done=done, failed=failed, quiet=True)

    def _closed(self) -> None:
        self.dialog = None

    def _use_keys(self, keymap: Keymap) -> None:
        self._ctx.preferences.set("shortcuts", keymap.lines())
        self._ctx.preferences.save()
        self._ctx.actions.use(keymap)

    def _hold(self, key: str, settings: Settings) -> None:
        effects: dict[str, Callable[[], None]] = {
            "theme": partial(self.looked.emit, settings),
            "font_scale": partial(self.looked.emit, settings),
            "library": partial(self.moved.emit, settings.library),
        }
        if key in effects:
            effects[key]()
        elif key in _OF_THE_RANKING:
            self.reranked.emit()
        elif key in _OF_THE_WORKER:
            self._restart_due = True
            self._restart_if_due()

    def _restart_if_due(self) -> None:
        """Start the analysis anew once nothing is running that would be lost."""
        if self._restart_due and self._ctx.jobs.idle:
            self._restart_due = False
            self._ctx.jobs.configure(options_of(self._ctx.preferences.settings))
            self.restarted.emit()
