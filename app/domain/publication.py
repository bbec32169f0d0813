"""Web addresses of a newsroom's fact-checks, as search engines require them in a ClaimReview."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """Web addresses, "" for unknown ones: the newsroom's `website`, the `article` that contains the ClaimReview, and the page of
    the `claim` for claims without their own."""

    website: str = ""
    article: str = ""
    claim: str = ""


NOWHERE = Addresses()


def web_address(typed: str) -> str:
    """Return the typed address, completed with https:// if needed; "" for anything that is no web address."""
    text = typed.strip()
    if text and "://" not in text:
        text = f"https://{text}"
    try:
        parts = urlsplit(text)
    except ValueError:
        return ""
    host = parts.hostname or ""
    plain = all(char.isprintable() and not char.isspace() and char not in '<>"' for char in text)
    return text if plain and parts.scheme in ("http", "https") and "." in host.strip(".") else ""
