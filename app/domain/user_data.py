"""The user's data on this computer, item by item, and the result of erasing it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

_UNITS = ("bytes", "kB", "MB", "GB", "TB")


class DataKind(StrEnum):
    """Kinds of stored data."""

    SETTINGS = "settings"
    WINDOW = "window state"
    LIBRARY = "library"
    DEMO_LIBRARY = "demo library"
    PROJECTS = "projects"
    PROJECT = "project"
    MODEL = "model"
    NETWORK_RECORD = "network record"
    LOG = "log"
    CACHE = "cache"
    TEMPORARY = "temporary files"
    LEFTOVER = "leftover of other software"
    DESKTOP = "list of other software"
    OTHER = "other file"


class Fate(StrEnum):
    """Treatment of an item by `data erase`."""

    ERASED = "erased"
    """Erased: it is in the program's own home."""

    NAMED = "erased, named first"
    """Erased: it is outside the home, but exists because of this program. The question names it."""

    LEFT = "left"
    """Not erased: it is the user's own outside the home, or the program did not create it."""


class ReaderKind(StrEnum):
    """Kinds of people other than the owner."""

    EVERYONE = "everyone"
    GROUP = "group"
    USER = "user"


@dataclass(frozen=True, slots=True)
class DataReader:
    """Somebody other than the owner who can read an item; `name` is the group's or user's."""

    kind: ReaderKind
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataItem:
    """One file or folder: `size` in bytes, number of `files`, and its other readers. `note` is an English remark, translated for
    display."""

    kind: DataKind
    path: str
    size: int
    files: int
    fate: Fate
    readers: tuple[DataReader, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserData:
    """All items, those in the home first."""

    items: tuple[DataItem, ...]

    @property
    def erasable(self) -> tuple[DataItem, ...]:
        """Items that would be erased."""
        return tuple(item for item in self.items if item.fate is not Fate.LEFT)

    @property
    def named(self) -> tuple[DataItem, ...]:
        """Items outside the home that would be erased, which the confirmation has to name."""
        return tuple(item for item in self.items if item.fate is Fate.NAMED)

    @property
    def left(self) -> tuple[DataItem, ...]:
        """Items that would stay."""
        return tuple(item for item in self.items if item.fate is Fate.LEFT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """Removed paths, and (path, reason) of those that are left."""

    removed: tuple[str, ...]
    left: tuple[tuple[str, str], ...]


def readable_size(size: int) -> str:
    """Format a number of bytes, such as "1.2 MB"."""
    scaled, unit = float(size), 0
    while scaled >= 1000 and unit < len(_UNITS) - 1:
        scaled, unit = scaled / 1000, unit + 1
    return f"{scaled:.0f} {_UNITS[unit]}" if unit == 0 or scaled >= 100 else f"{scaled:.1f} {_UNITS[unit]}"
