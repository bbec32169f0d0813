"""A PDF shown as pages in the real window: boxes, clicks, keys, zoom, and images only of visible pages."""

from __future__ import annotations

import itertools
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.pages import Box, PageBoxes
from app.gui.document import page_pictures
from app.gui.document.page import DocumentPage
from app.gui.main_window import MainWindow
from app.gui.model.colours import LIGHT
from app.gui.model.page_layout import BoxesByPage, PageLayout
from app.gui.theme import Appearance
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient


@pytest.fixture
def brochure(tmp_path: Path) -> Path:
    """Write a PDF of thirty pages with claims on the second and the last."""
    pdf = pymupdf.open()
    for number in range(1, 31):
        lines = [f"Page {number} of this paper has line {n} on it and says nothing." for n in range(30)]
        if number in (2, 30):
            lines[4:6] = ["Harbour bridges cost nine million", "crowns, as was said. Seven rivers cross Velden county."]
        pdf.new_page().insert_text((72, 90), lines, fontsize=11)
    path = tmp_path / "brochure.pdf"
    path.write_bytes(pdf.tobytes())
    return path


@pytest.fixture
def document_page(window: MainWindow, client: FakeTaskClient, brochure: Path, qtbot: QtBot) -> DocumentPage:
    """Provide the document page with the PDF pages shown."""
    window.document.open_path(brochure)
    client.run()
    document_page = window.document.page
    document_page.reading.as_pages.click()
    draw(window, client, qtbot)
    assert document_page.reading.pages_shown
    return document_page


