"""Locations of the program's resources and models, and of the user's data, settings and cache folders.

`PRIORCHECK_HOME` moves all of the user's folders; the tests and portable installations use it.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import platformdirs

_LONGEST_SHOWN = 200
_ROOT = Path(__file__).resolve().parent.parent


def frozen() -> bool:
    """True in the installed program, which brings its own Python and no torch; False where a Python runs the sources."""
    return bool(getattr(sys, "frozen", False))


def program_root() -> Path:
    """Return the folder that holds `resources/` and `models/`: the checkout, the data folder of an installed package, or in a frozen
    program `source/`, which is laid out like a checkout so that another Python can run our sources in it."""
    if frozen():
        return _ROOT / "source"
    packaged = Path(__file__).resolve().parent / "_data"
    return packaged if packaged.is_dir() else _ROOT


def resources_dir() -> Path:
    """Return the program's read-only resources: demo, icons, styles, translations, licences."""
    return program_root() / "resources"


def models_dir() -> Path:
    """Return the folder of bundled models, one folder each, listed in `manifest.toml`."""
    return program_root() / "models"


def home() -> Path | None:
    """Return the single folder for data, settings and cache that `PRIORCHECK_HOME` names; None where they follow the system's
    conventions."""
    value = os.environ.get("PRIORCHECK_HOME")
    return Path(value) if value else None


def data_dir() -> Path:
    """Return the user's data folder; it holds the default library."""
    root = home()
    return root / "data" if root else Path(platformdirs.user_data_dir("priorcheck", appauthor=False))


def config_dir() -> Path:
    """Return the user's settings folder: `settings.toml`, the rating table, window state."""
    root = home()
    return root / "config" if root else Path(platformdirs.user_config_dir("priorcheck", appauthor=False))


def cache_dir() -> Path:
    """Return the user's cache folder for whatever can be computed again, above all cached embeddings of documents."""
    root = home()
    return root / "cache" if root else Path(platformdirs.user_cache_dir("priorcheck", appauthor=False))


def temporary_dir() -> Path:
    """Return the folder for the program's temporary files. The system's shared folder would reveal their names to everybody."""
    return cache_dir() / "tmp"


def default_library() -> Path:
    """Return the library that is used when none is named."""
    return data_dir() / "library"


def projects_dir() -> Path:
    """Return the folder of projects that the user has not saved elsewhere."""
    return data_dir() / "projects"


def home_folders() -> tuple[Path, ...]:
    """Return the data, settings and cache folders without repetition."""
    return tuple(dict.fromkeys((data_dir(), config_dir(), cache_dir())))


def at_home(path: Path) -> bool:
    """True for a path inside the program's own folders, links followed."""
    target = resolved(path)
    return any(target.is_relative_to(resolved(folder)) for folder in home_folders())


def resolved(path: Path) -> Path:
    """Follow a path's links as far as they lead. (`Path.resolve` raises RuntimeError where they form a circle.)"""
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # a NUL in the name
        return path.absolute()


def is_device(path: Path) -> bool:
    """True for a device, whose content may never end. Raises OSError where the file cannot be examined."""
    mode = path.stat().st_mode
    return stat.S_ISCHR(mode) or stat.S_ISBLK(mode)


def shortened(path: Path) -> str:
    """Return a path for a message, cut off where it is longer than 200 characters."""
    text = str(path)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
