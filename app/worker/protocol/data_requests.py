"""What a client asks of the user's data as such."""

from __future__ import annotations

from app.worker.protocol.requests import Request


class ListUserData(Request, frozen=True, kw_only=True):
    """Every place where something of the user's lies. Result: DataPlaces."""
