"""The demo's evidence, if it is bundled."""

from __future__ import annotations

from pathlib import Path

from app.paths import resources_dir


def demo_evidence() -> tuple[Path, ...]:
    """The folder with the demo's documents; nothing where there is none."""
    folder = resources_dir() / "demo" / "evidence"
    return (folder,) if folder.is_dir() else ()
