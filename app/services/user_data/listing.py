"""Every place where something of the user's lies, with its size and who else can read it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from app.domain.progress import CancelToken
from app.domain.user_data import DataKind, DataPlace, DataPlaces, DataReader, Fate, ReaderKind
from app.paths import home_folders
from app.rights.reach import readers
from app.services.user_data.home import home_places, other_files
from app.services.user_data.outside import outside_places
from app.settings import Settings
from app.translation import mark

_OTHER = mark("nothing that Priorcheck makes: it stays")
_RECENT = mark("names the documents that were opened last")


def list_places(settings: Settings, *, cancel: CancelToken) -> DataPlaces:
    """What is there now, the home first. Raises Cancelled. What cannot be read counts as nothing."""
    note = _RECENT if settings.recent_files else ""
    places = [
        _measured(kind, path, _fate(path), note if path.name == "settings.toml" else "", cancel=cancel) for kind, path in home_places()
    ]
    places += [_measured(DataKind.OTHER, path, Fate.LEFT, _OTHER, cancel=cancel) for path in other_files()]
    places += [_measured(*outside, cancel=cancel) for outside in dict.fromkeys(outside_places(settings))]
    return DataPlaces(places=tuple(places))


def _fate(path: Path) -> Fate:
    """Where a home folder is a link to somewhere else, the question names what is to be erased there."""
    linked = any(folder.is_symlink() and path.is_relative_to(folder) for folder in home_folders())
    return Fate.NAMED if linked else Fate.ERASED


def other_readers(path: Path) -> tuple[DataReader, ...]:
    """Who beside its owner can read it, or anything in it."""
    return tuple(DataReader(ReaderKind(reader.kind), reader.name) for reader in readers(path))


def _measured(kind: DataKind, path: Path, fate: Fate, note: str, *, cancel: CancelToken) -> DataPlace:
    size, files = _size(path, cancel)
    return DataPlace(kind=kind, path=str(path), size=size, files=files, fate=fate, readers=other_readers(path), note=note)


def _size(path: Path, cancel: CancelToken) -> tuple[int, int]:
    """Bytes and files of a file or folder; links are counted as such and not followed."""
    if path.is_symlink() or not path.is_dir():
        with suppress(OSError):
            return path.lstat().st_size, 1
        return 0, 0
    size = files = 0
    for folder, _, names in os.walk(path):
        cancel.check()
        for name in names:
            with suppress(OSError):
                size += os.lstat(os.path.join(folder, name)).st_size  # noqa: PTH118 - over many names
                files += 1
    return size, files
