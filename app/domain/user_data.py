"""Where something of the user's lies on this computer, and what became of it when it was to be erased."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DataKind(StrEnum):
    """What lies there."""

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
    """What `data erase` does with it."""

    ERASED = "erased"
    """It lies in the program's own home."""

    NAMED = "erased, named first"
    """It lies outside the home, and is there because of this program; the question names it."""

    LEFT = "left"
    """It lies outside the home, or is nothing that this program makes."""


class ReaderKind(StrEnum):
    """Who can read something beside its owner."""

    EVERYONE = "everyone"
    GROUP = "group"
    USER = "user"


@dataclass(frozen=True, slots=True)
class DataReader:
    """Somebody else who can read a place, with the name of the group or user."""

    kind: ReaderKind
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataPlace:
    """A file or folder, its bytes and files, and who else can read it; `note` says what else is to be known, translated where it is
    shown."""

    kind: DataKind
    path: str
    size: int
    files: int
    fate: Fate
    readers: tuple[DataReader, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataPlaces:
    """All of them, those of the home first."""

    places: tuple[DataPlace, ...]

    @property
    def erasable(self) -> tuple[DataPlace, ...]:
        """What would be erased."""
        return tuple(place for place in self.places if place.fate is not Fate.LEFT)

    @property
    def named(self) -> tuple[DataPlace, ...]:
        """What would be erased outside the home, which a question has to name."""
        return tuple(place for place in self.places if place.fate is Fate.NAMED)

    @property
    def left(self) -> tuple[DataPlace, ...]:
        """What would stay."""
        return tuple(place for place in self.places if place.fate is Fate.LEFT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What was removed, and what is still there with the reason."""

    removed: tuple[str, ...]
    left: tuple[tuple[str, str], ...]
