"""Text and links that are safe in documents."""

from __future__ import annotations

from app.domain.control_characters import without_controls


def clean(text: str) -> str:
    """Return text without characters that XML forbids, that a terminal would obey, or that change the reading direction."""
    return without_controls(text)


def is_web_link(url: str) -> bool:
    """Return True for an http or https address; no other becomes a link."""
    return url.startswith(("https://", "http://"))
