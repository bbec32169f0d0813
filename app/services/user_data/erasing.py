"""Removing what the program keeps of its user, and nothing else."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from app import paths
from app.domain.user_data import DataKind, DataPlaces, Erased
from app.errors import InputError
from app.rights.held import in_use
from app.services.user_data.home import home_places, locks, other_files, parts
from app.services.user_data.outside import telemetry_parents
from app.translation import mark, tr

_STRANGERS = mark("files in it are not Priorcheck's, and stay")


def _nothing() -> None:
    """What has nothing open closes nothing."""


def erase_alone(places: DataPlaces, *, close: Callable[[], None] = _nothing) -> Erased:
    """Erase while nobody else uses the home; `close` is called once that is sure, to close what the caller has open there.

    Raises InputError `data-in-use` and `data-unwritable`, with nothing closed and nothing removed.
    """
    try:
        held = paths.home_alone()
    except OSError as error:
        told = tr("The folder {folder} cannot be changed ({reason}).", folder=paths.data_dir(), reason=error.strerror)
        raise InputError("data-unwritable", told, hint=tr("Make it writable; nothing was erased.")) from error
    if held is None:
        raise _in_use()
    try:
        _check_locks(places)
        close()
        erased = _erase(places)
        if os.name == "posix":
            _remove_home()
    finally:
        held.release()
    if os.name != "posix":  # where an open file cannot be removed
        _remove_home()
    return erased


def _erase(places: DataPlaces) -> Erased:
    """Remove what is in the home now, and outside it what these places name; what cannot be removed is told of, and the rest goes on."""
    removed: list[str] = []
    left = [(place.path, place.note) for place in places.left]
    outside = ((place.kind, Path(place.path)) for place in places.named)
    for kind, path in dict.fromkeys([*home_places(), *outside]):
        reasons = [reason for part in parts(kind, path) if (reason := _remove(part))]
        _remove_empty(path)
        if kind is DataKind.LEFTOVER:
            _remove_empty(*telemetry_parents(path))
        if not reasons and not _still_there(path):
            removed.append(str(path))
        else:
            left.append((str(path), "; ".join(reasons) or _STRANGERS))
    return Erased(removed=tuple(removed), left=tuple(left))


def _still_there(path: Path) -> bool:
    return path.is_symlink() or path.exists()


def _in_use() -> InputError:
    told = tr("Another Priorcheck is running and uses these files.")
    return InputError("data-in-use", told, hint=tr("Close it and try again; nothing was erased."))


def _check_locks(places: DataPlaces) -> None:
    """An older version that is running holds only the locks of what it changes."""
    if any(in_use(lock) for place in places.erasable for lock in locks(place.kind, Path(place.path))):
        raise _in_use()


def _remove(path: Path) -> str:
    """Remove a file, a link or a whole folder; the reason where it cannot be."""
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
    """Remove the home folders that are empty now; the lock goes with the last of them."""
    if not any(other_files()) and not any(paths.projects_dir().glob("*")):
        with suppress(OSError):
            paths.use_lock().unlink(missing_ok=True)
    _remove_empty(paths.data_dir() / "models", *paths.home_folders())
    own = paths.home()
    if own is not None:
        _remove_empty(own)
