"""Every kind of SQLite file that the program opens: a small intact one, and all operations of the program on it."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path

import numpy as np

from app.bootstrap.library_files import open_judgements, open_narratives, open_verifications
from app.bootstrap.projects import open_project, project_summary, read_project
from app.domain.evidence import EvidenceDocument, EvidenceFilter
from app.domain.factcheck import FactCheck, FactCheckFilter
from app.domain.judgement import Judgement, JudgementChange, JudgementOperation, Pair, PairKind
from app.domain.post import Post
from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, no_progress
from app.errors import LibraryError, PriorcheckError
from app.ports import LibraryChange
from app.store import open_evidence, open_library, open_posts, open_vector_cache
from tests.fakes.encoder import FakeEncoder

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "v0.1"
FILES = {
    "project": "debate.priorcheck",
    "library": "library/library.db",
    "old-library": "older/1/library.db",
    "posts": "library/posts.db",
    "evidence": "library/evidence.db",
    "verifications": "library/verifications.db",
    "judgements": "library/judgements.db",
    "narratives": "library/narratives.db",
}
"""The golden file of each kind."""
KINDS = (*FILES, "vectors")
_IDS = [f"golden-{name}" for name in ("0000", "0013", "zh", "es", "bare", "copy", "other")]
_POSTS = [f"golden-post-{number}" for number in range(8)]


def intact_file(kind: str) -> bytes:
    """Return an intact file of this kind."""
    return (GOLDEN / FILES[kind]).read_bytes() if kind in FILES else _cache()


def _cache() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.db"
        cache = open_vector_cache(path)
        cache.put("m", ["one", "two", "three"], np.ones((3, 4), np.float32))
        cache.close()
        return path.read_bytes()


def use(kind: str, path: Path, *, limit: int | None = None) -> None:
    """Run all operations of the program on a file of this kind, or the first `limit`, in a temporary folder. Raises the program's
    own errors; an error in one operation does not stop the next."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        target = folder / _NAMES.get(kind, f"{kind}.db")
        shutil.copy(path, target)
        errors: list[PriorcheckError] = []
        for act in _ACTS[kind][:limit]:
            try:
                act(folder)
            except PriorcheckError as error:
                if error.exit_code != 2 or not str(error).isprintable():
                    raise
                errors.append(error)
        if errors:
            raise errors[0]


_NAMES = {"project": "a.priorcheck", "old-library": "library.db"}


def _project(folder: Path) -> None:
    path = folder / "a.priorcheck"
    with closing(open_project(path)) as project:
        content = project.read()
        project.keep_position(0)
        for act in content.acts[:2]:
            project.keep_act(len(content.acts) + 1, act)
        project.copy_to(folder / "b.priorcheck")


def _look_at_project(folder: Path) -> None:
    project_summary(folder / "a.priorcheck")
    read_project(folder / "a.priorcheck")


def _read_library(folder: Path) -> None:
    with closing(open_library(folder)) as library:
        ids = [item.id for item in library.search("").items]
        library.get([*ids, *_IDS])
        library.same_as(_IDS)
        for word in ("harbour", "水獭", "水獭b"):
            library.search(word)
        library.search("", among=FactCheckFilter(publisher="Golden Desk"))
        library.index_encoder()


def _sum_library(folder: Path) -> None:
    with closing(open_library(folder)) as library:
        library.statistics()
        library.publishers()
        library.ratings()
        library.duplicates()


def _verify_library(folder: Path) -> None:
    with closing(open_library(folder)) as library:
        library.verify(progress=no_progress, cancel=CancelToken())


