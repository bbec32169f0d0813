"""Where ports meet adapters: the only package that builds stores and models. Loaded when asked for: the window needs `projects` alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.bootstrap.open_libraries import default_threads as default_threads
    from app.bootstrap.session import Session as Session

__all__ = ["Session", "default_threads"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from app.bootstrap import session

        return getattr(session, name)
    raise AttributeError(name)
