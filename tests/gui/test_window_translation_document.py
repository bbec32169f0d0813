"""The widgets of the document page, of reviews and of the main window show no untranslated text. They are tested before a document
is open: texts about a document are data or come from view models, which have their own tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app import translation
from app.domain.history import History
from app.gui.document.controller import _BUTTONS
from app.gui.document.filter_bar import FilterBar
from app.gui.document.filter_menus import FilterMenus
from app.gui.document.header import DocumentHeader
from app.gui.document.matches_pane import MatchesPane
from app.gui.document.sentence_dialogs import SpeakerDialog, TextDialog
from app.gui.icons import Icons
from app.gui.jobs import Job
from app.gui.main_window import MainWindow
from app.gui.model.document_view import DocumentView
from app.gui.model.sentence_filter import Chip, ChipKind, Facet
from app.gui.opening import brought, document_filter, factcheck_filter
from app.gui.review.bar import ReviewBar
from app.gui.review.compare_dialog import CompareDialog
from app.gui.review.history import HistoryDialog
from app.gui.theme import Theme
from app.gui.tour import TourCard
from app.gui.widgets.chip_bar import ChipBar
from app.gui.widgets.notice import Notice
from app.gui.widgets.status_line import StatusLine
from app.translation import tr
from tests.fakes.catalogue import Bracketed, untranslated
from tests.gui.untranslated import shown_texts


@pytest.fixture(autouse=True)
def bracketed() -> Iterator[None]:
    """Use a language whose every text is in brackets."""
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = Theme(qapp)
    yield theme
    theme.deleteLater()


def untranslated_texts(root: QWidget) -> set[str]:
    """Return the untranslated texts under a widget, without the buttons that Qt translates."""
    return {text for text in shown_texts(root) if untranslated(text)} - {"Close", "&Close", "Save", "Cancel"}


def _header(theme: Theme, parent: QWidget) -> QWidget:
    document_header = DocumentHeader(DocumentView(), theme, (), parent)
    document_header.announce(tr("The ranking is ready — show"))
    return document_header


def _chips(_theme: Theme, parent: QWidget) -> QWidget:
    chip_bar = ChipBar(parent)
    chip_bar.show_chips((Chip(ChipKind.TEXT, "“ψ”"), Chip(ChipKind.TEXT, "“ω”")))
    return chip_bar


MAKERS: dict[str, Callable[[Theme, QWidget], QWidget]] = {
    "header": _header,
    "filters": lambda theme, parent: FilterBar(DocumentView(), theme, parent),
    "matches": lambda theme, parent: MatchesPane(theme, Icons(theme), parent=parent),
    "decisions": lambda theme, parent: ReviewBar(theme, Icons(theme), (), parent),
    "history": lambda theme, parent: HistoryDialog(History(), theme, parent),
    "words": lambda theme, parent: TextDialog(1245, "Ψ", theme, parent),
    "speaker": lambda theme, parent: SpeakerDialog("Ψ", speaker="Ω", sentence_counts={"Ω": 12}, theme=theme, parent=parent),
    "tour": TourCard,
    "notice": lambda _, parent: Notice("error", parent),
    "chips": _chips,
}


@pytest.mark.parametrize("name", MAKERS)
def test_a_widget_translates_all_its_texts(qtbot: QtBot, theme: Theme, name: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    widget = MAKERS[name](theme, parent)
    assert any("⟦" in text for text in shown_texts(widget))
    assert untranslated_texts(widget) == set()


def test_the_menus_of_the_filters_are_translated(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    menus = FilterMenus(DocumentView(), parent)
    menus.fill(Facet.SPEAKER)
    assert [action.text() for action in menus.menus[Facet.SPEAKER].actions()] == ["⟦Nothing to choose from yet⟧"]
    assert menus.buttons[Facet.FINDING].accessibleName() == "⟦Filter by finding⟧"
    assert menus.more.accessibleName() == "⟦More filters⟧"


def test_the_status_line_is_translated_whatever_it_tells(qtbot: QtBot, theme: Theme) -> None:
    line = StatusLine(theme)
    qtbot.addWidget(line)
    line.resize(3000, 30)
    assert untranslated_texts(line) == set()
    line.show_job(Job(number=1, title="⟦α⟧", done=print, failed=print, units_done=1, units_total=1200))
    assert line.activity.text() == "⟦⟦α⟧ – 1 of 1.200⟧"
    line.show_library(factchecks=19250, newest="2024-01-31", note="⟦β⟧")
    assert "⟦⟦19.250 fact-checks⟧, newest 2024-01-31⟧; ⟦β⟧" in line.library.text()
    line.show_devices((("encoder", "GPU (CUDA), float16"), ("ranker", "processor"), ("stance", "not available")))
    assert line.device.toolTip() == "⟦encoder⟧: ⟦GPU (CUDA)⟧, ⟦float16⟧\n⟦ranker⟧: ⟦processor⟧\n⟦stance⟧: ⟦not available⟧"


def test_pages_menus_and_open_errors_are_translated(window: MainWindow) -> None:
    titles = [action.text() for action in window.menuBar().actions()]
    assert len(titles) == 6
    assert not any(untranslated(text) for text in titles)
    assert untranslated_texts(window.rail) == {
        f"⟦{name}⟧ (Ctrl+{number})" for number, name in enumerate(("Document", "Claims", "Ask", "Verify", "Narratives", "Library"), start=1)
    }
    for urls in (["https://α.β/"], ["file:///α", "file:///β"], ["file:///"], ["file:///ω"]):
        data = QMimeData()
        data.setUrls([QUrl(url) for url in urls])
        refused = brought(data)
        assert refused.refusal
        assert not untranslated(refused.refusal + refused.hint)
    assert not any(untranslated(words) for words in (document_filter(), factcheck_filter()))


def test_buttons_of_decisions_and_empty_states_are_translated(window: MainWindow) -> None:
    page = window.document.page
    for state in (page.empty, page.no_library):
        assert not untranslated(state.heading.text() + state.text.text())
    for button, (_, short) in zip(page.decisions.buttons, _BUTTONS, strict=True):
        assert button.text().startswith(f"⟦{short}⟧")


def test_a_comparison_with_nobody_says_so_in_the_readers_language(qtbot: QtBot, window: MainWindow) -> None:
    window.document.requests.open_text("Α. Β. Γ.")
    window.jobs._client.run()  # type: ignore[attr-defined]
    dialog = window.document.project.side_panels.compare()
    assert isinstance(dialog, CompareDialog)
    qtbot.addWidget(dialog)
    assert not untranslated(dialog.said.text() + dialog.windowTitle() + dialog.gold_button.text())
