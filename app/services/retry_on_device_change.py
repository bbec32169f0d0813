"""A job runs again where a model changed its device meanwhile, so that all numbers of its result come from the same devices."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

Job = TypeVar("Job", bound=Callable[..., Any])


class HasModels(Protocol):
    """The models that a job works with."""

    def models(self) -> tuple[tuple[str, str], ...]:
        """Role and identity of every model."""
        ...


def retry_on_device_change(job: Job) -> Job:
    """Decorate a job with the keyword `engine`: it runs again as a whole for each model that changed its device while it ran.

    A model moves to the processor once at most, when its accelerator has no memory left, so this ends. What was computed already and
    still holds comes from the cache.
    """

    @wraps(job)
    def run(*args: Any, engine: HasModels, **kwargs: Any) -> Any:
        while True:
            before = engine.models()
            result = job(*args, engine=engine, **kwargs)
            if engine.models() == before:
                return result

    return cast(Job, run)
