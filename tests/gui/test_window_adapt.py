"""The dialog “Adapt to my library” in a real window: explained, run, stopped, used, discarded, reverted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.gui.library.adapt_dialog import AdaptDialog
from app.gui.main_window import MainWindow
from app.gui.model.adapting import cost
from app.worker import protocol
from tests.fakes.adapt_handlers import adapted
from tests.fakes.task_client import FakeTaskClient

MakeWindow = Callable[[FakeTaskClient], MainWindow]


def opened(window: MainWindow, client: FakeTaskClient) -> AdaptDialog:
    window.actions_by_name["adapt"].trigger()
    client.run()
    dialog = window.library.adapting.dialog
    assert dialog is not None
    return dialog


def table(dialog: AdaptDialog) -> list[str]:
    widgets = [dialog.table.itemAt(index).widget() for index in range(dialog.table.count())]
    return [widget.text() for widget in widgets]  # type: ignore[union-attr]


def test_adaptation_is_explained_run_and_used(make_window: MakeWindow, client: FakeTaskClient) -> None:
    window = make_window(client)
    client.run()
    dialog = opened(window, client)
    assert dialog.estimate.text() == "17,325 made-up claims to learn; about 12 minutes on a computer with nothing else to do."
    assert dialog.start.isEnabled() and not dialog.resume.isVisibleTo(dialog) and not dialog.undo.isVisibleTo(dialog)
    dialog.start.click()
    assert dialog.steps.currentIndex() == 1
    client.run()
    assert dialog.heading.text() == "The adapted encoder is better"
    assert "+0.031 (+0.012 to +0.052)" in table(dialog) and any("confirmed" in cell for cell in table(dialog))
    before = len(client.configured)
    dialog.use.click()
    client.run()
    request = client.adapting.asked[-1]
    assert isinstance(request, protocol.UseAdapted) and (request.library, request.folder) == (
        str(window.library.requests.library),
        "/models/adapted-1",
    )
    assert window.preferences.settings.encoder_model.endswith("/models/adapted-1")
    assert len(client.configured) == before + 1 and window.library.adapting.dialog is None


def test_adaptation_without_the_cross_encoder_is_reported() -> None:
    taught = adapted()
    assert cost(taught).endswith("of memory at most.")
    assert cost(replace(taught, untaught="A file is not there.")).endswith(
        "at most. It learnt without the comparison in full, which could not be loaded: A file is not there."
    )


def test_a_model_that_is_not_better_can_only_be_closed(make_window: MakeWindow, client: FakeTaskClient) -> None:
    window = make_window(client)
    client.run()
    client.adapting.better = False
    dialog = opened(window, client)
    dialog.start.click()
    client.run()
    assert dialog.heading.text() == "The adapted encoder is not surely better"
    assert not dialog.use.isVisibleTo(dialog) and not dialog.discard.isVisibleTo(dialog) and dialog.done_button.isVisibleTo(dialog)


def test_it_can_be_discarded(make_window: MakeWindow, client: FakeTaskClient) -> None:
    window = make_window(client)
    client.run()
    dialog = opened(window, client)
    dialog.start.click()
    client.run()
    dialog.discard.click()
    client.run()
    assert isinstance(client.adapting.asked[-1], protocol.DiscardAdapted) and window.library.adapting.dialog is None
    assert window.preferences.settings.encoder_model == ""


def test_a_stopped_adaptation_changes_nothing_and_can_be_resumed(make_window: MakeWindow, client: FakeTaskClient) -> None:
    window = make_window(client)
    client.run()
    dialog = opened(window, client)
    dialog.start.click()
    dialog.cancel_asked.emit()
    client.run()
    assert dialog.error.message.text() == "Adapting was stopped." and "Nothing was changed." in dialog.error.hint.text()
    assert dialog.steps.currentIndex() == 0 and dialog.resume.isVisibleTo(dialog)
    dialog.resume.click()
    client.run()
    request = client.adapting.asked[-1]
    assert isinstance(request, protocol.AdaptLibrary) and request.options.resume


def test_reopening_the_dialog_shows_the_result(make_window: MakeWindow, client: FakeTaskClient) -> None:
    window = make_window(client)
    client.run()
    dialog = opened(window, client)
    dialog.start.click()
    dialog.accept()
    assert window.library.adapting.dialog is None
    client.run()
    reopened = window.library.adapting.dialog
    assert reopened is not None and reopened.steps.currentIndex() == 2


def test_an_adapted_encoder_can_be_reverted(make_window: MakeWindow, client: FakeTaskClient) -> None:
    window = make_window(client)
    client.run()
    window.preferences.set("encoder_model", "b" * 64 + "  /models/adapted-1")
    dialog = opened(window, client)
    assert dialog.undo.isVisibleTo(dialog)
    dialog.undo.click()
    client.run()
    request = client.adapting.asked[-1]
    assert isinstance(request, protocol.UseAdapted) and request.folder == ""
    assert window.preferences.settings.encoder_model == ""
