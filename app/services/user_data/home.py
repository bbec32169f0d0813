"""Names of the files and folders that the program creates in its home. Nothing else there is ever touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app import paths
from app.demo_paths import demo_library, demo_projects_dir
from app.domain.project import SUFFIX
from app.domain.user_data import DataKind
from app.home_folder import home_lock_file

_SETTINGS = ("settings.toml", "settings.toml.bad", "ratings.tsv", "publishers.tsv")
_WINDOW = ("window.json", "QtProject.conf")
_LOGS = ("worker.log", "language-model.log")
_VECTORS = ("vectors.db", "language-models.json")
_JOURNALS = ("", "-wal", "-shm", "-journal")
_MODEL_RECORDS = ("adapted.json", "priorcheck-download.json")
LIBRARY_FILES = frozenset({"library.db", "posts.db", "evidence.db", "verifications.db", "judgements.db", "narratives.db"})
LIBRARY_FOLDERS = frozenset({"index", "posts-index", "evidence-index", "evidence-files", "adapting"})
_LOCKS = ("writer.lock", "adapting.lock")
# The list of a library's files (`store.file_list`).
_ROSTER = ".files"


def home_items() -> Iterator[tuple[DataKind, Path]]:
    """List the program's existing files and folders, each with its kind."""
    data, config, cache = paths.data_dir(), paths.config_dir(), paths.cache_dir()
    candidates = [
        *((DataKind.SETTINGS, config / name) for name in _SETTINGS),
        *((DataKind.WINDOW, config / name) for name in _WINDOW),
        (DataKind.LIBRARY, paths.default_library()),
        (DataKind.DEMO_LIBRARY, demo_library()),
        (DataKind.PROJECTS, paths.projects_dir()),
        *((DataKind.MODEL, folder) for folder in _entries(data / "models") if _is_model(folder)),
        (DataKind.NETWORK_RECORD, data / "network.jsonl"),
        (DataKind.LOG, data / "logs"),
        *((DataKind.LOG, cache / name) for name in _LOGS),
        *((DataKind.CACHE, cache / f"{name}{end}") for name in _VECTORS for end in _JOURNALS),
        (DataKind.TEMPORARY, paths.temporary_dir()),
    ]
    return ((kind, path) for kind, path in candidates if path.is_symlink() or path.exists())


def other_files() -> Iterator[Path]:
    """List files and folders in the home that the program did not create."""
    own_paths = {path for _, path in home_items()} | set(paths.home_folders()) | {paths.data_dir() / "models", home_lock_file()}
    for folder in (*paths.home_folders(), paths.data_dir() / "models"):
        yield from (entry for entry in _entries(folder) if entry not in own_paths)


def removable_parts(kind: DataKind, path: Path) -> Iterator[Path]:
    """List the files and whole folders to remove for one item."""
    if path.is_symlink() or not path.is_dir():
        yield path
    # Only what the program creates, since the user may have exported something into the same folder.
    elif kind in (DataKind.LIBRARY, DataKind.DEMO_LIBRARY):
        yield from (entry for entry in _entries(path) if is_library_entry(entry.name))
        if kind is DataKind.DEMO_LIBRARY:
            yield from (entry for entry in _entries(demo_projects_dir()) if _is_project(entry.name))
    elif kind is DataKind.PROJECTS:
        yield from (entry for entry in _entries(path) if _is_project(entry.name))
    elif kind is DataKind.LOG:
        yield from path.glob("priorcheck-error-*.log")
    else:
        yield path


def is_library_entry(name: str) -> bool:
    """True for the names that the program gives to files and folders of a library."""
    return name in (*LIBRARY_FOLDERS, *_LOCKS, _ROSTER) or any(name == f"{file}{end}" for file in LIBRARY_FILES for end in _JOURNALS)


def lock_files(kind: DataKind, path: Path) -> Iterator[Path]:
    """Return the lock files of a library: version 0.1 locks only these, and not the home."""
    if kind in (DataKind.LIBRARY, DataKind.DEMO_LIBRARY):
        yield from (path / name for name in (*_LOCKS, _ROSTER))
        yield from (path / folder / _LOCKS[0] for folder in LIBRARY_FOLDERS)


def _is_project(name: str) -> bool:
    return name.endswith((SUFFIX, f"{SUFFIX}-journal")) or (name.startswith(".") and name.endswith((f"{SUFFIX}.new", f"{SUFFIX}.part")))


def _is_model(folder: Path) -> bool:
    return folder.name.endswith(".part") or any((folder / name).is_file() for name in _MODEL_RECORDS)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
