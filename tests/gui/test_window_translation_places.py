"""Library, claims, preferences, palette and the dialogs of import and export show no untranslated text. All data is Greek, so that
every Latin word without brackets is a text of the program."""

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
    """Return five fact-checks; two are duplicates that disagree."""
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


def all_texts(root: QWidget) -> list[str]:
    """Return every text of the widgets under this one and of their rows and headers."""
    texts = list(shown_texts(root))
    for view in (widget for widget in (root, *root.findChildren(QWidget)) if isinstance(widget, QAbstractItemView)):
        model = view.model()
        if model is not None and not isinstance(view.parent(), QComboBox):
            texts += _cells(model)
    return texts


def _cells(model: QAbstractItemModel) -> Iterator[str]:
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
    columns = range(1 if isinstance(model, QAbstractListModel) else model.columnCount())
    yield from (str(model.headerData(column, Qt.Orientation.Horizontal) or "") for column in columns)
    for row in range(model.rowCount()):
        yield from (str(model.data(model.index(row, column), role) or "") for column in columns for role in roles)


def untranslated_texts(texts: list[str]) -> set[str]:
    """Return those of the texts that were never translated."""
    return {text for text in texts if untranslated(_OF_CLDR.sub("", _OF_THE_FAKE.sub("", _OF_QT.sub("", _KEYS.sub("", text)))))}


@pytest.fixture(autouse=True)
def bracketed() -> Iterator[None]:
    """Use a language whose every text is in brackets."""
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


@pytest.fixture
def client(client: FakeTaskClient) -> FakeTaskClient:
    """Provide a client over a library in Greek."""
    client.library[:] = factchecks()
    return client


@pytest.fixture
def library_page(window: MainWindow) -> LibraryPage:
    window.go(LIBRARY)
    return window.library.page


@pytest.fixture
def dialog(window: MainWindow) -> ImportDialog:
    window.actions_by_name["import"].trigger()
    dialog = window.library._dialog
    assert dialog is not None
    return dialog


@pytest.fixture
def preferences(window: MainWindow) -> Iterator[PreferencesDialog]:
    network.append(network.Entry(time=datetime.now(UTC), process="window", who="Βιβλιοθήκη", host="α.β", outcome="refused"))
    window.choices.open()
    dialog = window.choices.dialog
    assert dialog is not None
    yield dialog
    dialog.accept()


def texts_of_next_question(answer: str = "") -> list[str]:
    """Return the list that collects the texts of the next message box. The box is answered by the button whose text contains
    `answer`, else by Esc."""
    texts: list[str] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        if box is None:  # events were handled before the question came
            QTimer.singleShot(10, look)
            return
        assert isinstance(box, QMessageBox)
        texts.extend([*all_texts(box), box.text(), box.informativeText()])
        button = next((candidate for candidate in box.buttons() if answer and answer in candidate.text()), None)
        button.click() if button is not None else box.reject()

    QTimer.singleShot(0, look)
    return texts


def test_an_untranslated_text_is_detected() -> None:
    assert untranslated_texts(["⟦Save⟧ (Ctrl+Return)", "⟦The {name} of ⟦all⟧⟧ 7", "β", "Save", "⟦Go⟧ to Library"]) == {
        "Save",
        "⟦Go⟧ to Library",
    }


@pytest.mark.parametrize("page", [FACTCHECKS, PUBLISHERS, DUPLICATES, RATINGS, STATISTICS])
def test_the_pages_of_the_library(library_page: LibraryPage, client: FakeTaskClient, page: int) -> None:
    library_page.tabs.setCurrentIndex(page)
    client.run()
    library_page.table.selectRow(0)
    library_page.ratings.use_table.selectRow(0)
    texts = all_texts(library_page)
    assert len([text for text in texts if "⟦" in text]) > 40
    assert untranslated_texts(texts) == set()


def test_a_search_that_is_narrowed(library_page: LibraryPage, client: FakeTaskClient) -> None:
    library_page.browser.show_only(rating="Ψευδές")
    searching = library_page.found.text()
    client.run()
    library_page.table.selectRow(0)
    library_page.details.text_asked.emit()
    client.run()
    assert untranslated_texts([searching, *all_texts(library_page)]) == set()


def test_ratings_and_rules(library_page: LibraryPage, client: FakeTaskClient) -> None:
    client.shelves.rules["Ζοργκλ", "Εφημερίδα"] = Verdict.MISLEADING
    client.shelves.rules["α|β", ""] = Verdict.TRUE
    library_page.tabs.setCurrentIndex(RATINGS)
    client.run()
    page = library_page.ratings
    texts: list[str] = []
    for row in range(page.use_model.rowCount()):
        page.use_table.selectRow(row)
        texts += all_texts(page)
    page.what.setCurrentIndex(1)
    texts += all_texts(page)
    for row in range(page.rule_model.rowCount()):
        page.rule_table.selectRow(row)
        texts += all_texts(page.panel)
    page.apply.click()
    client.step()
    texts += all_texts(page)
    client.run()
    assert untranslated_texts([*texts, *all_texts(library_page)]) == set()


