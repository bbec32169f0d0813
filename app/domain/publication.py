"""Where a newsroom's fact-checks stand on the web, as search engines ask of a ClaimReview."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """Web addresses, "" for one that is not known: the newsroom's `website`, the `article` that the ClaimReview goes into, and the page
    where the `claim` was made, for claims that name none themselves."""

    website: str = ""
    article: str = ""
    claim: str = ""


NOWHERE = Addresses()


def web_address(typed: str) -> str:
    """The address as it was typed, with https:// where it lacks that; "" for what is no address of the web."""
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
