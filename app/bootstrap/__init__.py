"""Where ports meet adapters: the only package that builds stores and models."""

from app.bootstrap.session import Session, default_threads

__all__ = ["Session", "default_threads"]
