"""Fallback from an accelerator to the processor when not even one text fits into the accelerator's memory.

A call that falls back is repeated as a whole, so that all its rows come from one device. Jobs of several calls
(`app.services.engine`) notice the change by the model's identity.
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
    """Raised when a batch does not fit into the device's memory."""


class DeviceFallback(Generic[Model]):
    """A model that is replaced for good by another one after `OutOfDeviceMemory`.

    `build_next` builds the other one on demand; `notify` then receives a message (default: a warning in the log, which the worker
    forwards to the window). `role` is the model's name in the message: "encoder", "pair scorer", "stance model".
    """

    def __init__(self, model: Model, build_next: Callable[[], Model], *, role: str, notify: Notify | None = None) -> None:
        self._active = model
        self._build_next: Callable[[], Model] | None = build_next
        self._role = role
        self._notify = notify
        self._lock = threading.Lock()

    @property
    def active(self) -> Model:
        """Current model."""
        return self._active

    def run(self, work: Callable[[Model], Result]) -> Result:
        """Return `work` of the active model, repeated with the other one if memory runs out. Its other errors pass through."""
        model = self._active
        try:
            return work(model)
        except OutOfDeviceMemory:
            pass  # outside the handler the failed try's memory is free
        # The whole work starts again, since one call belongs to one device.
        return work(self._after(model))

    def _after(self, model: Model) -> Model:
        """Return the successor of this model; if several threads ran out of memory, only one builds it."""
        with self._lock:
            if self._active is model:
                if self._build_next is None:
                    raise OutOfDeviceMemory
                report_shortage(self._role, self._notify)
                self._active, self._build_next = self._build_next(), None
            return self._active


def out_of_memory_message(role: str) -> str:
    """Return the message for a model that moves to the processor."""
    # Translators: the role of a model, such as "encoder" or "pair scorer".
    return tr("The graphics processor has no memory left for the {role}: the processor goes on with it, more slowly.", role=tr(role))


def report_shortage(role: str, notify: Notify | None) -> None:
    """Send the message to `notify`, or to the log without it."""
    (notify or _log.warning)(out_of_memory_message(role))
