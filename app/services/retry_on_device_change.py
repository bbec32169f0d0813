"""Repeats a job if a model changed its device meanwhile, so that all numbers of a result come from the same devices."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

Job = TypeVar("Job", bound=Callable[..., Any])


class HasModels(Protocol):
    """The models of a job."""

    def models(self) -> tuple[tuple[str, str], ...]:
        """Return role and identity of every model."""
        ...


def retry_on_device_change(job: Job) -> Job:
    """Decorate a job with the keyword `engine`: it is repeated as a whole for each model that changed its device while it ran.

    A model moves to the processor at most once, when its accelerator runs out of memory, so this ends. Results that are still valid
    come from the cache.
    """

    @wraps(job)
    def run(*args: Any, engine: HasModels, **kwargs: Any) -> Any:
        while True:
            before = engine.models()
            result = job(*args, engine=engine, **kwargs)
            # Otherwise the numbers of one result would come from two devices.
            if engine.models() == before:
                return result

    return cast(Job, run)
