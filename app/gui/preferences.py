"""Preferences that the window remembers between runs. The settings (`app.settings`) hold theme, text size, recent files and the
library; `window.json` beside them holds geometry and splitters, which mean nothing to a person. It is written atomically, and a
broken
file costs only its broken parts.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from app.decoding import JSON_ERRORS
from app.domain.options import MatchOptions
from app.errors import PriorcheckError
from app.file_replacement import replace_file
from app.paths import config_dir, resources_dir
from app.settings import Settings, default_settings, load_settings, save_settings


@dataclass(slots=True)
class WindowState:
    """Qt's own state of the window and its splitters, base64; what was last used from the palette; what was chosen for the last report;
    the questions asked last, and whether the language model is to look for answers to them; the folder used last for each purpose; how
    wide columns are, or that they are hidden; the reader's names and tones for libraries, by folder."""

    geometry: str = ""
    splitters: dict[str, str] = field(default_factory=dict)
    palette: tuple[str, ...] = ()
    export: dict[str, str] = field(default_factory=dict)
    questions: tuple[str, ...] = ()
    llm_answers: bool = False
    folders: dict[str, str] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)
    library_names: dict[str, str] = field(default_factory=dict)
    library_tones: dict[str, str] = field(default_factory=dict)

    @property
    def with_record(self) -> bool:
        """Return whether an export comes with a record of how it was made, as last chosen for a report."""
        return self.export.get("record") == "yes"


class Preferences:
    """Settings and window state together; changes are kept in memory until `save`."""

    def __init__(self, settings: Settings | None = None, state: WindowState | None = None) -> None:
        self.settings = settings or default_settings()
        self.state = state or WindowState()
        self._changed: set[str] = set()

    def set(self, key: str, value: object) -> None:
        """Change one setting. Raises InputError when the value does not fit."""
        self.settings = self.settings.with_value(key, value)
        self._changed.add(key)

    def add_recent(self, path: Path) -> None:
        """Put a document first among the recent ones."""
        self.settings = self.settings.with_recent(path)
        self._changed.add("recent_files")

    def add_recent_library(self, folder: Path) -> None:
        """Put a library first among the recent ones."""
        self.settings = self.settings.with_recent_library(folder)
        self._changed.add("recent_libraries")

    def recent_folder(self) -> str:
        """Return the folder of the user's last document, for the next dialog, else the home folder. The demo's folder does not
        count: it
        lies in the program's folder, where no files of the user belong.
        """
        folders = (Path(path).parent for path in self.settings.recent_files)
        program_folder = resources_dir().resolve()
        return str(
            next((folder for folder in folders if folder.is_dir() and not folder.resolve().is_relative_to(program_folder)), Path.home())
        )

    def match_options(self) -> MatchOptions:
        """The options of ranking that the user set once for all documents."""
        settings = self.settings
        return MatchOptions(
            top=settings.matches_per_sentence,
            include_publishers=settings.include_publishers,
            exclude_publishers=settings.exclude_publishers,
        )

    def save(self) -> None:
        """Write both files. A window that cannot remember its place still closes: failures are passed over.

        Only what was changed here goes into the settings: the command line, or a second window, may have changed the rest.
        """
        with contextlib.suppress(PriorcheckError):
            changed_settings = {key: getattr(self.settings, key) for key in self._changed}
            save_settings(replace(_loaded(), **changed_settings))
        _write_state(self.state)


def state_file() -> Path:
    """Return the path of the file with geometry and splitters."""
    return config_dir() / "window.json"


def load_preferences() -> Preferences:
    """Load the stored preferences, with defaults for missing or broken parts."""
    return Preferences(_loaded(), _read_state())


def _loaded() -> Settings:
    try:
        return load_settings()
    except PriorcheckError:
        return default_settings()


def _read_state() -> WindowState:
    try:
        stored = json.loads(state_file().read_text(encoding="utf-8"))
    except (OSError, *JSON_ERRORS):
        return WindowState()
    state = WindowState()
    if not isinstance(stored, dict):
        return state
    if isinstance(stored.get("geometry"), str):
        state.geometry = stored["geometry"]
    state.llm_answers = stored.get("llm_answers") is True
    for name in ("splitters", "export", "folders", "columns", "library_names", "library_tones"):
        if isinstance(stored.get(name), dict):
            setattr(state, name, {str(key): text for key, text in stored[name].items() if isinstance(text, str)})
    for name in ("palette", "questions"):
        if isinstance(stored.get(name), list):
            setattr(state, name, tuple(text for text in stored[name] if isinstance(text, str)))
    return state


def _write_state(state: WindowState) -> None:
    target = state_file()
    with contextlib.suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        replace_file(target, json.dumps(asdict(state)).encode())
