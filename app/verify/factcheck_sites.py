"""The fact-check sites that ship with the program: their pages are verdicts, and so no evidence."""

from __future__ import annotations

from functools import lru_cache

from app.domain.sites import Sites, sites_of
from app.paths import resources_dir

FILE = "factcheck_sites.txt"


@lru_cache(maxsize=1)
def factcheck_sites() -> Sites:
    """Read the list."""
    return sites_of((resources_dir() / FILE).read_text(encoding="utf-8").splitlines())
