"""The window's client of the worker: Qt signals over the typed protocol."""
