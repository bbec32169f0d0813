"""Errors of store, models and worker are translated, message and hint, with their values in place."""

from __future__ import annotations

import errno
import gettext
import io
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app import translation
from app.errors import ModelError, PriorcheckError, WorkerError
from app.framing import FrameWriter, read_frames
from app.inference.manifest import list_models
from app.inference.pairs.trunk import mismatch
from app.inference.running.devices import choose_backend
from app.inference.running.fallback import out_of_memory_message
from app.inference.user_models.model_folder import open_folder, unfit
from app.store import database, files, library, project_errors
from app.tasks.background_writer import BackgroundWriter

HERE = Path("ψ")


class Starred(gettext.NullTranslations):
    """Catalogue that turns every word into a star and keeps inserted values."""

    def gettext(self, message: str) -> str:
        return re.sub(r"(?<!\{)\b[A-Za-z’'-]+\b(?!\})", "*", message)


@pytest.fixture(autouse=True)
def starred() -> Iterator[None]:
    translation.use_catalogue("es", Starred())
    yield
    translation.use("en")


def _raised(act: Callable[[], object], kind: type[PriorcheckError]) -> PriorcheckError:
    with pytest.raises(kind) as caught:
        act()
    return caught.value


def _plain(words: Callable[[Path], object], error: Exception) -> PriorcheckError:
    with pytest.raises(PriorcheckError) as caught, words(HERE):  # type: ignore[attr-defined]
        raise error
    return caught.value


def _write_error(error: Exception) -> PriorcheckError:
    errors: list[PriorcheckError] = []

    def fail() -> object:
        raise error

    keeper = BackgroundWriter(fail, failed=errors.append, saved=lambda: None)  # type: ignore[arg-type]
    keeper.put(lambda _: None)
    keeper.flush(5)
    keeper.close(0)
    return errors[0]


def _empty_folder(tmp_path: Path) -> PriorcheckError:
    (tmp_path / "ω").mkdir()
    return _raised(lambda: open_folder(tmp_path / "ω", role="ρ"), ModelError)


ERRORS: dict[str, Callable[[Path], PriorcheckError]] = {
    "library full": lambda _: _plain(database.library_errors, OSError(errno.ENOSPC, "")),
    "library read-only": lambda _: _plain(database.library_errors, OSError(errno.EACCES, "")),
    "library vanished": lambda _: _plain(database.library_errors, OSError(errno.EIO, "")),
    "library busy": lambda _: _plain(database.library_errors, sqlite3.OperationalError("locked")),
    "library damaged": lambda _: database.damaged(HERE, "1"),
    "library missing": lambda path: _raised(lambda: library.open_library(path / "ψ", create=False), PriorcheckError),
    "library a file": lambda path: _raised(lambda: library.open_library(_file(path), create=False), PriorcheckError),
    "index": lambda _: files.index_damaged(HERE, "1"),
    "index missing": lambda path: _raised(lambda: files.read_manifest(path / "ψ", expected=""), PriorcheckError),
    "index outdated": lambda _: files.index_outdated(HERE),
    "project open": lambda _: _plain(project_errors.project_errors, sqlite3.OperationalError("locked")),
    "project full": lambda _: _plain(project_errors.project_errors, OSError(errno.ENOSPC, "")),
    "project read-only": lambda _: _plain(project_errors.project_errors, OSError(errno.EROFS, "")),
    "project vanished": lambda _: project_errors.vanished(HERE),
    "project foreign": lambda _: project_errors.foreign(HERE),
    "project newer": lambda _: project_errors.newer(HERE, 3, 2),
    "project damaged": lambda _: project_errors.damaged(HERE, "1"),
    "project fault": lambda _: _write_error(ValueError("1")),
    "models missing": lambda path: _raised(lambda: list_models(path), ModelError),
    "model of another version": lambda _: mismatch("ψ"),
    "own model unfit": lambda _: unfit(HERE, "1", role="ρ"),
    "own model empty": _empty_folder,
    "no such device": lambda _: _raised(lambda: choose_backend("1"), ModelError),
    "half an answer": lambda _: _raised(lambda: list(read_frames(io.BytesIO(b"\0\0\0\x05ab"))), WorkerError),
    "no answer": lambda _: _raised(lambda: list(read_frames(io.BytesIO(b"zzzz"))), WorkerError),
    "too much": lambda _: _raised(lambda: FrameWriter(io.BytesIO()).write(_Huge()), WorkerError),
}


class _Huge(bytes):
    def __len__(self) -> int:
        return 0x20000000


def _file(folder: Path) -> Path:
    path = folder / "ψ"
    path.write_bytes(b"")
    return path


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_says_nothing_in_english(name: str, tmp_path: Path) -> None:
    error = ERRORS[name](tmp_path)
    assert "*" in error.message
    message = str(error).replace(str(tmp_path), "")
    assert re.findall(r"[A-Za-z]{2,}", message) == []


def test_the_role_of_a_model_that_moves_is_translated_too() -> None:
    assert re.findall(r"[A-Za-z]{2,}", out_of_memory_message("encoder")) == []
