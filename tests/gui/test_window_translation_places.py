"""Library, claims, preferences, palette and the dialogs of import and export show no text that was never given to be translated.

All data is in Greek, so that every Latin word without brackets is a word of the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app import network, translation
from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts, ImportReport, RefusedRow
from app.domain.verdict import Verdict
from app.gui.claims.export import FORMATS
from app.gui.file_export import translated, with_suffix
from app.gui.library.import_dialog import ImportDialog
from app.gui.library.page import DUPLICATES, FACTCHECKS, PUBLISHERS, RATINGS, STATISTICS, LibraryPage
from app.gui.main_window import CLAIMS, LIBRARY, MainWindow
from app.gui.settings.controller import DATA, KEYBOARD
from app.gui.settings.dialog import PreferencesDialog
from app.gui.settings.fields import ModelField
from app.gui.settings.keyboard_page import KeyboardPage
from app.gui.settings.settings_page import SettingsPage
from app.settings import DECLARED, load_settings
from app.worker import protocol
from tests.fakes.catalogue import Bracketed, untranslated
from tests.fakes.library_requests import Broken
from tests.fakes.task_client import FakeTaskClient
from tests.gui.untranslated import shown_texts

_KEYS = re.compile(r"(?:(?:\bCtrl|\bAlt|\bShift|⟦Shift⟧)\+)+(?:⟦\w+⟧|Return|Left|Right|.)|\b(?:Return|Enter|Esc|Space|Down|Up|Del)\b")
_OF_QT = re.compile(r"&?Cancel|Scroll (?:Left|Right)")
_OF_CLDR = re.compile(r"\b(?:Inglés|Griego)\b")
"""Languages are called as CLDR calls them in the reader's language; it has no brackets."""
_OF_THE_FAKE = re.compile(r"The row has no claim\.|Reading r\w+|\d words in common\.|^false$|^library · ")
BRIDGE = "Η γέφυρα κόστισε εννέα εκατομμύρια"


def factchecks() -> list[FactCheck]:
    """Five, two of them duplicates that disagree."""
    first = FactCheck(
        id="α",
        claim=BRIDGE,
        title="Τι κόστισε",
        body="Πέντε εκατομμύρια.",
        rating="Ψευδές",
        verdict=Verdict.FALSE,
        publisher="Γραφείο",
        claimant="Κάρλος",
        published=date(2020, 1, 1),
        claimed=date(2019, 12, 1),
        language="el",
        note="Σημείωση",
    )
    second = FactCheck(id="β", claim=BRIDGE, rating="Μισό", verdict=Verdict.MIXED, publisher="Γραφείο", rating_rule="by hand")
    rain = FactCheck(id="γ", claim="Η βροχή ανεβαίνει", rating="Ζοργκλ", publisher="Εφημερίδα", published=date(1999, 1, 1))
    return [first, second, rain, FactCheck(id="δ", claim="Επτά ποταμοί", verdict=Verdict.TRUE), FactCheck(id="ε", claim="Έξι λίμνες")]


def everything(root: QWidget) -> list[str]:
    """Every text of the widgets under this one and of their rows and headers."""
    found = list(shown_texts(root))
    for view in (each for each in (root, *root.findChildren(QWidget)) if isinstance(each, QAbstractItemView)):
        model = view.model()
        if model is not None and not isinstance(view.parent(), QComboBox):
            found += _cells(model)
    return found


def _cells(model: QAbstractItemModel) -> Iterator[str]:
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
    columns = range(1 if isinstance(model, QAbstractListModel) else model.columnCount())
    yield from (str(model.headerData(column, Qt.Orientation.Horizontal) or "") for column in columns)
    for row in range(model.rowCount()):
        yield from (str(model.data(model.index(row, column), role) or "") for column in columns for role in roles)


def left(texts: list[str]) -> set[str]:
    """Those of these texts that were never given to be translated."""
    return {text for text in texts if untranslated(_OF_CLDR.sub("", _OF_THE_FAKE.sub("", _OF_QT.sub("", _KEYS.sub("", text)))))}


@pytest.fixture(autouse=True)
def bracketed() -> Iterator[None]:
    """A language whose every text stands in brackets."""
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


@pytest.fixture
def client(client: FakeTaskClient) -> FakeTaskClient:
    """Over a library in Greek."""
    client.library[:] = factchecks()
    return client


@pytest.fixture
def place(window: MainWindow) -> LibraryPage:
    window.go(LIBRARY)
    return window.library.page


