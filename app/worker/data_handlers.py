"""The handler that lists what lies on this computer because of the program."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.user_data import DataPlaces
from app.settings import load_settings
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import Request
from app.worker.server import Handler


def data_handlers() -> Mapping[type[Request], Handler]:
    """The handlers by the request they answer."""
    return {protocol.ListUserData: _list}


def _list(_: protocol.ListUserData, context: JobContext) -> DataPlaces:
    from app.services.user_data import list_places

    return list_places(load_settings(), cancel=context.cancel)
