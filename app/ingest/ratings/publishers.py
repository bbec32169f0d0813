"""Is this publisher the one a rule means? Publishers come as a name, a site, a site with a port, or an address."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import regex

from app.ingest.ratings.words import phrase_words

_HOST = regex.compile(r"^(?:[a-z][a-z0-9+.-]*:/*)?(?:[^/@\s]*@)?((?:[\w-]+\.)+[\w-]{2,}|[\w-]+(?=:\d))(?::\d+)?(?:[/?#]\S*)?$")


@dataclass(frozen=True, slots=True)
class Publisher:
    """A publisher as rules see it: host ("" where only a name is known) and the word groups a name may be found in."""

    host: str
    groups: tuple[tuple[str, ...], ...]

    def matches(self, pattern: str) -> bool:
        """True where any alternative of the pattern is this site, a parent of it, or a run of words of its name."""
        return any(self._one(alternative.strip()) for alternative in pattern.split("|") if alternative.strip())

    def _one(self, alternative: str) -> bool:
        host, wanted = _pattern(alternative)
        if host:
            return self.host == host or self.host.endswith("." + host)
        return any(_holds(group, wanted) for group in self.groups)


@lru_cache(maxsize=4096)
def parse_publisher(text: str) -> Publisher:
    """A publisher from whatever the source calls it."""
    flat = text.strip().lower()
    found = _HOST.match(flat)
    if found is None:
        return Publisher("", (phrase_words(flat),))
    host = found.group(1).removeprefix("www.")
    labels = host.split(".")
    groups = tuple(phrase_words(label) for label in labels[: max(1, len(labels) - 1)])
    return Publisher(host, groups)


@lru_cache(maxsize=4096)
def _pattern(alternative: str) -> tuple[str, tuple[str, ...]]:
    found = _HOST.match(alternative.lower())
    return (found.group(1).removeprefix("www."), ()) if found else ("", phrase_words(alternative))


def _holds(group: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    if not wanted:
        return False
    size = len(wanted)
    runs = any(group[at : at + size] == wanted for at in range(len(group) - size + 1))
    return runs or "".join(group) == "".join(wanted)
