"""The record of network use, and the guard that detects and refuses it. Nothing here is a network client."""

from app.network.guard import install, refuses, seal_process, started
from app.network.record import Entry, Outcome, Reading, append, read, record_path

__all__ = ["Entry", "Outcome", "Reading", "append", "install", "read", "record_path", "refuses", "seal_process", "started"]