@pytest.fixture
def dialog(window: MainWindow) -> ImportDialog:
    window.actions_by_name["import"].trigger()
    found = window.library._dialog
    assert found is not None
    return found


@pytest.fixture
def preferences(window: MainWindow) -> Iterator[PreferencesDialog]:
    network.append(network.Entry(time=datetime.now(UTC), process="window", who="Βιβλιοθήκη", host="α.β", outcome="refused"))
    window.choices.open()
    made = window.choices.dialog
    assert made is not None
    yield made
    made.accept()


def asked(answer: str = "") -> list[str]:
    """What the next question shows; it is answered by the button whose text has `answer`, else by Esc."""
    shown: list[str] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        shown.extend([*everything(box), box.text(), box.informativeText()])
        button = next((each for each in box.buttons() if answer and answer in each.text()), None)
        button.click() if button is not None else box.reject()

    QTimer.singleShot(0, look)
    return shown


def test_what_was_never_translated_is_found() -> None:
    assert left(["⟦Save⟧ (Ctrl+Return)", "⟦The {name} of ⟦all⟧⟧ 7", "β", "Save", "⟦Go⟧ to Library"]) == {"Save", "⟦Go⟧ to Library"}


@pytest.mark.parametrize("page", [FACTCHECKS, PUBLISHERS, DUPLICATES, RATINGS, STATISTICS])
def test_the_pages_of_the_library(place: LibraryPage, client: FakeTaskClient, page: int) -> None:
    place.tabs.setCurrentIndex(page)
    client.run()
    place.table.selectRow(0)
    place.ratings.use_table.selectRow(0)
    texts = everything(place)
    assert len([text for text in texts if "⟦" in text]) > 40
    assert left(texts) == set()


def test_a_search_that_is_narrowed(place: LibraryPage, client: FakeTaskClient) -> None:
    place.browser.show_only(rating="Ψευδές")
    searching = place.found.text()
    client.run()
    place.table.selectRow(0)
    place.details.text_asked.emit()
    client.run()
    assert left([searching, *everything(place)]) == set()


def test_ratings_and_rules(place: LibraryPage, client: FakeTaskClient) -> None:
    client.shelves.rules["Ζοργκλ", "Εφημερίδα"] = Verdict.MISLEADING
    client.shelves.rules["α|β", ""] = Verdict.TRUE
    place.tabs.setCurrentIndex(RATINGS)
    client.run()
    page = place.ratings
    texts: list[str] = []
    for row in range(page.use_model.rowCount()):
        page.use_table.selectRow(row)
        texts += everything(page)
    page.what.setCurrentIndex(1)
    texts += everything(page)
    for row in range(page.rule_model.rowCount()):
        page.rule_table.selectRow(row)
        texts += everything(page.panel)
    page.apply.click()
    client.step()
    texts += everything(page)
    client.run()
    assert left([*texts, *everything(place)]) == set()


def test_publishers_that_are_chosen(place: LibraryPage, client: FakeTaskClient) -> None:
    place.tabs.setCurrentIndex(PUBLISHERS)
    client.run()
    place.publishers.model.ticked.emit(1, False)
    texts = everything(place)
    place.publishers.way.setCurrentIndex(1)
    place.publishers.way.activated.emit(1)
    assert left([*texts, *everything(place)]) == set()


def test_the_form_of_a_factcheck(place: LibraryPage, client: FakeTaskClient) -> None:
    place.changes.add()
    form = place.changes.editor
    assert form is not None
    form.inputs["language"].setText("1")  # type: ignore[union-attr]
    form.save.click()
    texts = everything(form)
    assert form.problems["claim"].text() in texts and form.problems["claim"].text()
    form.show_failure(Broken("cancelled", "", ""))
    texts += everything(form)
    question = asked("Discard")
    form.reject()
    assert question and left([*texts, *question]) == set()
    place.table.selectRow(0)
    place.details.edit_asked.emit()
    client.run()
    again = place.changes.editor
    assert again is not None and left(everything(again)) == set()
    again.reject()


def test_a_factcheck_is_deleted_and_comes_back(place: LibraryPage, client: FakeTaskClient) -> None:
    texts: list[str] = []
    for _ in range(2):
        place.table.selectRow(0)
        question = asked("Delete")
        place.details.delete_asked.emit()
        client.run()
        texts += [*question, *everything(place)]
    assert len(client.library) == 3
    place.changes.undo()
    client.run()
    assert place.notice.hint.isVisible() and left([*texts, *everything(place)]) == set()
    place.table.selectRow(0)
    client.library.clear()
    place.details.edit_asked.emit()
    client.run()
    assert place.error.isVisible() and left(everything(place.error)) == set()