def _change_library(folder: Path) -> None:
    with closing(open_library(folder)) as library:
        new = FactCheck(id="golden-0013", claim="水獭 closed the harbour", publisher="Golden Desk")
        change = LibraryChange(upsert=[new], delete=["golden-zh"], languages={"golden-es": "es"})
        library.apply(change, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
        with library.snapshot() as snapshot:
            snapshot.factchecks(range(len(snapshot.ids)))


def _read_posts(folder: Path) -> None:
    with closing(open_posts(folder)) as posts:
        posts.get(_POSTS)
        posts.same_as(_POSTS)
        for word in ("", "bridge", "水獭"):
            posts.search(word, among=PostFilter())
        posts.statistics()


def _edit_posts(folder: Path) -> None:
    with closing(open_posts(folder)) as posts:
        posts.keep_edits("another", posts.all_edits())
        posts.verify(progress=no_progress, cancel=CancelToken())


def _change_posts(folder: Path) -> None:
    with closing(open_posts(folder)) as posts:
        posts.add([Post(id="golden-post-2", text="No bridge at all"), Post(id="new", text="x")], progress=no_progress, cancel=CancelToken())
        posts.delete(["golden-post-1"], cancel=CancelToken())


def _index_posts(folder: Path) -> None:
    with closing(open_posts(folder)) as posts:
        posts.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
        with closing(posts.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
            index.posts(range(len(index)))


def _no_cut(text: str, language: str) -> list[tuple[int, int]]:
    return [(0, len(text))]


def _read_evidence(folder: Path) -> None:
    with closing(open_evidence(folder, cut=_no_cut)) as evidence:
        page = evidence.search("", among=EvidenceFilter(undated=True))
        evidence.get([item.id for item in page.items])
        evidence.search("bridge", among=EvidenceFilter(undated=True, without_urls=("https://a.example",)))
        evidence.statistics()
        evidence.keep_warnings(evidence.warnings())
        evidence.verify(progress=no_progress, cancel=CancelToken())


def _change_evidence(folder: Path) -> None:
    with closing(open_evidence(folder, cut=_no_cut)) as evidence:
        evidence.add([EvidenceDocument(id="new", text="Nothing.")], progress=no_progress, cancel=CancelToken())


def _index_evidence(folder: Path) -> None:
    with closing(open_evidence(folder, cut=_no_cut)) as evidence:
        evidence.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
        with closing(evidence.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
            index.passages(range(len(index)))


def _verifications(folder: Path) -> None:
    with closing(open_verifications(folder)) as verification_store:
        ids = [summary.id for summary in verification_store.summaries()]
        verification_store.keep(list(verification_store.get([*ids, "golden-v1"]).values()))
        verification_store.delete(["golden-v2"])


def _judgements(folder: Path) -> None:
    with closing(open_judgements(folder)) as judgement_store:
        judgement_store.all()
        change = JudgementChange(Pair(kind=PairKind.CLAIM, query="x", item="y"), None, Judgement.EXACT)
        judgement_store.keep(JudgementOperation(label="x", who="Ida", at="", changes=(change,)))


def _read_narratives(folder: Path) -> None:
    with closing(open_narratives(folder)) as narrative_store:
        narrative_store.read()
        narrative_store.graph()
        narrative_store.earlier(["golden-other"])


def _change_narratives(folder: Path) -> None:
    with closing(open_narratives(folder)) as narrative_store:
        narrative_store.redo()
        act = narrative_store.undo()
        if act is not None:
            narrative_store.do(act)


def _vectors(folder: Path) -> None:
    cache = open_vector_cache(folder / "vectors.db")
    with suppress(LibraryError):
        for _ in range(2):
            cache.get("m", ["one", "two", "three", "four"])
            cache.put("m", ["four"], np.ones((1, 4), np.float32))
    cache.close()
    with closing(sqlite3.connect(folder / "vectors.db")) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").fetchone() == (0,)


_LIBRARY = (_read_library, _sum_library, _verify_library, _change_library)
_ACTS: Mapping[str, tuple[Callable[[Path], None], ...]] = {
    "project": (_look_at_project, _project),
    "library": _LIBRARY,
    "old-library": _LIBRARY,
    "posts": (_read_posts, _edit_posts, _index_posts, _change_posts),
    "evidence": (_read_evidence, _index_evidence, _change_evidence),
    "verifications": (_verifications,),
    "judgements": (_judgements,),
    "narratives": (_read_narratives, _change_narratives),
    "vectors": (_vectors,),
}
