"""A job's numbers all come from the devices it ends on: when a model moves to the processor meanwhile, the job begins anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar, cast

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class UsesModels(Protocol):
    """What a job works with."""

    def models(self) -> tuple[tuple[str, str], ...]:
        """Role and identity of every model."""
        ...


def on_one_device(job: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A job with the keyword `engine`, done again as a whole for each model that changed its device while it ran.

    A model changes once at most, when its accelerator has no memory left, so this ends; what is computed already and still
    holds comes from the cache.
    """

    @wraps(job)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        engine = cast(UsesModels, kwargs["engine"])
        while True:
            before = engine.models()
            result = job(*args, **kwargs)
            if engine.models() == before:
                return result

    return run
