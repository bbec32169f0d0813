"""“Adapt to my library”, in a real window: explained, run, stopped, used, discarded, gone back from."""

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
    found = [dialog.table.itemAt(place).widget() for place in range(dialog.table.count())]
    return [widget.text() for widget in found]  # type: ignore[union-attr]


def test_it_is_explained_with_what_it_takes_and_run_and_used(make_window: MakeWindow, client: FakeTaskClient) -> None:
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
    asked = client.adapting.asked[-1]
    assert isinstance(asked, protocol.UseAdapted) and (asked.library, asked.folder) == (
        str(window.library.requests.library),
        "/models/adapted-1",
    )
    assert window.preferences.settings.encoder_model.endswith("/models/adapted-1")
    assert len(client.configured) == before + 1 and window.library.adapting.dialog is None


def test_what_it_learnt_without_is_told() -> None:
    taught = adapted()
    assert cost(taught).endswith("of memory at most.")
    assert cost(replace(taught, untaught="A file is not there.")).endswith(
        "at most. It learnt without the comparison in full, which could not be loaded: A file is not there."
    )


def test_what_is_not_better_can_only_be_closed(make_window: MakeWindow, client: FakeTaskClient) -> None:
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


def test_stopped_it_says_that_nothing_changed_and_can_be_gone_on_with(make_window: MakeWindow, client: FakeTaskClient) -> None:
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
    asked = client.adapting.asked[-1]
    assert isinstance(asked, protocol.AdaptLibrary) and asked.options.resume


def test_a_dialog_that_was_closed_meanwhile_shows_what_came_out(make_window: MakeWindow, client: FakeTaskClient) -> None:
    window = make_window(client)
    client.run()
    dialog = opened(window, client)
    dialog.start.click()
    dialog.accept()
    assert window.library.adapting.dialog is None
    client.run()
    shown = window.library.adapting.dialog
    assert shown is not None and shown.steps.currentIndex() == 2


def test_an_adapted_encoder_in_use_can_be_gone_back_from(make_window: MakeWindow, client: FakeTaskClient) -> None:
    window = make_window(client)
    client.run()
    window.preferences.set("encoder_model", "b" * 64 + "  /models/adapted-1")
    dialog = opened(window, client)
    assert dialog.undo.isVisibleTo(dialog)
    dialog.undo.click()
    client.run()
    asked = client.adapting.asked[-1]
    assert isinstance(asked, protocol.UseAdapted) and asked.folder == ""
    assert window.preferences.settings.encoder_model == ""
