"""Erases everything that the program stores about its user, and nothing else."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from app import paths
from app.demo_paths import demo_library, demo_projects_dir
from app.domain.user_data import DataKind, Erased, UserData
from app.errors import InputError
from app.file_lock import is_locked
from app.home_folder import home_lock_file, lock_home_alone
from app.services.user_data.home import home_items, lock_files, other_files, removable_parts
from app.services.user_data.outside import telemetry_parents
from app.translation import mark, tr

_OTHER_FILES = mark("files in it are not Priorcheck's, and stay")


def erase_demo() -> str:
    """Remove the demo's library with the reviews of its debate. Return why a part of it is still there, "" where nothing is."""
    library = demo_library()
    reasons = [reason for part in removable_parts(DataKind.DEMO_LIBRARY, library) if (reason := _remove(part))]
    _remove_empty(demo_projects_dir(), library)
    return reasons[0] if reasons else tr(_OTHER_FILES) if _still_there(library) else ""


def _close_nothing() -> None:
    """Do nothing: for callers without open files."""


def erase_alone(data: UserData, *, close: Callable[[], None] = _close_nothing) -> Erased:
    """Erase the user's data while no other Priorcheck uses the home.

    `close` is called once the home is locked; it closes the files that the caller has open there. Raises InputError `data-in-use` and
    `data-unwritable`, before anything is closed or removed.
    """
    try:
        lock = lock_home_alone()
    except OSError as error:
        message = tr("The folder {folder} cannot be changed ({reason}).", folder=paths.data_dir(), reason=error.strerror)
        raise InputError("data-unwritable", message, hint=tr("Make it writable; nothing was erased.")) from error
    if lock is None:
        raise _in_use()
    try:
        # An older version locks only the libraries that it changes, not the home.
        _check_locks(data)
        close()
        erased = _erase(data)
        if os.name == "posix":
            _remove_home()
    finally:
        lock.release()
    if os.name != "posix":  # where an open file cannot be removed
        _remove_home()
    return erased


def _erase(data: UserData) -> Erased:
    """Remove what is in the home now, and what `data` lists outside it. Failures are reported, and the rest is still removed."""
    removed: list[str] = []
    remaining = [(item.path, item.note) for item in data.left]
    named_paths = ((item.kind, Path(item.path)) for item in data.named)
    for kind, path in dict.fromkeys([*home_items(), *named_paths]):
        reasons = [reason for part in removable_parts(kind, path) if (reason := _remove(part))]
        if kind is DataKind.DEMO_LIBRARY:
            _remove_empty(demo_projects_dir())
        _remove_empty(path)
        if kind is DataKind.LEFTOVER:
            _remove_empty(*telemetry_parents(path))
        if not reasons and not _still_there(path):
            removed.append(str(path))
        else:
            remaining.append((str(path), "; ".join(reasons) or _OTHER_FILES))
    return Erased(removed=tuple(removed), left=tuple(remaining))


def _still_there(path: Path) -> bool:
    return path.is_symlink() or path.exists()


def _in_use() -> InputError:
    message = tr("Another Priorcheck is running and uses these files.")
    return InputError("data-in-use", message, hint=tr("Close it and try again; nothing was erased."))


def _check_locks(data: UserData) -> None:
    """Raise InputError while an older version runs: it locks only the libraries that it changes, not the home."""
    if any(is_locked(lock) for item in data.erasable for lock in lock_files(item.kind, Path(item.path))):
        raise _in_use()


def _remove(path: Path) -> str:
    """Remove a file, a link or a whole folder. Return the reason where that fails, otherwise ""."""
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _remove_empty(*folders: Path) -> None:
    for folder in folders:
        if not folder.is_symlink():
            with suppress(OSError):
                folder.rmdir()


def _remove_home() -> None:
    """Remove the home folders that are empty now, and the lock file with the last of them."""
    if not any(other_files()) and not any(paths.projects_dir().glob("*")):
        with suppress(OSError):
            home_lock_file().unlink(missing_ok=True)
    _remove_empty(paths.data_dir() / "models", *paths.home_folders())
    root = paths.home()
    if root is not None:
        _remove_empty(root)
