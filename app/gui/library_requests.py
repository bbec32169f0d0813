"""Worker requests about the library: warm it up, describe it, load the demo, import files. Uses no widgets."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from app.domain.importing import ImportReport, LibraryStatistics
from app.domain.options import ImportOptions
from app.errors import LibraryError
from app.gui.jobs import Job, Jobs, JobSlot
from app.gui.model.library_name import is_demo
from app.paths import resources_dir
from app.translation import tr
from app.worker.protocol import DescribeLibrary, ImportFactChecks, Ready, RebuildLibrary, RebuildResult, WarmUp


class LibraryRequests(QObject):
    """`ready` carries a Ready, `described` LibraryStatistics, `imported` an ImportReport, `failed` (what, Failure);
    `rebuilt`: the index was built anew; `demo_asked`: the demo's library is to be opened."""

    ready = Signal(object)
    described = Signal(object)
    imported = Signal(object)
    failed = Signal(str, object)
    rebuilt = Signal()
    demo_asked = Signal()

    def __init__(self, jobs: Jobs, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.library = library
        self.factchecks: int | None = None
        self.importing = JobSlot(jobs, replaces=False)
        self.load_demo_action = QAction(tr("Load the demo library"), self)
        self.has_demo = bool(demo_files())
        self.load_demo_action.setEnabled(self.has_demo)
        self.load_demo_action.triggered.connect(self.demo_asked)

    def warm_up(self, *, quiet: bool = False) -> None:
        """Load models and library, so that the first ranking starts at once; `quiet` after a change of what is loaded already."""
        request = WarmUp(library=str(self.library))
        failed = partial(self.failed.emit, "ready")
        self._jobs.ask(request, self._ready, title=tr("Loading models"), failed=failed, quiet=quiet)

    def describe(self) -> None:
        """Ask for size, newest date and statistics."""
        request = DescribeLibrary(library=str(self.library))
        failed = partial(self.failed.emit, "describe")
        self._jobs.ask(request, self._described, title=tr("Reading the library"), failed=failed, quiet=True)

    @property
    def filling(self) -> Job | None:
        """The import that fills a library without fact-checks, while it runs."""
        return self.importing.job if not self.factchecks else None

    def load_demo(self) -> None:
        """Ask for the demo's library, which is filled where it is empty."""
        self.demo_asked.emit()

    def enter_demo(self) -> bool:
        """Open the demo's library unless it is open already: nothing of the demo goes into the user's own. Return whether another one
        was open."""
        if is_demo(self.library):
            return False
        self.load_demo()
        return True

    def fill_demo(self) -> None:
        """Import the bundled demo fact-checks into the demo's library, unless a library is being filled."""
        if self.filling is None:
            self.import_files(demo_files(), ImportOptions())

    def import_files(self, paths: tuple[Path, ...], options: ImportOptions) -> None:
        """Import files; the library stays as it was if this is cancelled or fails."""
        request = ImportFactChecks(library=str(self.library), paths=tuple(map(str, paths)), options=options)
        self.importing.ask(request, self._imported, title=tr("Importing fact-checks"), failed=partial(self.failed.emit, "import"))

    def rebuild(self) -> None:
        """Build the index anew with the encoder in use; the old one is searched until then, and what is encoded is kept if this stops."""
        request = RebuildLibrary(library=str(self.library))
        failed = partial(self.failed.emit, "rebuild")
        self._jobs.ask(request, self._rebuilt, title=tr("Building the index anew"), failed=failed)

    def _ready(self, value: Ready) -> None:
        self.factchecks = value.factchecks
        self.ready.emit(value)
        self.describe()

    def _described(self, value: LibraryStatistics) -> None:
        self.factchecks = value.factchecks
        self.described.emit(value)

    def _imported(self, value: ImportReport) -> None:
        self.factchecks = self.factchecks or None  # how many there are now is told once the library was read
        self.imported.emit(value)
        self.warm_up()

    def _rebuilt(self, value: RebuildResult) -> None:
        self.rebuilt.emit()
        for problem in value.problems:
            self.failed.emit("repair", LibraryError("library-altered", f"{problem.name}: {problem.detail}", hint=problem.hint))
        self.warm_up()


def demo_files() -> tuple[Path, ...]:
    """The demo's fact-checks; its posts, questions and gold are JSON Lines, too."""
    return tuple(sorted((resources_dir() / "demo").glob("factchecks_*.jsonl")))


def demo_document() -> Path | None:
    """The demo's debate, if it is bundled."""
    return next(iter(sorted((resources_dir() / "demo").glob("*.vtt"))), None)
