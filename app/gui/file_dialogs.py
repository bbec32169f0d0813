"""The system's file dialogs, each of which begins in the folder that was last used for the same purpose."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


class Purpose(StrEnum):
    """Purpose of a chosen file; each has its own last folder."""

    DOCUMENT = "document"
    FACTCHECKS = "factchecks"
    POSTS = "posts"
    EVIDENCE = "evidence"
    SOURCES = "sources"
    AVERITEC = "averitec"
    PROJECT = "project"
    GOLD = "gold"
    REPORT = "report"
    LOGO = "logo"
    LIBRARY = "library"
    MODEL = "model"


class _LastFolders:
    """Last folder of each purpose; a dictionary of the window's stored state once `remember_in` was called."""

    def __init__(self) -> None:
        self.folders: dict[str, str] = {}

    def of(self, purpose: Purpose, default: str = "") -> str:
        """Return the last folder that still exists, else the default, else the user's home."""
        folder = self.folders.get(purpose, "")
        return folder if folder and Path(folder).is_dir() else default or str(Path.home())

    def remember(self, purpose: Purpose, folder: Path) -> None:
        """Begin in this folder the next time."""
        self.folders[purpose] = str(folder)


_last = _LastFolders()


def remember_in(folders: dict[str, str]) -> None:
    """Read the last folders from this dictionary and keep later ones in it."""
    _last.folders = folders


def last_folder(purpose: Purpose, default: str = "") -> str:
    """Return the folder in which a dialog for this purpose begins."""
    return _last.of(purpose, default)


def choose_file(parent: QWidget, purpose: Purpose, title: str, kinds: str = "", *, start: str = "") -> Path | None:
    """Ask for a file; None when the dialog was closed. It begins at `start`, a file or folder, where that is given."""
    name, _ = QFileDialog.getOpenFileName(parent, title, start or _last.of(purpose), kinds)
    return _remembered(purpose, name)


def choose_files(parent: QWidget, purpose: Purpose, title: str, kinds: str) -> tuple[Path, ...]:
    """Ask for files; empty when the dialog was closed."""
    names, _ = QFileDialog.getOpenFileNames(parent, title, _last.of(purpose), kinds)
    if names:
        _remembered(purpose, names[0])
    return tuple(Path(name) for name in names)


def choose_folder(parent: QWidget, purpose: Purpose, title: str, *, start: str = "") -> Path | None:
    """Ask for a folder; None when the dialog was closed. The next time it begins in the folder that holds the chosen one."""
    name = QFileDialog.getExistingDirectory(parent, title, start or _last.of(purpose))
    return _remembered(purpose, name)


def choose_target(parent: QWidget, purpose: Purpose, title: str, name: str, kinds: str) -> tuple[str, str]:
    """Ask where to write, `name` being the file's name or whole path that is proposed; return the path as it was typed, "" when the
    dialog was closed, and the chosen kind of file."""
    start = name if Path(name).is_absolute() else str(Path(_last.of(purpose)) / name)
    typed, kind = QFileDialog.getSaveFileName(parent, title, start, kinds)
    _remembered(purpose, typed)
    return typed, kind


def _remembered(purpose: Purpose, name: str) -> Path | None:
    if not name:
        return None
    _last.remember(purpose, Path(name).parent)
    return Path(name)
