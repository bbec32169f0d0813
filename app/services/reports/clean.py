"""Text as documents may hold it."""

from __future__ import annotations

from app.domain.control_characters import without_controls


def clean(text: str) -> str:
    """Text without characters that XML forbids, that a terminal would obey, or that turn the direction of reading."""
    return without_controls(text)


def is_web_link(url: str) -> bool:
    """Whether an address is one of the web; no other becomes a link."""
    return url.startswith(("https://", "http://"))
