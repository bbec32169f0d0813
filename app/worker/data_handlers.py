"""The handler that lists the user's data on this computer."""

from __future__ import annotations

from app.domain.user_data import UserData
from app.settings import load_settings
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.routing import handles


class UserDataHandlers:
    """The user's files; needs neither models nor a library."""

    @handles(protocol.ListUserData)
    def list_files(self, request: protocol.ListUserData, context: JobContext) -> UserData:
        from app.services.user_data import list_user_data

        return list_user_data(load_settings(), cancel=context.cancel)
