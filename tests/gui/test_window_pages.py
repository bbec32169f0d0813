"""A PDF as its pages in the real window: boxes, clicks, keys, zoom, and pictures only of what is in sight."""

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
from app.gui.model.page_layout import BoxesByPage, PageLayout
from app.gui.theme import Appearance
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient


@pytest.fixture
def brochure(tmp_path: Path) -> Path:
    """Thirty pages; the claims stand on the second and the last."""
    made = pymupdf.open()
    for number in range(1, 31):
        lines = [f"Page {number} of this paper has line {n} on it and says nothing." for n in range(30)]
        if number in (2, 30):
            lines[4:6] = ["Harbour bridges cost nine million", "crowns, as was said. Seven rivers cross Velden county."]
        made.new_page().insert_text((72, 90), lines, fontsize=11)
    path = tmp_path / "brochure.pdf"
    path.write_bytes(made.tobytes())
    return path


@pytest.fixture
def place(window: MainWindow, client: FakeTaskClient, brochure: Path, qtbot: QtBot) -> DocumentPage:
    """The document place with the pages shown."""
    window.document.open_path(brochure)
    client.run()
    place = window.document.page
    place.reading.as_pages.click()
    draw(window, client, qtbot)
    assert place.reading.pages_shown
    return place


def draw(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    """Let the pages be asked for and drawn."""
    client.run()
    qtbot.wait(160)
    for _ in range(12):
        client.run()
        qtbot.wait(10)


def claim(place: DocumentPage, page: int) -> int:
    document = place.view.document
    assert document is not None
    return next(each.index for each in document.sentences if each.page == page and each.text.startswith("Harbour"))


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


def test_the_chosen_sentence_is_in_sight_and_boxed_line_by_line(place: DocumentPage) -> None:
    chosen = claim(place, 2)
    assert place.view.selected == chosen
    spots = place.pages.spots(chosen)
    assert len(spots) == 2 and all(place.pages.viewport().rect().contains(spot.toRect()) for spot in spots)
    assert place.pages.accessibleDescription() == place.view.row(chosen).spoken


def test_only_pages_in_sight_and_their_neighbours_are_drawn_and_none_twice(
    window: MainWindow, place: DocumentPage, client: FakeTaskClient, qtbot: QtBot
) -> None:
    asked = [request.page for request in client.of(protocol.RenderPage)]  # type: ignore[attr-defined]
    assert 2 in asked and len(asked) == len(set(asked)) <= 5
    place.choose_sentence(claim(place, 30))
    draw(window, client, qtbot)
    later = [request.page for request in client.of(protocol.RenderPage)][len(asked) :]  # type: ignore[attr-defined]
    assert 30 in later and min(later) >= 27
    place.choose_sentence(claim(place, 2))
    draw(window, client, qtbot)
    assert len(client.of(protocol.RenderPage)) == len(asked) + len(later)


def test_pictures_of_pages_far_away_are_let_go_and_drawn_again(
    window: MainWindow, place: DocumentPage, client: FakeTaskClient, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, scale = window.document._pages.pictures, place.pages._scale()
    assert pictures.picture(2, scale) is not None
    monkeypatch.setattr(page_pictures, "_MOST_BYTES", 1)  # room for the last one alone
    place.choose_sentence(claim(place, 30))
    draw(window, client, qtbot)
    kept = [page for page in range(1, 41) if pictures.picture(page, scale) is not None]
    assert len(kept) == 1 and kept[0] > 20
    before = len(client.of(protocol.RenderPage))
    place.choose_sentence(claim(place, 2))
    draw(window, client, qtbot)
    assert len(client.of(protocol.RenderPage)) > before


def test_a_click_on_a_page_chooses_the_sentence_under_it(place: DocumentPage, qtbot: QtBot) -> None:
    rivers = claim(place, 2) + 1
    assert place.view.row(rivers).text.startswith("Seven rivers")
    where = place.pages.spots(rivers)[0].center().toPoint()
    qtbot.mouseClick(place.pages.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert place.view.selected == rivers and place.list.current_row() is place.view.row(rivers)
    qtbot.mouseClick(place.pages.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, where.y()))
    assert place.view.selected == rivers  # beside the page there is nothing to choose


def test_the_keys_lead_from_page_to_page(window: MainWindow, place: DocumentPage, qtbot: QtBot) -> None:
    window.activateWindow()
    place.pages.setFocus()
    qtbot.waitUntil(place.pages.hasFocus)
    seen = set()
    for _ in range(4):
        row = place.view.current
        assert row is not None
        seen.add(row.sentence.page)
        assert place.pages.viewport().rect().contains(place.pages.spots(row.sentence.index)[0].center().toPoint())
        qtbot.keyClick(place.pages, Qt.Key.Key_J)
    assert seen == {2, 30}


def test_marked_sentences_look_other_than_the_rest_in_light_and_dark(
    window: MainWindow, place: DocumentPage, client: FakeTaskClient, qtbot: QtBot
) -> None:
    chosen, rivers = claim(place, 2), claim(place, 2) + 1
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        window.theme.choose(appearance)
        draw(window, client, qtbot)
        image = place.pages.viewport().grab().toImage()

        def ground(spot_of: int, image: object = image) -> str:
            spot = place.pages.spots(spot_of)[0]
            return str(image.pixelColor(round(spot.left()) + 1, round(spot.bottom()) - 1).name())  # type: ignore[attr-defined]

        plain = ground(chosen - 2)
        assert len({ground(chosen), ground(rivers), plain}) == 3
        assert (plain == "#ffffff") == (appearance is Appearance.LIGHT)
        assert int(plain[1:3], 16) > 180  # paper stays paper


def test_zoom_keeps_the_middle_and_fits_again(
    window: MainWindow, place: DocumentPage, client: FakeTaskClient, qtbot: QtBot, qapp: QApplication
) -> None:
    place.choose_sentence(claim(place, 30) - 12)
    bar = place.pages.verticalScrollBar()
    before, middle = bar.value(), place.pages.viewport().height() / 2
    shown = (before + middle) / (bar.maximum() + bar.pageStep())
    place.reading.larger.click()
    assert place.reading.percent.text() == "125%" and place.pages.horizontalScrollBar().maximum() > 0
    assert (bar.value() + middle) / (bar.maximum() + bar.pageStep()) == pytest.approx(shown, abs=0.002)
    qtbot.keyClick(place.pages, Qt.Key.Key_0)
    assert place.reading.percent.text() == "100%" and place.pages.horizontalScrollBar().maximum() == 0
    assert bar.value() == pytest.approx(before, abs=4)
    centre = QPointF(place.pages.viewport().rect().center())
    wheel = QWheelEvent(
        centre,
        place.pages.viewport().mapToGlobal(centre),
        QPoint(),
        QPoint(0, -240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    qapp.sendEvent(place.pages.viewport(), wheel)
    assert place.reading.percent.text() == "64%"
    scales = [request.scale for request in client.of(protocol.RenderPage)]  # type: ignore[attr-defined]
    draw(window, client, qtbot)
    drawn = [request.scale for request in client.of(protocol.RenderPage)][len(scales) :]  # type: ignore[attr-defined]
    assert drawn and all(scale == pytest.approx(scales[0] * 0.64, abs=0.001) for scale in drawn)  # pixel for pixel, not stretched


def test_an_edit_takes_its_boxes_along(window: MainWindow, place: DocumentPage, client: FakeTaskClient, qtbot: QtBot) -> None:
    chosen = claim(place, 2)
    lines, after = len(place.pages.spots(chosen)) + len(place.pages.spots(chosen + 1)), place.pages.spots(chosen + 2)
    scrolled = place.pages.verticalScrollBar().value()
    window.actions_by_name["merge"].trigger()
    assert len(place.pages.spots(chosen)) == lines and place.pages.spots(chosen + 1) == after
    draw(window, client, qtbot)
    assert len(place.pages.spots(chosen)) == 2 and place.pages.spots(chosen + 1) == after  # found anew: one box a line
    assert place.reading.pages_shown and place.pages.verticalScrollBar().value() == scrolled


def test_an_edit_while_the_sentences_are_looked_for_asks_anew(window: MainWindow, client: FakeTaskClient, brochure: Path) -> None:
    window.document.open_path(brochure)
    client.run()
    place = window.document.page
    place.reading.as_pages.click()
    window.actions_by_name["merge"].trigger()
    client.run()
    asked = client.of(protocol.FindBoxes)
    assert [len(request.spans) for request in asked] == [place.view.count + 1, place.view.count]  # type: ignore[attr-defined]
    assert place.reading.pages_shown and place.pages.spots(place.view.count - 1) and not place.pages.spots(place.view.count)


def test_a_pdf_that_was_changed_or_removed_is_told_and_the_text_stays(
    window: MainWindow, client: FakeTaskClient, brochure: Path, qtbot: QtBot
) -> None:
    window.document.open_path(brochure)
    client.run()
    place = window.document.page
    made = pymupdf.open()
    made.new_page().insert_text((72, 90), "Another paper altogether, on other things.")
    brochure.write_bytes(made.tobytes())
    place.reading.as_pages.click()
    client.run()
    assert not place.reading.pages_shown and place.reading.as_text.isChecked()
    assert place.error.isVisible() and "changed since it was opened" in place.error.message.text()
    brochure.unlink()
    place.reading.as_pages.click()
    client.run()
    assert "There is no file" in place.error.message.text() and "Harbour" in place.text.toPlainText()


SIZES = st.lists(st.tuples(st.floats(50, 900), st.floats(50, 1200)), min_size=1, max_size=8)


@given(SIZES, st.floats(100, 2000), st.floats(0.25, 4), st.data())
def test_pages_lie_under_each_other_and_every_place_is_found_again(
    sizes: list[tuple[float, float]], view: float, zoom: float, data: st.DataObject
) -> None:
    layout = PageLayout(sizes, view_width=view, zoom=zoom)
    spots = [layout.page(number) for number in range(1, len(sizes) + 1)]
    assert all(before.top + before.height < after.top for before, after in itertools.pairwise(spots))
    assert all(spot.left >= 0 and spot.left + spot.width <= layout.width + 0.01 for spot in spots)
    number = data.draw(st.integers(1, len(sizes)))
    x, y = sizes[number - 1][0] * data.draw(st.floats(0.01, 0.99)), sizes[number - 1][1] * data.draw(st.floats(0.01, 0.99))
    spot = layout.place(Box(number, x, y, x, y))
    found = layout.point(spot.left, spot.top)
    assert found is not None and found[0] == number and found[1:] == (pytest.approx(x, abs=0.1), pytest.approx(y, abs=0.1))
    top = data.draw(st.floats(0, layout.height))
    bottom = top + data.draw(st.floats(1, 800))
    seen = [n for n, each in enumerate(spots, start=1) if each.top < bottom and each.top + each.height > top]
    assert list(layout.between(top, bottom)) == seen


def test_a_place_a_little_beside_a_box_counts_and_one_far_away_does_not() -> None:
    boxes = BoxesByPage(PageBoxes(sizes=((600, 800),), boxes=((Box(1, 10, 10, 50, 20),), (Box(1, 10, 24, 50, 34),))))
    assert [boxes.sentence_at(1, 30, y) for y in (8, 15, 21, 23, 29, 60)] == [0, 0, 0, 1, 1, None]
    assert boxes.sentence_at(2, 30, 15) is None
