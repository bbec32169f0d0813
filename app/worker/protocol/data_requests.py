"""Requests about the user's data on this computer."""

from __future__ import annotations

from app.worker.protocol.requests import Request


class ListUserData(Request, frozen=True, kw_only=True):
    """List the user's files and folders. Result: UserData."""
