"""Names of publishers, derived from a site's address if a source gives no more than that."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

# Other sites are named by their host.
_NAME_OF_SITE: Mapping[str, str] = MappingProxyType(
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
# An address, also one without a scheme or with damaged slashes.
_ADDRESS = re.compile(r"^(?:https?:/{0,2}|//|www\.)|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/\S*)?$", re.IGNORECASE)
_HOST = re.compile(r"^(?:https?:)?/{0,2}(?:[^/@\s]*@)?([^/:?#\s]+)", re.IGNORECASE)


def site_of(url: str) -> str:
    """Return the host of an address, lower case and without "www."; "" if there is none."""
    match = _HOST.match(url.strip())
    host = match.group(1).lower() if match else ""
    return host.removeprefix("www.") if "." in host else ""


def publisher_name(name: str, url: str) -> str:
    """Return the publisher's name as given, or the one of its site if the name is an address or missing.

    Addresses that lost their slashes ("https:www.example.orgnews") are read with the help of the row's own URL.
    """
    plain_name = " ".join(name.split())
    if plain_name and not (_ADDRESS.match(plain_name) and " " not in plain_name):
        return plain_name
    host, page = site_of(plain_name), site_of(url)
    if host and page and host.startswith(page):
        host = page
    host = host or page
    return _NAME_OF_SITE.get(host, host)
