"""Where things lie: the program's own resources and models, and the user's library, settings and cache; how that home is kept private, and
how a file is replaced.

Knows nothing of what the files mean. Every folder of the user's can be moved with `PRIORCHECK_HOME`, which the
tests and portable installations use.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import platformdirs

from app.rights.giving import settle, settle_export
from app.rights.held import Held, hold, in_use
from app.rights.tighten import tighten

_LONGEST_SHOWN = 200
_ROOT = Path(__file__).resolve().parent.parent
_IN_USE = "in-use.lock"
_LEFT_BY_REPLACING = re.compile(r"\..+\.[a-z0-9_]{8}")
_SURELY_DEAD = 3600
_ONE_AT_A_TIME = threading.Lock()


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


def home() -> Path | None:
    """The one folder that holds data, settings and cache, where `PRIORCHECK_HOME` names it; None where the system has places of its own."""
    value = os.environ.get("PRIORCHECK_HOME")
    return Path(value) if value else None


def data_dir() -> Path:
    """The user's data folder; holds the default library."""
    own = home()
    return own / "data" if own else Path(platformdirs.user_data_dir("priorcheck", appauthor=False))


def config_dir() -> Path:
    """The user's settings folder: `settings.toml`, the rating table, window state."""
    own = home()
    return own / "config" if own else Path(platformdirs.user_config_dir("priorcheck", appauthor=False))


def cache_dir() -> Path:
    """Whatever can be computed again, above all cached embeddings of documents."""
    own = home()
    return own / "cache" if own else Path(platformdirs.user_cache_dir("priorcheck", appauthor=False))


def default_library() -> Path:
    """The library that is used when none is named."""
    return data_dir() / "library"


def projects_dir() -> Path:
    """Where projects are kept that nobody has saved elsewhere."""
    return data_dir() / "projects"


def home_folders() -> tuple[Path, ...]:
    """The folders of the program's own home, whatever they are called on this system."""
    return tuple(dict.fromkeys((data_dir(), config_dir(), cache_dir())))


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


def at_home(path: Path) -> bool:
    """Whether something lies in the program's own home, links followed."""
    place = resolved(path)
    return any(place.is_relative_to(resolved(folder)) for folder in home_folders())


def protect_home(*, whole: bool = False) -> int:
    """Make the program's home where it is missing, and its owner's alone where it was open; how many entries were open. With `whole`
    every entry is looked at. A disk that cannot be written is left as it is."""
    changed, most = 0, sys.maxsize if whole else None
    for folder in home_folders():
        with suppress(OSError):
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        changed += tighten(folder, most=most)
        _sweep_replacing(folder)
    own = home()
    if own is not None and _holds_nothing_else(own):
        changed += tighten(own, most=0)
    _sweep_temporary()
    return changed


def _holds_nothing_else(own: Path) -> bool:
    try:
        return {entry.name for entry in os.scandir(own)} <= {folder.name for folder in home_folders()}
    except OSError:
        return False


def use_home() -> Held | None:
    """Hold the home as one that is in use, so that nobody erases it meanwhile; None where it cannot be held, which stops nobody's work."""
    try:
        return hold(data_dir() / _IN_USE, alone=False)
    except OSError:
        return None


def home_alone() -> Held | None:
    """Hold the home alone; None while another Priorcheck uses it. Raises OSError where it cannot be written."""
    return hold(data_dir() / _IN_USE, alone=True)


def use_lock() -> Path:
    """The file that is locked by whoever uses the home."""
    return data_dir() / _IN_USE


def temporary_dir() -> Path:
    """Where temporary files lie: not in the system's folder for all, where names are seen by everybody."""
    return cache_dir() / "tmp"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder of a name that says nothing, gone afterwards; after a kill, the next start removes it. Raises OSError."""
    temporary_dir().mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=temporary_dir()))
    lock = folder.with_suffix(".lock")
    held = None
    try:
        with suppress(OSError):  # a file system without locks
            held = hold(lock, alone=False)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if held is not None:
            held.release()
        lock.unlink(missing_ok=True)


@contextmanager
def private_temporary_files() -> Iterator[None]:
    """What a library puts into the system's temporary folder meanwhile goes into one of ours, which does not outlive a kill by long. One at
    a time, since the folder's name is the whole process's."""
    with _ONE_AT_A_TIME, ExitStack() as held:
        before = tempfile.tempdir
        with suppress(OSError):  # a home that cannot be written: the system's own folder then
            tempfile.tempdir = str(held.enter_context(temporary_folder()))
        try:
            yield
        finally:
            tempfile.tempdir = before


def _sweep_temporary() -> None:
    """Remove the temporary folders of processes that are gone."""
    with suppress(OSError):
        for name in {each.with_suffix("") for each in temporary_dir().iterdir() if _age(each) > 1}:  # a younger one may not be locked yet
            if not in_use(name.with_suffix(".lock")):
                shutil.rmtree(name, ignore_errors=True)
                name.with_suffix(".lock").unlink(missing_ok=True)


def _sweep_replacing(folder: Path) -> None:
    """Remove what a kill within `replace_file` left in a home folder."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            if _LEFT_BY_REPLACING.fullmatch(entry.name) and entry.is_file(follow_symlinks=False) and _age(Path(entry.path)) > _SURELY_DEAD:
                Path(entry.path).unlink(missing_ok=True)


def _age(path: Path) -> float:
    return time.time() - path.lstat().st_mtime


def replace_file(path: Path, content: bytes, *, like: Path | None = None) -> None:
    """Replace a file of ours whole, on the disk before this returns: readers and a crash see the old content or the new.

    The file keeps owner, mode, group and access control list; a new one has those of `like`, or is its owner's alone (`rights.settle`).
    Raises OSError, with what was there untouched.
    """
    _replace(path, content, settle, like=path if path.exists() else like)


def write_export(path: Path, content: bytes) -> None:
    """The same for a file that the user asked for: a new one has the rights that the user's other new files have there."""
    _replace(path, content, settle_export, like=path if path.exists() else None)


def take_place(part: Path, path: Path) -> None:
    """Give a file that was made aside the name, and the rights, of the one that it replaces. Raises OSError."""
    settle(part, like=path if path.exists() else None)
    part.replace(path)
    flush_folder(path.parent)


def _replace(path: Path, content: bytes, settled: Callable[..., None], *, like: Path | None) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        settled(temporary, like=like)
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
