"""The project on disk of the document that is open: made with the first act, written act by act, found again with the document."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bootstrap.projects import check_free, create_project, open_project
from app.demo_paths import demo_projects_dir
from app.domain.document import Document
from app.domain.history import History
from app.domain.keyed_document import KeyedDocument
from app.domain.project import SUFFIX, ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import ReviewOperation
from app.errors import PriorcheckError, ProjectError
from app.paths import projects_dir, resources_dir
from app.tasks.background_writer import BackgroundWriter
from app.translation import tr

if TYPE_CHECKING:
    from app.ports import ProjectFile

_LONGEST = 48
_PATIENCE = 10.0


class ProjectSession(QObject):
    """`loaded` carries a ProjectContent, `refused` why a project could not be opened, `troubled` why a change is not on the disk yet
    (both a PriorcheckError), `saved` that everything is, `moved` the path of a project that was saved elsewhere."""

    loaded = Signal(object)
    refused = Signal(object)
    troubled = Signal(object)
    saved = Signal()
    moved = Signal(str)
    _read = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeper: BackgroundWriter[ProjectFile] | None = None
        self._base: KeyedDocument | None = None
        self._ranked: RankedDocument | None = None
        self._opening = False
        self.path: Path | None = None
        self._read.connect(self._arrived)

    @property
    def active(self) -> bool:
        """True once there is a file that is kept."""
        return self._keeper is not None

    def begin(self, document: Document, base: KeyedDocument) -> bool:
        """Another document is open: leave the project of the one before. True when this document was reviewed before; its project is
        then read, and `loaded` or `refused` tells of it."""
        self.leave()
        self._base, self.path = base, automatic_path(document)
        if not self.path.is_file():
            return False
        self.resume(self.path)
        return True

    def resume(self, path: Path) -> None:
        """Open a project; `loaded` or `refused` tells of it."""
        self.leave()
        self.path, self._opening = path, True
        self._keeper = self._make(partial(open_project, path))
        keeper = self._keeper
        self._keeper.put(lambda file: self._read.emit(keeper, file.read()))

    def act(self, number: int, act: ReviewOperation) -> None:
        """The act of this number was done."""
        self._put(partial(_keep_act, number, act))

    def position(self, position: int) -> None:
        """So many acts hold."""
        self._put(lambda file: file.keep_position(position))

    def ranking(self, ranked: RankedDocument) -> None:
        """The document was ranked: kept with the project, if there is one or as soon as there is."""
        self._ranked = ranked
        if self.active:
            self._put(lambda file: file.keep_ranking(ranked))

    def note(self, name: str, text: str) -> None:
        """Something that belongs to the project; nothing while there is none."""
        if self.active:
            self._put(lambda file: file.keep_note(name, text))

    def save_as(self, path: Path, history: History[ReviewOperation]) -> None:
        """Go on in a file at another place; `moved` or `troubled` tells of it. What could not be written where it was goes along."""
        self._start()
        keeper, previous_path = self._keeper, self.path
        if keeper is None or previous_path is None:
            return
        if keeper.flush(_PATIENCE):
            self._keeper = None
            saved = path == previous_path or self._copied(keeper, path)
            keeper.close()
            self.path = path if saved else previous_path
            self._keeper = self._make(partial(open_project, self.path))
        else:
            saved = self._written_anew(path, history)
        if saved:
            self.moved.emit(str(path))

    def _copied(self, keeper: BackgroundWriter[ProjectFile], path: Path) -> bool:
        def copy(file: ProjectFile) -> None:
            check_free(path)
            file.copy_to(path)

        keeper.put(copy)
        return keeper.flush(_PATIENCE)

    def _written_anew(self, path: Path, history: History[ReviewOperation]) -> bool:
        """The whole project from memory, for a file that cannot be written any more; that one is let go only when this is done."""
        base, ranked = self._base, self._ranked
        if base is None:
            return False
        keeper = self._make(partial(create_project, path, base))
        for number, act in enumerate(history.operations, start=1):
            keeper.put(partial(_keep_act, number, act))
        keeper.put(lambda file: file.keep_position(history.position))
        if ranked is not None:
            keeper.put(lambda file: file.keep_ranking(ranked))
        if not keeper.flush(_PATIENCE):
            keeper.close(0)
            return False
        old_keeper, self._keeper, self.path = self._keeper, keeper, path
        if old_keeper is not None:
            old_keeper.close(0)
        return True

    def retry(self) -> None:
        """Try again what could not be written."""
        if self._keeper is not None:
            self._keeper.retry()

    def leave(self, timeout: float = 10.0) -> bool:
        """Write what waits and let the file go; False when something could not be written."""
        keeper, self._keeper = self._keeper, None
        self._base = self._ranked = self.path = None
        self._opening = False
        return keeper.close(timeout) if keeper is not None else True

    def _put(self, work: Callable[[ProjectFile], None]) -> None:
        self._start()
        if self._keeper is not None:
            self._keeper.put(work)

    def _start(self) -> None:
        """Make the project's file, with the document and its ranking, where there is none yet."""
        if self._keeper is not None or self._base is None or self.path is None:
            return
        self._keeper = self._make(partial(_create, self.path, self._base))
        ranked = self._ranked
        if ranked is not None:
            self._keeper.put(lambda file: file.keep_ranking(ranked))

    def _make(self, open_file: Callable[[], ProjectFile]) -> BackgroundWriter[ProjectFile]:
        return BackgroundWriter(open_file, failed=self._failed, saved=self.saved.emit)

    def _failed(self, error: PriorcheckError) -> None:
        """Called on the keeper's thread; the signals go to the window's."""
        (self.refused if self._opening else self.troubled).emit(error)

    def _arrived(self, keeper: BackgroundWriter[ProjectFile], content: ProjectContent) -> None:
        if keeper is self._keeper:
            self._opening, self._base, self._ranked = False, content.base, content.ranked
            self.loaded.emit(content)


def automatic_path(document: Document) -> Path:
    """Return the path of the project of a document that nobody has saved elsewhere. A digest of the text identifies the document."""
    digest = hashlib.blake2b(document.text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    folder = demo_projects_dir() if _is_demo(document) else automatic_folder()
    existing = sorted(folder.glob(f"*-{digest}{SUFFIX}"))
    name = re.sub(r"[^\w]+", "-", document.title).strip("-")[:_LONGEST] or "document"
    return existing[0] if existing else folder / f"{name}-{digest}{SUFFIX}"


def _is_demo(document: Document) -> bool:
    """Return whether this is a document of the bundled demo, whose reviews are removed with the demo."""
    return bool(document.source) and Path(document.source).parent == resources_dir() / "demo"


def automatic_folder() -> Path:
    """Return the folder of the projects that nobody has saved elsewhere."""
    return projects_dir()


def _keep_act(number: int, act: ReviewOperation, file: ProjectFile) -> None:
    file.keep_act(number, act)


def _create(path: Path, base: KeyedDocument) -> ProjectFile:
    if path.exists():  # another window made it meanwhile
        raise ProjectError(
            "project-open",
            tr("“{name}” is open in another window.", name=path.name),
            hint=tr("Close it there, then open this document again."),
        )
    return create_project(path, base)