def test_publishers_that_are_chosen(library_page: LibraryPage, client: FakeTaskClient) -> None:
    library_page.tabs.setCurrentIndex(PUBLISHERS)
    client.run()
    library_page.publishers.model.ticked.emit(1, False)
    texts = all_texts(library_page)
    library_page.publishers.way.setCurrentIndex(1)
    library_page.publishers.way.activated.emit(1)
    assert untranslated_texts([*texts, *all_texts(library_page)]) == set()


def test_the_form_of_a_factcheck(library_page: LibraryPage, client: FakeTaskClient) -> None:
    library_page.changes.add()
    form = library_page.changes.editor
    assert form is not None
    form.inputs["language"].setText("1")  # type: ignore[union-attr]
    form.save.click()
    texts = all_texts(form)
    assert form.problems["claim"].text() in texts and form.problems["claim"].text()
    form.show_failure(Broken("cancelled", "", ""))
    texts += all_texts(form)
    question = texts_of_next_question("Discard")
    form.reject()
    assert question and untranslated_texts([*texts, *question]) == set()
    library_page.table.selectRow(0)
    library_page.details.edit_asked.emit()
    client.run()
    edit_form = library_page.changes.editor
    assert edit_form is not None and untranslated_texts(all_texts(edit_form)) == set()
    edit_form.reject()


def test_a_factcheck_is_deleted_and_comes_back(library_page: LibraryPage, client: FakeTaskClient) -> None:
    texts: list[str] = []
    for _ in range(2):
        library_page.table.selectRow(0)
        question = texts_of_next_question("Delete")
        library_page.details.delete_asked.emit()
        client.run()
        texts += [*question, *all_texts(library_page)]
    assert len(client.library) == 3
    library_page.changes.undo()
    client.run()
    assert library_page.notice.hint.isVisible() and untranslated_texts([*texts, *all_texts(library_page)]) == set()
    library_page.table.selectRow(0)
    client.library.clear()
    library_page.details.edit_asked.emit()
    client.run()
    assert library_page.error.isVisible() and untranslated_texts(all_texts(library_page.error)) == set()


