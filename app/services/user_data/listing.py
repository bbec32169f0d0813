"""Lists every file and folder with the user's data, its size, and who else can read it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from app.domain.progress import CancelToken
from app.domain.user_data import DataItem, DataKind, DataReader, Fate, ReaderKind, UserData
from app.paths import home_folders
from app.rights.readers import readers
from app.services.user_data.home import home_items, other_files
from app.services.user_data.outside import outside_items
from app.settings import Settings
from app.translation import mark

_OTHER = mark("nothing that Priorcheck makes: it stays")
_RECENT = mark("names the documents that were opened last")


def list_user_data(settings: Settings, *, cancel: CancelToken) -> UserData:
    """List what exists now, the home first. Unreadable files count as empty. Raises Cancelled."""
    note = _RECENT if settings.recent_files else ""
    items = [_measured(kind, path, _fate(path), note if path.name == "settings.toml" else "", cancel=cancel) for kind, path in home_items()]
    items += [_measured(DataKind.OTHER, path, Fate.LEFT, _OTHER, cancel=cancel) for path in other_files()]
    items += [_measured(*item, cancel=cancel) for item in dict.fromkeys(outside_items(settings))]
    return UserData(items=tuple(items))


def _fate(path: Path) -> Fate:
    """Return the fate of an item: erasing asks about it by name if a home folder is a link to another folder."""
    linked = any(folder.is_symlink() and path.is_relative_to(folder) for folder in home_folders())
    return Fate.NAMED if linked else Fate.ERASED


def other_readers(path: Path) -> tuple[DataReader, ...]:
    """Return everybody except the owner who can read a file, or anything in a folder."""
    return tuple(DataReader(ReaderKind(reader.kind), reader.name) for reader in readers(path))


def _measured(kind: DataKind, path: Path, fate: Fate, note: str, *, cancel: CancelToken) -> DataItem:
    size, files = _size(path, cancel)
    return DataItem(kind=kind, path=str(path), size=size, files=files, fate=fate, readers=other_readers(path), note=note)


def _size(path: Path, cancel: CancelToken) -> tuple[int, int]:
    """Return the bytes and the number of files; links are counted themselves and not followed."""
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
