"""The window over a library whose index was made with another encoder: rebuilding is offered, run, stopped, and failing."""

from __future__ import annotations

from collections.abc import Callable

from app.gui.main_window import CLAIMS, LIBRARY, MainWindow
from app.worker import protocol
from tests.fakes.task_client import Broken, FakeTaskClient


def opened(make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient) -> MainWindow:
    client.shelves.awaits_rebuild = True
    window = make_window(client)
    client.run()
    window.go(LIBRARY)
    return window


def test_the_index_is_rebuilt_on_request(make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient) -> None:
    window = opened(make_window, client)
    offer = window.library.page.rebuilding
    assert offer.isVisible() and "another encoder" in offer.message.text() and "goes on" in offer.hint.text()
    window.go(CLAIMS)
    window.claims.look_up("Harbour bridges cost nine million crowns")
    client.run()
    assert window.claims.page.model.rowCount() == 1  # searching goes on
    window.go(LIBRARY)
    offer.button.click()
    assert not offer.isVisible() and client.of(protocol.RebuildLibrary)
    client.run()
    assert not offer.isVisible() and window.status.activity.text() == "The index was built anew."


def test_a_rebuild_that_is_stopped_is_offered_again(make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient) -> None:
    window = opened(make_window, client)
    window.library.page.rebuilding.button.click()
    window.status.cancel.click()
    client.run()
    assert window.library.page.rebuilding.isVisible()


def test_an_unusable_index_is_reported_and_can_be_rebuilt(
    make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient
) -> None:
    client.breaking[protocol.WarmUp] = Broken("library-encoder", "Made with another encoder.", "Build it anew.")
    window = opened(make_window, client)
    offer = window.library.page.rebuilding
    assert offer.isVisible() and "cannot be looked up" in offer.hint.text()
    client.breaking[protocol.RebuildLibrary] = Broken("disk-full", "The disk is full.", "Free some space.")
    offer.button.click()
    client.run()
    assert window.library.page.error.message.text() and offer.isVisible()
    client.breaking.clear()
    offer.button.click()
    client.run()
    assert not offer.isVisible()