def test_the_columns_of_a_table(dialog: ImportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    rows = tmp_path / "α.csv"
    rows.write_text("α,β,γ\nΗ γέφυρα στέκει εδώ και χρόνια.,Ψευδές,1\nΗ λίμνη στέρεψε πέρυσι ολόκληρη.,Σωστό,2\n", encoding="utf-8")
    texts = all_texts(dialog)
    dialog.add_files((rows,))
    qtbot.waitUntil(dialog.mapping.isVisible, timeout=5000)
    boxes = dialog.mapping.boxes
    for claim, rating in ((1, 0), (0, 0), (1, 1)):
        boxes["claim"].setCurrentIndex(claim)
        boxes["rating"].setCurrentIndex(rating)
        texts += all_texts(dialog)
    dialog.add_files((tmp_path / "β.csv",))
    texts += all_texts(dialog)
    assert untranslated_texts([text for text in texts if str(tmp_path) not in text]) <= {"library"}  # the folder's own name


def test_an_import(dialog: ImportDialog, client: FakeTaskClient, tmp_path: Path) -> None:
    rows = tmp_path / "α.jsonl"
    rows.write_text("Μία\n\nΔύο\n", encoding="utf-8")
    dialog.add_files((rows,))
    dialog.start.click()
    texts = all_texts(dialog)
    client.run_until(lambda: dialog.bar.maximum() == 3)
    texts += all_texts(dialog)
    client.run()
    texts += all_texts(dialog)
    dialog.show_report(ImportReport(counts=ChangeCounts(), refused=tuple(RefusedRow(source="α", row="1", reason="β") for _ in range(2))))
    texts += all_texts(dialog)
    dialog.show_failure(Broken("cancelled", "", ""))
    texts += all_texts(dialog)
    assert untranslated_texts([text for text in texts if str(tmp_path) not in text and text != "α.jsonl"]) <= {"library"}


def test_the_claims_page(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(CLAIMS)
    page = window.claims.page
    texts = all_texts(page)
    page.button.click()
    texts += all_texts(page)
    for pasted in (f"{BRIDGE}\nΤίποτε τέτοιο", "Επτά ποταμοί"):
        window.claims.look_up(pasted)
        client.run()
        texts += all_texts(page)
    window.claims.turn(-1)
    texts += all_texts(page)
    client.breaking[protocol.MatchQueries] = Broken("cancelled", "", "")
    window.claims.look_up(BRIDGE)
    client.run()
    texts += all_texts(page)
    examples = {button.text() for button in page.examples.buttons}
    assert len(texts) > 100 and untranslated_texts([text for text in texts if text not in examples]) == set()


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
    assert (tmp_path / "α.csv").is_file() and len(texts) == 8 and untranslated_texts(texts) == set()


def test_a_format_is_known_by_its_words_in_any_language() -> None:
    formats = translated(FORMATS)
    assert with_suffix("α", "⟦Web page (*.html)⟧", formats).name == "α.html"
    assert with_suffix("α", "Web page (*.html)", formats).name == "α.xlsx"


def test_every_page_of_the_preferences(preferences: PreferencesDialog) -> None:
    texts: list[str] = []
    for number in range(preferences.names.count()):
        preferences.show_page(number)
        texts += all_texts(preferences)
    names = {"Español", "English"}
    assert preferences.names.count() == DATA + 1
    assert untranslated_texts([text for text in texts if text not in names and text != "auto"]) == set()


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
    messages = [window.choices.enter(key, value) for key, value in wrong.items()]  # type: ignore[arg-type]
    assert all(messages) and untranslated_texts([text.replace("system, light, dark", "") for text in messages]) == set()


def test_a_user_model_is_tested(preferences: PreferencesDialog, client: FakeTaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    page = next(page for page in preferences.findChildren(SettingsPage) if "stance_model" in page.fields)
    field = page.fields["stance_model"]
    assert isinstance(field, ModelField)
    titles: list[str] = []

    def chosen(_parent: QWidget, title: str, _start: str) -> str:
        titles.append(title)
        return "/μ"

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", chosen)
    field.choose.click()
    assert titles and untranslated_texts([*titles, *all_texts(page)]) == set()
    client.run()


def test_no_setting_has_the_letter_that_closes_the_window_in_this_language(window: MainWindow) -> None:
    class Catalan(Bracketed):
        def gettext(self, message: str) -> str:
            return "&Tanca" if message == "&Close" else super().gettext(message)

    translation.use_catalogue("ca", Catalan())
    window.choices.open()
    dialog = window.choices.dialog
    assert dialog is not None and dialog.close_button.text() == "&Tanca"
    for page in dialog.findChildren(SettingsPage):
        letters = [heading.text().partition("&")[2][:1].casefold() for heading in page._headings]
        assert len(letters) == len(set(letters)) and "t" not in letters
    dialog.accept()


def test_longer_translations_fit(make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient) -> None:
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
    dialog = window.choices.dialog
    assert dialog is not None and dialog.names.sizeHintForColumn(0) < dialog.names.viewport().width()
    dialog.accept()


def test_keys_in_conflict(window: MainWindow, preferences: PreferencesDialog) -> None:
    window.choices.open(KEYBOARD)
    page = preferences.findChildren(KeyboardPage)[0]
    QTest.keyClicks(page.search, "choose library")
    texts: list[str] = []
    for key in (Qt.Key.Key_E, Qt.Key.Key_2):
        QTest.keyClick(page.fields[0], key, Qt.KeyboardModifier.ControlModifier)
        texts += all_texts(page)
    assert page.message.isVisible() and untranslated_texts(texts) == set()


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
    texts = all_texts(finder)
    finder.input.setText("ωωω")
    texts += all_texts(finder)
    finder.reject()
    assert len(texts) > 100 and untranslated_texts(texts) == set()


def test_the_export_of_a_report(window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = tmp_path / "α.txt"
    text.write_text(f"{BRIDGE}.\nΕπτά ποταμοί.", encoding="utf-8")
    window.document.open_path(text)
    client.run()
    messages: list[str] = []
    window.document.export.message_sent.connect(messages.append)
    window.actions_by_name["export"].trigger()
    report = window.document.export.dialog
    assert report is not None
    texts = all_texts(report)
    report.formats["jsonld"].click()
    texts += all_texts(report)
    report.formats["csv"].click()
    (tmp_path / "β.csv").write_text("", encoding="utf-8")

    def chosen(_parent: QWidget, title: str, start: str, kind: str) -> tuple[str, str]:
        texts.extend([title, Path(start).stem, kind.replace("*.csv", "")])
        return str(tmp_path / "β"), kind

    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    question = texts_of_next_question("Replace")
    report.go_on.click()
    client.run()
    assert question and messages and untranslated_texts([*texts, *question, *messages, *all_texts(window.document.page.exported)]) == set()
