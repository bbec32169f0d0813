"""The Verify page of a window under test: completes all pending work."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from app.gui.verify.controller import VerifyController
from app.gui.verify.page import VerifyPage
from tests.fakes.task_client import FakeTaskClient


def settle(controller: VerifyController, client: FakeTaskClient) -> VerifyPage:
    """Answer all requests and deliver all that was read or saved."""
    for _ in range(3):
        assert controller.keeping.flush()
        QApplication.processEvents()
        client.run()
    return controller.page