def test_the_columns_of_a_table(dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    rows = tmp_path / "α.csv"
    rows.write_text("α,β,γ\nΗ γέφυρα στέκει εδώ και χρόνια.,Ψευδές,1\nΗ λίμνη στέρεψε πέρυσι ολόκληρη.,Σωστό,2\n", encoding="utf-8")
    texts = everything(dialog)
    dialog.add_files((rows,))
    qtbot.waitUntil(dialog.mapping.isVisible, timeout=5000)
    boxes = dialog.mapping.boxes
    for claim, rating in ((1, 0), (0, 0), (1, 1)):
        boxes["claim"].setCurrentIndex(claim)
        boxes["rating"].setCurrentIndex(rating)
        texts += everything(dialog)
    dialog.add_files((tmp_path / "β.csv",))
    texts += everything(dialog)
    assert left([text for text in texts if str(tmp_path) not in text]) == set()


def test_an_import(dialog: ImportDialog, client: FakeTaskClient, tmp_path: Path) -> None:
    rows = tmp_path / "α.jsonl"
    rows.write_text("Μία\n\nΔύο\n", encoding="utf-8")
    dialog.add_files((rows,))
    dialog.start.click()
    texts = everything(dialog)
    client.run_until(lambda: dialog.bar.maximum() == 3)
    texts += everything(dialog)
    client.run()
    texts += everything(dialog)
    dialog.show_report(ImportReport(counts=ChangeCounts(), refused=tuple(RefusedRow(source="α", row="1", reason="β") for _ in range(2))))
    texts += everything(dialog)
    dialog.show_failure(Broken("cancelled", "", ""))
    texts += everything(dialog)
    assert left([text for text in texts if str(tmp_path) not in text and text != "α.jsonl"]) == set()


def test_the_claims_place(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(CLAIMS)
    place = window.claims.page
    texts = everything(place)
    place.button.click()
    texts += everything(place)
    for pasted in (f"{BRIDGE}\nΤίποτε τέτοιο", "Επτά ποταμοί"):
        window.claims.look_up(pasted)
        client.run()
        texts += everything(place)
    window.claims.turn(-1)
    texts += everything(place)
    client.breaking[protocol.MatchQueries] = Broken("cancelled", "", "")
    window.claims.look_up(BRIDGE)
    client.run()
    texts += everything(place)
    examples = {button.text() for button in place.examples.buttons}
    assert len(texts) > 100 and left([text for text in texts if text not in examples]) == set()


def test_claims_are_copied_and_exported(
    window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.go(CLAIMS)
    window.claims.look_up(BRIDGE)
    client.run()
    texts: list[str] = []
    window.claims.message_sent.connect(texts.append)
    window.claims.copy()
    client.run()

    def chosen(_parent: QWidget, title: str, start: str, kinds: str) -> tuple[str, str]:
        texts.extend([title, Path(start).stem, *kinds.split(";;")])
        return str(tmp_path / "α"), kinds.split(";;")[1]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    window.claims.export()
    client.run()
    QGuiApplication.clipboard().setText("")
    assert (tmp_path / "α.csv").is_file() and len(texts) == 8 and left(texts) == set()


def test_a_format_is_known_by_its_words_in_any_language() -> None:
    formats = translated(FORMATS)
    assert with_suffix("α", "⟦Web page (*.html)⟧", formats).name == "α.html"
    assert with_suffix("α", "Web page (*.html)", formats).name == "α.xlsx"


def test_every_page_of_the_preferences(preferences: PreferencesDialog) -> None:
    texts: list[str] = []
    for number in range(preferences.names.count()):
        preferences.show_page(number)
        texts += everything(preferences)
    names = {"Español", "English"}
    assert preferences.names.count() == DATA + 1
    assert left([text for text in texts if text not in names and text != "auto"]) == set()


def test_values_that_are_refused(window: MainWindow, preferences: PreferencesDialog, tmp_path: Path) -> None:
    (tmp_path / "α").write_text("", encoding="utf-8")
    wrong = {
        "reviewer": " ",
        "library": "",
        "report_folder": "/ω",
        "worker_python": "/ω",
        "newsroom_logo": "/",
        "font_scale": 9.0,
        "threads": -1,
        "theme": "β",
        "matches_per_sentence": "β",
        "exclude_publishers": 3,
        "newsroom_name": 3,
    }
    said = [window.choices.enter(key, value) for key, value in wrong.items()]  # type: ignore[arg-type]
    assert all(said) and left([text.replace("system, light, dark", "") for text in said]) == set()


def test_a_model_of_ones_own_is_tested(preferences: PreferencesDialog, client: FakeTaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    page = next(page for page in preferences.findChildren(SettingsPage) if "stance_model" in page.fields)
    field = page.fields["stance_model"]
    assert isinstance(field, ModelField)
    titles: list[str] = []

    def chosen(_parent: QWidget, title: str, _start: str) -> str:
        titles.append(title)
        return "/μ"

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", chosen)
    field.choose.click()
    assert titles and left([*titles, *everything(page)]) == set()
    client.run()


def test_no_setting_has_the_letter_that_closes_the_window_in_this_language(window: MainWindow) -> None:
    class Catalan(Bracketed):
        def gettext(self, message: str) -> str:
            return "&Tanca" if message == "&Close" else super().gettext(message)

    translation.use_catalogue("ca", Catalan())
    window.choices.open()
    made = window.choices.dialog
    assert made is not None and made.close_button.text() == "&Tanca"
    for page in made.findChildren(SettingsPage):
        letters = [heading.text().partition("&")[2][:1].casefold() for heading in page._headings]
        assert len(letters) == len(set(letters)) and "t" not in letters
    made.accept()


def test_longer_words_have_room(make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient) -> None:
    class Wordy(Bracketed):
        def gettext(self, message: str) -> str:
            return f"⟦{message} {message}⟧" if len(message) < 20 else super().gettext(message)

    translation.use_catalogue("es", Wordy())
    window = make_window(client)
    client.run()
    header = window.library.page.table.horizontalHeader()
    for column, heading in ((3, "Published"), (4, "Language")):
        header.showSection(column)  # gone where the table is narrow
        assert header.sectionSize(column) > header.fontMetrics().horizontalAdvance(f"⟦{heading} {heading}⟧")
    window.choices.open()
    made = window.choices.dialog
    assert made is not None and made.names.sizeHintForColumn(0) < made.names.viewport().width()
    made.accept()


def test_keys_in_conflict(window: MainWindow, preferences: PreferencesDialog) -> None:
    window.choices.open(KEYBOARD)
    page = preferences.findChildren(KeyboardPage)[0]
    QTest.keyClicks(page.search, "choose library")
    texts: list[str] = []
    for key in (Qt.Key.Key_E, Qt.Key.Key_2):
        QTest.keyClick(page.fields[0], key, Qt.KeyboardModifier.ControlModifier)
        texts += everything(page)
    assert page.message.isVisible() and left(texts) == set()


def test_a_broken_settings_file(own_home: Path) -> None:
    (own_home / "config").mkdir(parents=True, exist_ok=True)
    (own_home / "config" / "settings.toml").write_text('theme = "β"\nδ δ\nshortcuts = ["α: β", 3]\n', encoding="utf-8")
    notes = load_settings().notes
    assert len(notes) == 4 and all(note.startswith("⟦") and note.endswith("⟧") for note in notes)
    assert DECLARED["theme"].label == "Appearance"


def test_the_palette(window: MainWindow, debate: Path) -> None:
    window.preferences.add_recent(debate)
    window.finder.open()
    finder = window.finder.dialog
    assert finder is not None
    texts = everything(finder)
    finder.input.setText("ωωω")
    texts += everything(finder)
    finder.reject()
    assert len(texts) > 100 and left(texts) == set()


def test_the_export_of_a_report(window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = tmp_path / "α.txt"
    text.write_text(f"{BRIDGE}.\nΕπτά ποταμοί.", encoding="utf-8")
    window.document.open_path(text)
    client.run()
    said: list[str] = []
    window.document.export.message_sent.connect(said.append)
    window.actions_by_name["export"].trigger()
    report = window.document.export.dialog
    assert report is not None
    texts = everything(report)
    report.formats["jsonld"].click()
    texts += everything(report)
    report.formats["csv"].click()
    (tmp_path / "β.csv").write_text("", encoding="utf-8")

    def chosen(_parent: QWidget, title: str, start: str, kind: str) -> tuple[str, str]:
        texts.extend([title, Path(start).stem, kind.replace("*.csv", "")])
        return str(tmp_path / "β"), kind

    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    question = asked("Replace")
    report.go_on.click()
    client.run()
    assert question and said and left([*texts, *question, *said, *everything(window.document.page.exported)]) == set()
