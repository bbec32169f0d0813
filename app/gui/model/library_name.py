"""The name of a library: the reader's own for it, else that of its folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from app.demo_paths import demo_library
from app.gui.model.labels import one_line, shortened
from app.paths import default_library
from app.translation import tr

_LONGEST = 28


def library_name(library: Path, names: Mapping[str, str]) -> str:
    """Return the library's name; `names` has those that the reader gave, by folder."""
    if given_name := names.get(str(library), "").strip():
        return shortened(given_name, _LONGEST)
    if is_demo(library):
        return tr("Demo")
    if library == default_library():
        return tr("My library")
    return shortened(one_line(library.name) or str(library), _LONGEST)


def is_demo(library: Path) -> bool:
    """Return whether this is the demo's library."""
    return library == demo_library()


def same_library(first: Path, second: Path) -> bool:
    """Return whether both paths lead to one folder."""
    try:
        return first == second or first.resolve() == second.resolve()
    except (OSError, RuntimeError):  # RuntimeError: links in a circle
        return False
