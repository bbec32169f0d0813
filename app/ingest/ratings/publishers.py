"""Matching of publishers against the patterns of rules. A publisher is given as a name, a site, a site with a port, or an address."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import regex

from app.ingest.ratings.words import phrase_words

_HOST = regex.compile(r"^(?:[a-z][a-z0-9+.-]*:/*)?(?:[^/@\s]*@)?((?:[\w-]+\.)+[\w-]{2,}|[\w-]+(?=:\d))(?::\d+)?(?:[/?#]\S*)?$")


@dataclass(frozen=True, slots=True)
class Publisher:
    """A publisher parsed for matching: its host ("" if only a name is known) and the groups of words that may contain its name."""

    host: str
    groups: tuple[tuple[str, ...], ...]

    def matches(self, pattern: str) -> bool:
        """Return True if an alternative of the pattern is this site, a parent domain of it, or a run of words of its name."""
        return any(self._matches_alternative(alternative.strip()) for alternative in pattern.split("|") if alternative.strip())

    def _matches_alternative(self, alternative: str) -> bool:
        host, phrase = _parse_pattern(alternative)
        if host:
            return self.host == host or self.host.endswith("." + host)
        return any(_contains_phrase(group, phrase) for group in self.groups)


@lru_cache(maxsize=4096)
def parse_publisher(text: str) -> Publisher:
    """Parse a publisher's name, site or address."""
    lowered = text.strip().lower()
    match = _HOST.match(lowered)
    if match is None:
        return Publisher("", (phrase_words(lowered),))
    host = match.group(1).removeprefix("www.")
    labels = host.split(".")
    # The top-level domain is no part of the name.
    groups = tuple(phrase_words(label) for label in labels[: max(1, len(labels) - 1)])
    return Publisher(host, groups)


@lru_cache(maxsize=4096)
def _parse_pattern(alternative: str) -> tuple[str, tuple[str, ...]]:
    match = _HOST.match(alternative.lower())
    return (match.group(1).removeprefix("www."), ()) if match else ("", phrase_words(alternative))


def _contains_phrase(group: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    if not phrase:
        return False
    size = len(phrase)
    has_run = any(group[start : start + size] == phrase for start in range(len(group) - size + 1))
    # The name inside an address is written as one word ("fullfact.org").
    return has_run or "".join(group) == "".join(phrase)
