"""The worker's shared session, made of the parts that a test gives."""

from __future__ import annotations

from app.worker.shared_session import SharedSession


class SessionOf(SharedSession):
    """`parts` are callables by the names of the methods they stand for; nothing else is opened or loaded."""

    def __init__(self, **parts: object) -> None:
        super().__init__(models=None, device="cpu", threads=1)
        vars(self).update({"session": _nothing, **parts})


def _nothing() -> None:
    raise AssertionError("the handler needs a part that the test did not give")
