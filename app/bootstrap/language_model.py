"""The language model's own process, for those who may not know the adapters."""

from __future__ import annotations


def run_language_model() -> int:
    """Be that process until the program goes away; its exit code."""
    from app.inference.llm.child import main

    return main()
