"""Paths of the demo's library and of the reviews of its documents, apart from the user's own."""

from __future__ import annotations

from pathlib import Path

from app.paths import data_dir


def demo_library() -> Path:
    """Return the library of the demo."""
    return data_dir() / "demo-library"


def demo_projects_dir() -> Path:
    """Return the folder of reviews of the demo's documents, removed together with the demo's library."""
    return demo_library() / "projects"
