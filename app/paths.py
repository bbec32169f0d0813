"""Where things lie: the program's own resources and models, and the user's library, settings and cache.

Knows nothing of what the files mean. Every folder of the user's can be moved with `PRIORCHECK_HOME`, which the
tests and portable installations use.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_ROOT = Path(__file__).resolve().parent.parent


def program_root() -> Path:
    """The folder that holds `resources/` and `models/` (the checkout, or the installed program's data folder)."""
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
