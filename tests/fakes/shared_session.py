"""The worker's shared session, built from parts given by a test."""

from __future__ import annotations

from app.worker.shared_session import SharedSession


class SessionOf(SharedSession):
    """`parts` are callables by the names of the methods that they replace; nothing else is opened or loaded."""

    def __init__(self, **parts: object) -> None:
        super().__init__(models=None, device="cpu", threads=1)
        vars(self).update({"session": _nothing, **parts})


def _nothing() -> None:
    raise AssertionError("the handler needs a part that the test did not give")
