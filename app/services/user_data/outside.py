"""Data outside the home that exists because of the program: always listed, and erased only where it belongs to no other program."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from app import paths
from app.domain.project import SUFFIX
from app.domain.user_data import DataKind, Fate
from app.errors import PriorcheckError
from app.settings import Settings, library_folder, user_models
from app.translation import mark

OutsideItem = tuple[DataKind, Path, Fate, str]
_TELEMETRY = mark(
    "written by ONNX Runtime for older versions of Priorcheck, or another program that uses it: an identifier of this computer and a "
    "queue of usage events"
)
_QT = mark("may name folders of documents that were opened; it belongs to all programs made with Qt")
_RECENT = mark("may name documents that were opened; it belongs to the desktop, which can clear it")
_YOURS = mark("outside Priorcheck's own folders: delete it yourself if you want it gone")


def outside_items(settings: Settings) -> Iterator[OutsideItem]:
    """List such data: kind, path, whether it is erased, and a note. A library, project or model that the user stores elsewhere stays:
    others may work with it."""
    for folder in _telemetry_folders():
        if folder.is_dir() and not folder.is_symlink():
            yield DataKind.LEFTOVER, folder, Fate.NAMED, _TELEMETRY
    for log in sorted(Path(tempfile.gettempdir()).glob("priorcheck-error-*.log")):
        if _is_mine(log):
            yield DataKind.LOG, log, Fate.NAMED, ""
    for kind, path in _from_settings(settings):
        if path.exists() and not paths.at_home(path):
            yield kind, path, Fate.LEFT, _YOURS
    for path, note in _desktop_lists():
        if path.is_file():
            yield DataKind.DESKTOP, path, Fate.LEFT, note


def telemetry_parents(folder: Path) -> tuple[Path, ...]:
    """Return the folders that were created above a telemetry folder, to be removed if they are empty."""
    return folder.parent, folder.parent.parent


def _telemetry_folders() -> tuple[Path, ...]:
    below = Path("Microsoft") / "DeveloperTools" / ".onnxruntime"
    if sys.platform == "darwin":
        return (Path.home() / "Library" / "Application Support" / below,)
    return (Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / below,)


def _from_settings(settings: Settings) -> Iterator[tuple[DataKind, Path]]:
    yield from ((DataKind.LIBRARY, folder) for folder in dict.fromkeys(_libraries(settings)))
    try:
        for model in user_models(settings).values():
            yield DataKind.MODEL, model.folder
    except PriorcheckError:
        pass  # a line of the settings that names no model
    for name in settings.recent_files:
        if name.endswith(SUFFIX):
            yield DataKind.PROJECT, Path(name)


def _libraries(settings: Settings) -> tuple[Path, ...]:
    return (Path(settings.library), library_folder(settings), *map(Path, settings.recent_libraries))


def _desktop_lists() -> Iterator[tuple[Path, str]]:
    if sys.platform != "linux":
        return
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    yield config / "QtProject.conf", _QT
    recent = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "recently-used.xbel"
    if _mentions_us(recent):
        yield recent, _RECENT


def _mentions_us(path: Path) -> bool:
    try:
        return b"priorcheck" in path.read_bytes().lower()
    except OSError:
        return False


def _is_mine(path: Path) -> bool:
    try:
        return not path.is_symlink() and path.is_file() and (os.name != "posix" or path.stat().st_uid == os.geteuid())
    except OSError:
        return False
