"""Where things lie: the program's own resources and models, and the user's library, settings and cache; and how a file is replaced.

Knows nothing of what the files mean. Every folder of the user's can be moved with `PRIORCHECK_HOME`, which the
tests and portable installations use.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path

import platformdirs

_LONGEST_SHOWN = 200
_ROOT = Path(__file__).resolve().parent.parent


def frozen() -> bool:
    """Whether this is the installed program, which brings its own Python and no torch, and not a Python that runs our sources."""
    return bool(getattr(sys, "frozen", False))


def program_root() -> Path:
    """The folder that holds `resources/` and `models/`: the checkout, the data folder of an installed package, or in a frozen program
    `source/`, which is laid out like a checkout so that another Python can run our sources in it."""
    if frozen():
        return _ROOT / "source"
    packaged = Path(__file__).resolve().parent / "_data"
    return packaged if packaged.is_dir() else _ROOT


def resources_dir() -> Path:
    """The program's own read-only resources: demo, icons, styles, translations, licences."""
    return program_root() / "resources"


def models_dir() -> Path:
    """The bundled models, one folder each, listed in `manifest.toml`."""
    return program_root() / "models"


def _home() -> Path | None:
    value = os.environ.get("PRIORCHECK_HOME")
    return Path(value) if value else None


def data_dir() -> Path:
    """The user's data folder; holds the default library."""
    home = _home()
    return home / "data" if home else Path(platformdirs.user_data_dir("priorcheck", appauthor=False))


def config_dir() -> Path:
    """The user's settings folder: `settings.toml`, the rating table, window state."""
    home = _home()
    return home / "config" if home else Path(platformdirs.user_config_dir("priorcheck", appauthor=False))


def cache_dir() -> Path:
    """Whatever can be computed again, above all cached embeddings of documents."""
    home = _home()
    return home / "cache" if home else Path(platformdirs.user_cache_dir("priorcheck", appauthor=False))


def default_library() -> Path:
    """The library that is used when none is named."""
    return data_dir() / "library"


def projects_dir() -> Path:
    """Where projects are kept that nobody has saved elsewhere."""
    return data_dir() / "projects"


def resolved(path: Path) -> Path:
    """The path with its links followed as far as they lead: `Path.resolve` raises RuntimeError where they lead in a circle."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # a NUL in the name
        return path.absolute()


def is_device(path: Path) -> bool:
    """Whether this is a device, whose content may never end. Raises OSError where that cannot be told."""
    mode = path.stat().st_mode
    return stat.S_ISCHR(mode) or stat.S_ISBLK(mode)


def shortened(path: Path) -> str:
    """A path for a message: the beginning of one that is longer than any that can be."""
    text = str(path)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file whole, on the disk before this returns: readers and a crash see the old content or the new.

    Raises OSError, with what was there untouched. The file gets the rights that a new file of this user has.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


def flush_folder(folder: Path) -> None:
    """Bring a folder's entries to the disk; Windows has no such call and needs none."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
