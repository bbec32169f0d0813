"""What the window remembers between runs: appearance, recent files, its size and its splitters.

One small JSON file in the settings folder, written whole or not at all. A broken file costs only its broken parts: each
value that is not what it should be falls back to its default.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path

from app.gui.theme import Appearance
from app.paths import config_dir

RECENT = 10


@dataclass(slots=True)
class Preferences:
    """`geometry` and `splitters` are Qt's own state, base64; `recent` are paths, newest first."""

    appearance: Appearance = Appearance.SYSTEM
    zoom: int = 0
    recent: list[str] = field(default_factory=list)
    geometry: str = ""
    splitters: dict[str, str] = field(default_factory=dict)
    library: str = ""

    def add_recent(self, path: str) -> None:
        """Put a path first; the list keeps ten, none twice."""
        self.recent = [path, *(each for each in self.recent if each != path)][:RECENT]


def preferences_file() -> Path:
    """Where the window's state is kept."""
    return config_dir() / "window.json"


def load_preferences() -> Preferences:
    """The remembered state, or defaults for whatever is missing or broken."""
    try:
        kept = json.loads(preferences_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Preferences()
    return _checked(kept) if isinstance(kept, dict) else Preferences()


def save_preferences(preferences: Preferences) -> None:
    """Write the state beside the old one, then put it in its place. Failing to remember is no reason to stop: it is skipped."""
    target = preferences_file()
    with contextlib.suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".window-")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(asdict(preferences), stream, ensure_ascii=True, indent=1)
        Path(name).replace(target)


def _checked(kept: dict[str, object]) -> Preferences:
    made = Preferences()
    appearance, zoom, recent = kept.get("appearance"), kept.get("zoom"), kept.get("recent")
    geometry, splitters, library = kept.get("geometry"), kept.get("splitters"), kept.get("library")
    if appearance in set(Appearance):
        made.appearance = Appearance(str(appearance))
    if isinstance(zoom, int) and not isinstance(zoom, bool):
        made.zoom = zoom
    if isinstance(recent, list):
        made.recent = [each for each in recent if isinstance(each, str)][:RECENT]
    if isinstance(geometry, str):
        made.geometry = geometry
    if isinstance(splitters, dict):
        made.splitters = {name: state for name, state in splitters.items() if isinstance(name, str) and isinstance(state, str)}
    if isinstance(library, str):
        made.library = library
    return made
