"""The bundled demo: its library, with fact-checks, posts and evidence, and its debate."""

from __future__ import annotations

from pathlib import Path

from app import paths
from app.domain.evidence import EvidenceImportReport
from app.domain.importing import ImportReport
from app.domain.options import EvidenceImportOptions, ImportOptions, PostImportOptions
from app.domain.posts import PostImportReport
from app.domain.progress import CancelToken, Progress
from app.errors import InputError
from app.ingest.ratings import RatingNormaliser
from app.ports import EvidenceLibrary, Library, PostLibrary, TextEncoder
from app.services.evidence import import_evidence, import_source_list
from app.services.library import import_factchecks
from app.services.posts import import_posts
from app.translation import tr


def demo_factchecks() -> tuple[Path, ...]:
    """Return the demo's fact-check files. Raises InputError if the installation lacks them."""
    return _bundled("factchecks_*.jsonl")


def demo_posts() -> tuple[Path, ...]:
    """Return the demo's files of posts for Ask. Raises InputError if the installation lacks them."""
    return _bundled("posts.jsonl")


def demo_evidence() -> Path:
    """Return the folder of evidence for the claims of the demo's debate. Raises InputError if the installation lacks it."""
    return _bundled("evidence")[0]


def demo_debate() -> Path:
    """Return the file of the demo's debate."""
    return paths.resources_dir() / "demo" / "debate.vtt"


def fill_demo_library(
    library: Library, *, encoder: TextEncoder, normaliser: RatingNormaliser, progress: Progress, cancel: CancelToken
) -> ImportReport:
    """Import the demo's fact-checks; existing ones stay as they are."""
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
    """Import the demo's posts, without a model; existing ones stay as they are."""
    return import_posts(demo_posts(), posts=posts, options=PostImportOptions(), progress=progress, cancel=cancel)


def fill_demo_evidence(evidence: EvidenceLibrary, *, progress: Progress, cancel: CancelToken) -> EvidenceImportReport:
    """Import the demo's evidence and its list of sources, without a model; existing evidence stays as it is."""
    report = import_evidence((demo_evidence(),), evidence=evidence, options=EvidenceImportOptions(), progress=progress, cancel=cancel)
    if not evidence.warnings():
        import_source_list(_bundled("sources.csv")[0], evidence=evidence, cancel=cancel)
    return report


def _bundled(pattern: str) -> tuple[Path, ...]:
    files = tuple(sorted((paths.resources_dir() / "demo").glob(pattern)))
    if not files:
        message = tr("The demo's files are missing from this installation.")
        raise InputError("demo-missing", message, hint=tr("Install Priorcheck again."))
    return files
