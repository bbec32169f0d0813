"""Demo content for Verify, if it is bundled: evidence, a list of sources, and claims of its debate."""

from __future__ import annotations

from pathlib import Path

from app.paths import resources_dir


def demo_evidence() -> tuple[Path, ...]:
    """The folder with the demo's documents; nothing where there is none."""
    folder = resources_dir() / "demo" / "evidence"
    return (folder,) if folder.is_dir() else ()


def demo_sources() -> Path | None:
    """The demo's list of sources."""
    return _file("sources.csv")


def demo_claims() -> Path | None:
    """Claims of the demo's debate, in AVeriTeC's format, without questions."""
    return _file("claims.json")


def _file(name: str) -> Path | None:
    path = resources_dir() / "demo" / name
    return path if path.is_file() else None
