"""The record of what went online, and the guard that watches for it. Nothing here is a network client."""

from app.network.guard import install, refuses, seal_process, started
from app.network.record import Entry, Outcome, Reading, append, read, record_path

__all__ = ["Entry", "Outcome", "Reading", "append", "install", "read", "record_path", "refuses", "seal_process", "started"]
