"""The handler that lists the user's data on this computer."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.user_data import UserData
from app.settings import load_settings
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import Request
from app.worker.server import Handler


def data_handlers() -> Mapping[type[Request], Handler]:
    """Return the handlers by request type."""
    return {protocol.ListUserData: _list}


def _list(_: protocol.ListUserData, context: JobContext) -> UserData:
    from app.services.user_data import list_user_data

    return list_user_data(load_settings(), cancel=context.cancel)
