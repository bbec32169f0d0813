"""Names of publishers: derived from a site's address where a source names no more than that."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

_KNOWN: Mapping[str, str] = MappingProxyType(
    {
        "politifact.com": "PolitiFact",
        "snopes.com": "Snopes",
        "factcheck.org": "FactCheck.org",
        "fullfact.org": "Full Fact",
        "leadstories.com": "Lead Stories",
        "checkyourfact.com": "Check Your Fact",
        "factcheck.afp.com": "AFP Fact Check",
        "factual.afp.com": "AFP Factual",
        "factuel.afp.com": "AFP Factuel",
        "chequeado.com": "Chequeado",
        "maldita.es": "Maldita.es",
        "newtral.es": "Newtral",
        "correctiv.org": "Correctiv",
        "pagellapolitica.it": "Pagella Politica",
        "teyit.org": "Teyit",
        "africacheck.org": "Africa Check",
        "altnews.in": "Alt News",
        "boomlive.in": "BOOM",
        "aosfatos.org": "Aos Fatos",
        "apublica.org": "Agência Pública",
        "piaui.folha.uol.com.br": "Agência Lupa",
        "lupa.uol.com.br": "Agência Lupa",
    }
)
_ADDRESS = re.compile(r"^(?:https?:/{0,2}|//|www\.)|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/\S*)?$", re.IGNORECASE)
_HOST = re.compile(r"^(?:https?:)?/{0,2}(?:[^/@\s]*@)?([^/:?#\s]+)", re.IGNORECASE)


def site_of(url: str) -> str:
    """The host of an address, lower case and without "www."; "" where there is none."""
    found = _HOST.match(url.strip())
    host = found.group(1).lower() if found else ""
    return host.removeprefix("www.") if "." in host else ""


def publisher_name(name: str, url: str) -> str:
    """The publisher's name: as given, or from a site's address where the name is one or is missing.

    Addresses that lost their slashes ("https:www.example.orgnews") are read with the help of the row's own URL.
    """
    given = " ".join(name.split())
    if given and not (_ADDRESS.match(given) and " " not in given):
        return given
    host, page = site_of(given), site_of(url)
    if host and page and host.startswith(page):
        host = page
    host = host or page
    return _KNOWN.get(host, host)
