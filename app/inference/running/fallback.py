"""From an accelerator to the processor once the accelerator's memory does not hold even one text.

A call that falls back is done again as a whole, so its rows all come from one device; what a job of several calls does about
it is the job's affair (`app.services.engine`), which sees the change in the model's identity.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from app.translation import tr

Model = TypeVar("Model")
Result = TypeVar("Result")
Notify = Callable[[str], None]

_log = logging.getLogger(__name__)


class OutOfDeviceMemory(Exception):  # noqa: N818 - named after what happened; never leaves this package
    """The device has no memory left for this batch."""


class DeviceFallback(Generic[Model]):
    """A model that is replaced by another, once and for all, when `OutOfDeviceMemory` comes out of it.

    `build_next` makes the other one when it is needed; `notify` gets one plain sentence then (default: a warning in the log,
    which the worker hands to the window). `role` is what the sentence calls the model: "encoder", "pair scorer", "stance model".
    """

    def __init__(self, model: Model, build_next: Callable[[], Model], *, role: str, notify: Notify | None = None) -> None:
        self._active = model
        self._build_next: Callable[[], Model] | None = build_next
        self._role = role
        self._notify = notify
        self._lock = threading.Lock()

    @property
    def active(self) -> Model:
        """The model in use now."""
        return self._active

    def run(self, work: Callable[[Model], Result]) -> Result:
        """`work` done with the active model, done anew with the other one when memory runs out. Its own errors pass."""
        model = self._active
        try:
            return work(model)
        except OutOfDeviceMemory:
            pass  # outside the handler the failed try's memory is free
        return work(self._after(model))

    def _after(self, model: Model) -> Model:
        """The model that comes after this one; of several threads that ran out of memory only one builds it."""
        with self._lock:
            if self._active is model:
                if self._build_next is None:
                    raise OutOfDeviceMemory
                tell_shortage(self._role, self._notify)
                self._active, self._build_next = self._build_next(), None
            return self._active


def out_of_memory_message(role: str) -> str:
    """What the user is told when a model moves to the processor."""
    # Translators: the role of a model, such as "encoder" or "pair scorer".
    return tr("The graphics processor has no memory left for the {role}: the processor goes on with it, more slowly.", role=tr(role))


def tell_shortage(role: str, notify: Notify | None) -> None:
    """Tell it, in the log where nobody else listens."""
    (notify or _log.warning)(out_of_memory_message(role))
