"""Countries of publishers, by a small table of well-known fact-checkers that the user can extend; others stay unknown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urlsplit

from app import paths

FILE = "publishers.tsv"
_COUNTRY = re.compile(r"[A-Z]{2}")


def country_lookup(tables: Iterable[Path] | None = None) -> Callable[[str, str], str]:
    """A publisher's country (ISO 3166-1 alpha-2) by its name and an address of it, "" where neither is known.

    `tables` are read in order, later rows win: the program's own and the user's (in the settings folder) unless told otherwise. A table
    that is not there is empty; a row that is none is passed over.
    """
    names: dict[str, str] = {}
    sites: dict[str, str] = {}
    for table in tables if tables is not None else (paths.resources_dir() / FILE, paths.config_dir() / FILE):
        for name, site, country in _rows(table):
            names |= {_folded(name): country} if name else {}
            sites |= {_host(site): country} if site else {}

    def lookup(publisher: str, url: str) -> str:
        country = names.get(_folded(publisher)) or _of_site(sites, _host(publisher))
        return country or _of_site(sites, _host(url))

    return lookup


def _rows(table: Path) -> list[tuple[str, str, str]]:
    if not table.is_file():
        return []
    lines = table.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    cells = [[cell.strip() for cell in line.split("\t")] for line in lines if line.strip() and not line.startswith("#")]
    return [(row[0], row[1], row[2].upper()) for row in cells if len(row) >= 3 and _COUNTRY.fullmatch(row[2].upper())]


def _of_site(sites: dict[str, str], host: str) -> str:
    """The country of the longest known site that the host is or belongs to."""
    parts = host.split(".")
    return next((sites[name] for start in range(len(parts) - 1) if (name := ".".join(parts[start:])) in sites), "")


def _host(address: str) -> str:
    try:
        host = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:
        return ""
    return host.removeprefix("www.")


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
