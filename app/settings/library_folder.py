"""Choice of the library to open: the one named by the user, else the environment's, else that of the settings."""

from __future__ import annotations

import os
from pathlib import Path

from app.settings.declared import Settings

VARIABLE = "PRIORCHECK_LIBRARY"


def library_of_environment() -> Path | None:
    """Return the folder that PRIORCHECK_LIBRARY names; None where it is not set."""
    value = os.environ.get(VARIABLE, "")
    return Path(value).expanduser() if value.strip() else None


def library_folder(settings: Settings) -> Path:
    """Return the folder of the library to open when the user names none: the environment's, else that of the settings."""
    return library_of_environment() or Path(settings.library)