def draw(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    """Let the pages be requested and drawn."""
    client.run()
    qtbot.wait(160)
    for _ in range(12):
        client.run()
        qtbot.wait(10)


def claim(document_page: DocumentPage, page: int) -> int:
    document = document_page.view.document
    assert document is not None
    return next(sentence.index for sentence in document.sentences if sentence.page == page and sentence.text.startswith("Harbour"))


def test_only_pdfs_that_are_still_there_can_be_shown_as_pages(
    window: MainWindow, client: FakeTaskClient, debate: Path, brochure: Path
) -> None:
    reading = window.document.page.reading
    window.document.open_path(debate)
    client.run()
    assert not reading.bar.isVisible()
    window.document.open_path(brochure)
    client.run()
    assert reading.bar.isVisible() and reading.as_text.isChecked() and not reading.pages_shown
    assert not client.of(protocol.FindBoxes) and not client.of(protocol.RenderPage)  # not before somebody asks


def test_the_chosen_sentence_is_in_sight_and_boxed_line_by_line(document_page: DocumentPage) -> None:
    claim_index = claim(document_page, 2)
    assert document_page.view.selected == claim_index
    spots = document_page.pages.spots(claim_index)
    assert len(spots) == 2 and all(document_page.pages.viewport().rect().contains(spot.toRect()) for spot in spots)
    assert document_page.pages.accessibleDescription() == document_page.view.row(claim_index).spoken


def test_only_pages_in_sight_and_their_neighbours_are_drawn_and_none_twice(
    window: MainWindow, document_page: DocumentPage, client: FakeTaskClient, qtbot: QtBot
) -> None:
    rendered_pages = [request.page for request in client.of(protocol.RenderPage)]  # type: ignore[attr-defined]
    assert 2 in rendered_pages and len(rendered_pages) == len(set(rendered_pages)) <= 5
    document_page.choose_sentence(claim(document_page, 30))
    draw(window, client, qtbot)
    later = [request.page for request in client.of(protocol.RenderPage)][len(rendered_pages) :]  # type: ignore[attr-defined]
    assert 30 in later and min(later) >= 27
    document_page.choose_sentence(claim(document_page, 2))
    draw(window, client, qtbot)
    assert len(client.of(protocol.RenderPage)) == len(rendered_pages) + len(later)


def test_distant_page_images_are_released_and_drawn_again(
    window: MainWindow, document_page: DocumentPage, client: FakeTaskClient, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, scale = window.document._pages.pictures, document_page.pages._scale()
    assert pictures.picture(2, scale) is not None
    monkeypatch.setattr(page_pictures, "_MOST_BYTES", 1)  # room for the last one alone
    document_page.choose_sentence(claim(document_page, 30))
    draw(window, client, qtbot)
    cached_pages = [page for page in range(1, 41) if pictures.picture(page, scale) is not None]
    assert len(cached_pages) == 1 and cached_pages[0] > 20
    before = len(client.of(protocol.RenderPage))
    document_page.choose_sentence(claim(document_page, 2))
    draw(window, client, qtbot)
    assert len(client.of(protocol.RenderPage)) > before


def test_a_click_on_a_page_chooses_the_sentence_under_it(document_page: DocumentPage, qtbot: QtBot) -> None:
    rivers = claim(document_page, 2) + 1
    assert document_page.view.row(rivers).text.startswith("Seven rivers")
    point = document_page.pages.spots(rivers)[0].center().toPoint()
    qtbot.mouseClick(document_page.pages.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert document_page.view.selected == rivers and document_page.list.current_row() is document_page.view.row(rivers)
    qtbot.mouseClick(document_page.pages.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, point.y()))
    assert document_page.view.selected == rivers  # beside the page there is nothing to choose


def test_the_keys_lead_from_page_to_page(window: MainWindow, document_page: DocumentPage, qtbot: QtBot) -> None:
    window.activateWindow()
    document_page.pages.setFocus()
    qtbot.waitUntil(document_page.pages.hasFocus)
    visited_pages = set()
    for _ in range(4):
        row = document_page.view.current
        assert row is not None
        visited_pages.add(row.sentence.page)
        assert document_page.pages.viewport().rect().contains(document_page.pages.spots(row.sentence.index)[0].center().toPoint())
        qtbot.keyClick(document_page.pages, Qt.Key.Key_J)
    assert visited_pages == {2, 30}


def test_marked_sentences_differ_from_the_rest_in_light_and_dark(
    window: MainWindow, document_page: DocumentPage, client: FakeTaskClient, qtbot: QtBot
) -> None:
    claim_index, rivers = claim(document_page, 2), claim(document_page, 2) + 1
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        window.theme.choose(appearance)
        draw(window, client, qtbot)
        image = document_page.pages.viewport().grab().toImage()

        def ground(spot_of: int, image: object = image) -> str:
            spot = document_page.pages.spots(spot_of)[0]
            return str(image.pixelColor(round(spot.left()) + 1, round(spot.bottom()) - 1).name())  # type: ignore[attr-defined]

        plain = ground(claim_index - 2)
        assert len({ground(claim_index), ground(rivers), plain}) == 3
        assert (plain == "#ffffff") == (appearance is Appearance.LIGHT)
        assert int(plain[1:3], 16) > 180  # paper stays paper


def test_a_decided_sentence_loses_its_tint_on_the_page(
    window: MainWindow, document_page: DocumentPage, client: FakeTaskClient, qtbot: QtBot
) -> None:
    index = claim(document_page, 2)
    document_page.choose_sentence(index)
    draw(window, client, qtbot)
    window.preferences.set("go_on", "stay")
    pane = document_page.pages

    def ground() -> str:
        box = pane.spots(index)[0]
        return pane.viewport().grab().toImage().pixelColor(QPointF(box.right() - 1, box.top() + 1).toPoint()).name()

    document_page.choose_sentence(index + 1)
    undecided = ground()
    document_page.choose_sentence(index)
    window.actions_by_name["confirm"].trigger()
    document_page.choose_sentence(index + 1)
    assert ground() == LIGHT.sunken != undecided


def test_zoom_keeps_the_middle_and_fits_again(
    window: MainWindow, document_page: DocumentPage, client: FakeTaskClient, qtbot: QtBot, qapp: QApplication
) -> None:
    document_page.choose_sentence(claim(document_page, 30) - 12)
    bar = document_page.pages.verticalScrollBar()
    before, middle = bar.value(), document_page.pages.viewport().height() / 2
    centre_share = (before + middle) / (bar.maximum() + bar.pageStep())
    document_page.reading.larger.click()
    assert document_page.reading.percent.text() == "125%" and document_page.pages.horizontalScrollBar().maximum() > 0
    assert (bar.value() + middle) / (bar.maximum() + bar.pageStep()) == pytest.approx(centre_share, abs=0.002)
    qtbot.keyClick(document_page.pages, Qt.Key.Key_0)
    assert document_page.reading.percent.text() == "100%" and document_page.pages.horizontalScrollBar().maximum() == 0
    assert bar.value() == pytest.approx(before, abs=4)
    centre = QPointF(document_page.pages.viewport().rect().center())
    wheel = QWheelEvent(
        centre,
        document_page.pages.viewport().mapToGlobal(centre),
        QPoint(),
        QPoint(0, -240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    qapp.sendEvent(document_page.pages.viewport(), wheel)
    assert document_page.reading.percent.text() == "64%"
    scales = [request.scale for request in client.of(protocol.RenderPage)]  # type: ignore[attr-defined]
    draw(window, client, qtbot)
    drawn = [request.scale for request in client.of(protocol.RenderPage)][len(scales) :]  # type: ignore[attr-defined]
    assert drawn and all(scale == pytest.approx(scales[0] * 0.64, abs=0.001) for scale in drawn)  # pixel for pixel, not stretched


def test_an_edit_moves_its_boxes(window: MainWindow, document_page: DocumentPage, client: FakeTaskClient, qtbot: QtBot) -> None:
    claim_index = claim(document_page, 2)
    lines, after = (
        len(document_page.pages.spots(claim_index)) + len(document_page.pages.spots(claim_index + 1)),
        document_page.pages.spots(claim_index + 2),
    )
    scrolled = document_page.pages.verticalScrollBar().value()
    window.actions_by_name["merge"].trigger()
    assert len(document_page.pages.spots(claim_index)) == lines and document_page.pages.spots(claim_index + 1) == after
    draw(window, client, qtbot)
    assert (
        len(document_page.pages.spots(claim_index)) == 2 and document_page.pages.spots(claim_index + 1) == after
    )  # found anew: one box a line
    assert document_page.reading.pages_shown and document_page.pages.verticalScrollBar().value() == scrolled


def test_an_edit_during_the_box_search_requests_boxes_again(window: MainWindow, client: FakeTaskClient, brochure: Path) -> None:
    window.document.open_path(brochure)
    client.run()
    document_page = window.document.page
    document_page.reading.as_pages.click()
    window.actions_by_name["merge"].trigger()
    client.run()
    requests = client.of(protocol.FindBoxes)
    assert [len(request.spans) for request in requests] == [document_page.view.count + 1, document_page.view.count]  # type: ignore[attr-defined]
    assert (
        document_page.reading.pages_shown
        and document_page.pages.spots(document_page.view.count - 1)
        and not document_page.pages.spots(document_page.view.count)
    )


def test_a_changed_or_removed_pdf_is_reported_and_the_text_stays(
    window: MainWindow, client: FakeTaskClient, brochure: Path, qtbot: QtBot
) -> None:
    window.document.open_path(brochure)
    client.run()
    document_page = window.document.page
    pdf = pymupdf.open()
    pdf.new_page().insert_text((72, 90), "Another paper altogether, on other things.")
    brochure.write_bytes(pdf.tobytes())
    document_page.reading.as_pages.click()
    client.run()
    assert not document_page.reading.pages_shown and document_page.reading.as_text.isChecked()
    assert document_page.error.isVisible() and "changed since it was opened" in document_page.error.message.text()
    brochure.unlink()
    document_page.reading.as_pages.click()
    client.run()
    assert "There is no file" in document_page.error.message.text() and "Harbour" in document_page.text.toPlainText()


SIZES = st.lists(st.tuples(st.floats(50, 900), st.floats(50, 1200)), min_size=1, max_size=8)


@given(SIZES, st.floats(100, 2000), st.floats(0.25, 4), st.data())
def test_pages_are_stacked_and_points_map_back_to_their_page(
    sizes: list[tuple[float, float]], view: float, zoom: float, data: st.DataObject
) -> None:
    layout = PageLayout(sizes, view_width=view, zoom=zoom)
    spots = [layout.page(number) for number in range(1, len(sizes) + 1)]
    assert all(before.top + before.height < after.top for before, after in itertools.pairwise(spots))
    assert all(spot.left >= 0 and spot.left + spot.width <= layout.width + 0.01 for spot in spots)
    number = data.draw(st.integers(1, len(sizes)))
    x, y = sizes[number - 1][0] * data.draw(st.floats(0.01, 0.99)), sizes[number - 1][1] * data.draw(st.floats(0.01, 0.99))
    spot = layout.place(Box(number, x, y, x, y))
    point = layout.point(spot.left, spot.top)
    assert point is not None and point[0] == number and point[1:] == (pytest.approx(x, abs=0.1), pytest.approx(y, abs=0.1))
    top = data.draw(st.floats(0, layout.height))
    bottom = top + data.draw(st.floats(1, 800))
    visible_pages = [n for n, box in enumerate(spots, start=1) if box.top < bottom and box.top + box.height > top]
    assert list(layout.between(top, bottom)) == visible_pages


def test_a_point_near_a_box_counts_and_a_distant_one_does_not() -> None:
    boxes = BoxesByPage(PageBoxes(sizes=((600, 800),), boxes=((Box(1, 10, 10, 50, 20),), (Box(1, 10, 24, 50, 34),))))
    assert [boxes.sentence_at(1, 30, y) for y in (8, 15, 21, 23, 29, 60)] == [0, 0, 0, 1, 1, None]
    assert boxes.sentence_at(2, 30, 15) is None
