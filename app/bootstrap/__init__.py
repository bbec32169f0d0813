"""The composition root: the only package that connects ports to adapters and builds stores and models.

Its modules are loaded on demand, since the window needs only `projects`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.bootstrap.open_libraries import default_threads as default_threads
    from app.bootstrap.session import Session as Session

_LAZY = ("Session", "default_threads")
__all__ = ["Session", "default_threads", "run_language_model"]


def run_language_model() -> int:
    """Run the process of the language model until the program ends; return its exit code."""
    from app.inference.llm.child import main

    return main()


def __getattr__(name: str) -> object:
    if name in _LAZY:
        from app.bootstrap import open_libraries, session

        return {"Session": session.Session, "default_threads": open_libraries.default_threads}[name]
    raise AttributeError(name)
