"""Lists of sites by host and path."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sites:
    """A list of sites: `paths` maps hosts to prefixes of included paths, "" for every path."""

    paths: dict[str, tuple[str, ...]]

    def has(self, address: str) -> bool:
        """Return True if a page belongs to one of these sites; `address` is normalised ("example.org/news/7"), subdomains belong to
        their host."""
        host, _, path = address.partition("/")
        labels = host.partition(":")[0].split(".")
        return any(_begins(path, begin) for start in range(len(labels)) for begin in self.paths.get(".".join(labels[start:]), ()))


def sites_of(entries: Iterable[str]) -> Sites:
    """Parse entries such as "example.org" or "example.org/fact-check"; empty ones and comments ("#") are skipped."""
    paths: defaultdict[str, list[str]] = defaultdict(list)
    for entry in entries:
        text = entry.partition("#")[0].strip().lower().strip("/")
        if text:
            host, _, path = text.partition("/")
            paths[host.removeprefix("www.")].append(path)
    return Sites({host: tuple(site_paths) for host, site_paths in paths.items()})


def _begins(path: str, begin: str) -> bool:
    return not begin or path.lower() == begin or path.lower().startswith((f"{begin}/", f"{begin}-", f"{begin}?"))
