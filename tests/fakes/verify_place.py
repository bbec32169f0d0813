"""The Verify place of a window under test: everything that it waits for comes."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from app.gui.verify.controller import VerifyController
from app.gui.verify.page import VerifyPage
from tests.fakes.task_client import FakeTaskClient


def settle(controller: VerifyController, client: FakeTaskClient) -> VerifyPage:
    """All requests are answered, all that was read or written is told."""
    for _ in range(3):
        assert controller.keeping.flush()
        QApplication.processEvents()
        client.run()
    return controller.page
