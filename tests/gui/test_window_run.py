"""Starting the window: with the real worker, without heavy imports, and with screenshots."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from app import network
from app.domain.document import Document
from app.gui.excepthook import make_excepthook
from app.gui.main_window import MainWindow
from app.gui.run import make_application
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient, rank, split

ROOT = Path(__file__).resolve().parents[2]


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, env=os.environ.copy(), capture_output=True, text=True, timeout=120, check=False
    )


def test_the_window_is_made_without_models_stores_or_torch() -> None:
    heavy = ("torch", "openvino", "numpy", "hnswlib", "sqlite3", "sklearn", "app.store", "app.inference", "app.services")
    completed = run(f"import sys, app.gui.run\nprint([name for name in {heavy!r} if name in sys.modules])")
    assert completed.stdout.strip() == "[]", completed.stderr


def test_the_window_is_shown_before_heavy_imports_and_without_network(tmp_path: Path) -> None:
    answer = tmp_path / "answer.json"
    code = "import sys\nfrom tests.benchmarks.startup_child import main\nsys.exit(main())"
    completed = run(code, str(answer))
    assert completed.returncode == 0, completed.stderr
    payload = json.loads(answer.read_text(encoding="utf-8"))
    assert payload["heavy"] == [] and payload["shown"] > payload["imported"] > 0
    assert network.read() == network.Reading()


def test_other_threads_hold_the_interpreter_for_a_moment_only(qapp: QApplication) -> None:
    before = sys.getswitchinterval()
    try:
        assert make_application() is qapp
        assert sys.getswitchinterval() <= 0.001
    finally:
        sys.setswitchinterval(before)


def test_a_document_is_opened_and_pictured_in_light_and_dark(tmp_path: Path) -> None:
    document, picture = tmp_path / "talk.txt", tmp_path / "window.png"
    document.write_text("ANNA: Seven rivers cross this county.\nBEN: Thank you.\n", encoding="utf-8")
    code = (
        "import sys\nfrom pathlib import Path\nfrom app.gui.run import run_window\n"
        "sys.exit(run_window(library=Path(sys.argv[1]), document=Path(sys.argv[2]), screenshot=Path(sys.argv[3])))"
    )
    completed = run(code, str(tmp_path / "library"), str(document), str(picture))
    assert completed.returncode == 0, completed.stderr
    assert "Traceback" not in completed.stderr and "QThread" not in completed.stderr
    light, dark = QImage(str(picture)), QImage(str(picture.with_name("window-dark.png")))
    assert light.width() == dark.width() == 1280
    middle = light.width() // 2, light.height() - 60
    assert light.pixelColor(*middle).lightness() > 200
    assert dark.pixelColor(*middle).lightness() < 80


def test_a_ranking_from_elsewhere_is_shown_and_not_computed_again(window: MainWindow, client: FakeTaskClient) -> None:
    ranked = rank(split("Ann: Seven rivers cross Velden county"), client.library)
    window.document.requests.show(ranked)
    window.library.requests.warm_up()
    client.run()
    assert window.document.view.ranked is ranked and not client.of(protocol.RankDocument)
    assert window.actions_by_name["export"].isEnabled()


def test_notes_of_the_reader_are_shown_as_a_notice(window: MainWindow) -> None:
    sample = split("One sentence only.")
    noted = Document(title="x", text=sample.text, sentences=sample.sentences, notes=("The encoding was guessed.", "A part was left out."))
    window.document.page.show_document(noted)
    page = window.document.page
    assert page.notes.isVisible() and page.notes.message.text() == "The encoding was guessed." and not page.error.isVisible()


def test_the_tab_key_goes_from_the_rail_to_the_matches(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    window.document.page.choose_sentence(1)
    assert window.document.page.matches.cards  # made now, not when the event loop turns
    page, order, widget = window.document.page, [], window.rail.nextInFocusChain()
    for _ in range(400):
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            order.append(widget)
        widget = widget.nextInFocusChain()
    stops: list[QWidget] = [page.header.limit, page.filters.ranked, page.filters.search, page.list, page.text, page.matches]
    stops.append(page.matches.cards[0].link_button)
    positions = [order.index(stop) for stop in stops]
    assert positions == sorted(positions)


def test_an_internal_error_is_shown_and_logged(window: MainWindow) -> None:
    written: list[type[BaseException]] = []
    hook = make_excepthook(window.status.say, before=lambda kind, _error, _trace: written.append(kind))
    hook(KeyError, KeyError("<b>x"), None)
    assert written == [KeyError] and "Something went wrong in the program (KeyError)." in window.status.activity.text()
    window.status.say("Ready")
    hook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert written[-1] is KeyboardInterrupt and window.status.activity.text() == "Ready"
