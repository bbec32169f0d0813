"""Binds handlers to the requests they answer: `@handles(ReadDocument)` above a method, and a table of all methods marked so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from app.worker.context import JobContext
from app.worker.protocol import AnyRequest, Request

R = TypeVar("R")
Handler = Callable[[Any, JobContext], object]
_Method = Callable[[Any, Any, JobContext], R]


def handles(request: type[Request[R]]) -> Callable[[_Method[R]], _Method[R]]:
    """Mark a method as the handler of this request; its return type is checked against the request's result."""

    def mark(method: _Method[R]) -> _Method[R]:
        method.request = request  # type: ignore[attr-defined]
        return method

    return mark


def handlers_of(*owners: object) -> dict[type[AnyRequest], Handler]:
    """Return the marked methods of these objects by request."""
    return {
        method.request: getattr(owner, name) for owner in owners for name, method in vars(type(owner)).items() if hasattr(method, "request")
    }
