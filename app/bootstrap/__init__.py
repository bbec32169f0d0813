"""Where ports meet adapters: the only package that builds stores and models. Loaded when asked for: the window needs `projects` alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.bootstrap.open_libraries import default_threads as default_threads
    from app.bootstrap.session import Session as Session

_LAZY = ("Session", "default_threads")
__all__ = ["Session", "default_threads", "run_language_model"]


def run_language_model() -> int:
    """Be the language model's own process until the program goes away; return its exit code."""
    from app.inference.llm.child import main

    return main()


def __getattr__(name: str) -> object:
    if name in _LAZY:
        from app.bootstrap import open_libraries, session

        return {"Session": session.Session, "default_threads": open_libraries.default_threads}[name]
    raise AttributeError(name)
