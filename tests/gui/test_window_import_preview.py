"""The import dialog before anything is written: into which library, how much can be read, and what a date leaves open."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.domain.factcheck import FactCheck
from app.domain.importing import ReadRow, RefusedRow
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, no_progress
from app.gui.library.import_dialog import ImportDialog
from app.gui.main_window import MainWindow
from app.gui.model.import_count import count_rows
from app.ingest.factchecks import read_factchecks
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient

AMBIGUOUS = """claim,rating,publisher,published
The bridge was built in one year by hand.,False,Desk,03/04/2020
The tower stands on sand and moves a bit.,True,Desk,05/06/2021
,True,Desk,05/06/2021
"""


@pytest.fixture
def ambiguous(tmp_path: Path) -> Path:
    """Write a table whose dates could be two days, and one of whose rows has no claim."""
    path = tmp_path / "checks.csv"
    path.write_text(AMBIGUOUS, encoding="utf-8")
    return path


@pytest.fixture
def dialog(window: MainWindow) -> ImportDialog:
    """Provide the dialog of importing fact-checks."""
    window.actions_by_name["import"].trigger()
    import_dialog = window.library._dialog
    assert import_dialog is not None
    return import_dialog


def days(path: Path, order: str) -> list[str]:
    rows = read_factchecks(path, options=ImportOptions(day_order=order), progress=no_progress, cancel=CancelToken())
    return [str(row.factcheck.published) for row in rows if isinstance(row, ReadRow)]


def test_the_order_of_day_and_month_is_that_of_the_options_where_the_table_shows_none(ambiguous: Path) -> None:
    assert days(ambiguous, "") == ["None", "None"]
    assert days(ambiguous, "dmy") == ["2020-04-03", "2021-06-05"]
    assert days(ambiguous, "mdy") == ["2020-03-04", "2021-05-06"]
    ambiguous.write_text(AMBIGUOUS.replace("05/06/2021", "25/06/2021"), encoding="utf-8")
    assert days(ambiguous, "mdy") == ["2020-04-03", "2021-06-25"]  # the table shows the order


def test_a_count_says_what_can_be_read_and_what_is_open() -> None:
    rows = [ReadRow(source="a", row="1", factcheck=FactCheck(id="1", claim="x"), unclear_date="03/04/2020")] * 2
    count = count_rows([*rows, RefusedRow(source="a", row="3", reason="empty")])
    assert count.words == "2 fact-checks can be read, 1 row would be refused."
    assert count.question == "2 dates can be read in two ways, such as “03/04/2020”. Which comes first?"
    assert count_rows([]).words == "0 fact-checks can be read." and not count_rows([]).question
    assert count_rows(rows, most_seconds=-1).words == "More than 1 fact-checks can be read."


def test_the_dialog_says_into_which_library_and_how_much_before_it_imports(
    dialog: ImportDialog, window: MainWindow, client: FakeTaskClient, ambiguous: Path, qtbot: QtBot
) -> None:
    assert dialog.target.isVisible() and dialog.target.text() == "Into the library “library” (3 fact-checks)"
    dialog.add_files((ambiguous,))
    qtbot.waitUntil(lambda: "would be refused" in dialog.counts.text(), timeout=300_000)
    assert dialog.counts.text() == "2 fact-checks can be read, 1 row would be refused."
    assert dialog.question.isVisible() and "03/04/2020" in dialog.question.text() and dialog.day_order.isVisible()
    dialog.day_order.setCurrentIndex(dialog.day_order.findData("dmy"))
    qtbot.waitUntil(lambda: dialog.counts.text().startswith("2 fact-checks"), timeout=300_000)
    assert dialog.day_order.isVisible()
    dialog.start.click()
    client.run()
    request = client.of(protocol.ImportFactChecks)[-1]
    assert isinstance(request, protocol.ImportFactChecks) and request.options.day_order == "dmy"


def test_files_that_cannot_be_read_are_not_counted(dialog: ImportDialog, tmp_path: Path, qtbot: QtBot) -> None:
    dialog.add_files((tmp_path / "gone.csv",))
    qtbot.waitUntil(lambda: dialog._counter.busy, timeout=10_000)
    qtbot.waitUntil(lambda: not dialog._counter.busy, timeout=300_000)
    assert not dialog.counts.isVisible() and not dialog.day_order.isVisible()
