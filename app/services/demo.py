"""The bundled demo: its library, with fact-checks and posts, and its debate."""

from __future__ import annotations

from pathlib import Path

from app import paths
from app.domain.importing import ImportReport
from app.domain.options import ImportOptions, PostImportOptions
from app.domain.posts import PostImportReport
from app.domain.progress import CancelToken, Progress
from app.errors import InputError
from app.ingest.ratings import RatingNormaliser
from app.ports import Library, PostLibrary, TextEncoder
from app.services.library import import_factchecks
from app.services.posts import import_posts
from app.translation import tr


def demo_factchecks() -> tuple[Path, ...]:
    """The demo's fact-check files. Raises InputError when the installation lacks them."""
    return _bundled("factchecks_*.jsonl")


def demo_posts() -> tuple[Path, ...]:
    """The demo's posts, which Ask is asked about. Raises InputError when the installation lacks them."""
    return _bundled("posts.jsonl")


def demo_debate() -> Path:
    """The demo's debate."""
    return paths.resources_dir() / "demo" / "debate.vtt"


def demo_library_path() -> Path:
    """Where the demo library is kept, apart from the user's own."""
    return paths.data_dir() / "demo-library"


def fill_demo_library(
    library: Library, *, encoder: TextEncoder, normaliser: RatingNormaliser, progress: Progress, cancel: CancelToken
) -> ImportReport:
    """Import the demo's fact-checks; those that are there already stay as they are."""
    return import_factchecks(
        demo_factchecks(),
        library=library,
        encoder=encoder,
        normaliser=normaliser,
        options=ImportOptions(),
        progress=progress,
        cancel=cancel,
    )


def fill_demo_posts(posts: PostLibrary, *, progress: Progress, cancel: CancelToken) -> PostImportReport:
    """Import the demo's posts, which takes no model; those that are there already stay as they are."""
    return import_posts(demo_posts(), posts=posts, options=PostImportOptions(), progress=progress, cancel=cancel)


def _bundled(pattern: str) -> tuple[Path, ...]:
    found = tuple(sorted((paths.resources_dir() / "demo").glob(pattern)))
    if not found:
        message = tr("The demo's files are missing from this installation.")
        raise InputError("demo-missing", message, hint=tr("Install Priorcheck again."))
    return found
