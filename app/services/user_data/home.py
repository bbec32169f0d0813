"""What the program makes in its own home, by name: nothing else there is ever touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app import paths
from app.domain.project import SUFFIX
from app.domain.user_data import DataKind

_SETTINGS = ("settings.toml", "settings.toml.bad", "ratings.tsv", "publishers.tsv")
_WINDOW = ("window.json", "QtProject.conf")
_LOGS = ("worker.log", "language-model.log")
_VECTORS = ("vectors.db", "language-models.json")
_JOURNALS = ("", "-wal", "-shm", "-journal")
_MODEL_RECORDS = ("adapted.json", "priorcheck-download.json")
LIBRARY_FILES = frozenset({"library.db", "posts.db", "evidence.db", "verifications.db", "judgements.db", "narratives.db"})
LIBRARY_FOLDERS = frozenset({"index", "posts-index", "evidence-index", "evidence-files", "adapting"})
_LOCKS = ("writer.lock", "adapting.lock")
_ROSTER = ".files"
"""The list of the files that a library has had (`store.roster`)."""


def home_places() -> Iterator[tuple[DataKind, Path]]:
    """The files and folders of ours that are there, each with what it is."""
    data, config, cache = paths.data_dir(), paths.config_dir(), paths.cache_dir()
    found = [
        *((DataKind.SETTINGS, config / name) for name in _SETTINGS),
        *((DataKind.WINDOW, config / name) for name in _WINDOW),
        (DataKind.LIBRARY, paths.default_library()),
        (DataKind.DEMO_LIBRARY, data / "demo-library"),
        (DataKind.PROJECTS, paths.projects_dir()),
        *((DataKind.MODEL, folder) for folder in _inside(data / "models") if _is_model(folder)),
        (DataKind.NETWORK_RECORD, data / "network.jsonl"),
        (DataKind.LOG, data / "logs"),
        *((DataKind.LOG, cache / name) for name in _LOGS),
        *((DataKind.CACHE, cache / f"{name}{end}") for name in _VECTORS for end in _JOURNALS),
        (DataKind.TEMPORARY, paths.temporary_dir()),
    ]
    return ((kind, path) for kind, path in found if path.is_symlink() or path.exists())


def other_files() -> Iterator[Path]:
    """What lies in the home folders and is none of ours."""
    ours = {path for _, path in home_places()} | set(paths.home_folders()) | {paths.data_dir() / "models", paths.use_lock()}
    for folder in (*paths.home_folders(), paths.data_dir() / "models"):
        yield from (entry for entry in _inside(folder) if entry not in ours)


def parts(kind: DataKind, path: Path) -> Iterator[Path]:
    """The files and whole folders to remove of a place: of a library, of the projects and of the logs those alone that the program
    makes, since the user may have exported something into the same folder."""
    if path.is_symlink() or not path.is_dir():
        yield path
    elif kind in (DataKind.LIBRARY, DataKind.DEMO_LIBRARY):
        yield from (entry for entry in _inside(path) if is_of_library(entry.name))
    elif kind is DataKind.PROJECTS:
        yield from (entry for entry in _inside(path) if _is_project(entry.name))
    elif kind is DataKind.LOG:
        yield from path.glob("priorcheck-error-*.log")
    else:
        yield path


def is_of_library(name: str) -> bool:
    """Whether the program gives this name to something in a library's folder."""
    return name in (*LIBRARY_FOLDERS, *_LOCKS, _ROSTER) or any(name == f"{file}{end}" for file in LIBRARY_FILES for end in _JOURNALS)


def locks(kind: DataKind, path: Path) -> Iterator[Path]:
    """The locks that an older version, which does not hold the home's own, may hold there."""
    if kind in (DataKind.LIBRARY, DataKind.DEMO_LIBRARY):
        yield from (path / name for name in (*_LOCKS, _ROSTER))
        yield from (path / folder / _LOCKS[0] for folder in LIBRARY_FOLDERS)


def _is_project(name: str) -> bool:
    return name.endswith((SUFFIX, f"{SUFFIX}-journal")) or (name.startswith(".") and name.endswith((f"{SUFFIX}.new", f"{SUFFIX}.part")))


def _is_model(folder: Path) -> bool:
    return folder.name.endswith(".part") or any((folder / name).is_file() for name in _MODEL_RECORDS)


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
