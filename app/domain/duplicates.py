"""Groups of fact-checks that say the same thing twice, for display only: nothing is deleted or merged in the store.

Two fact-checks may share a group only if publisher and page (normalised URL) are equal and their claims are equal or at most five
edits apart; without a URL the claims must be equal. Claims that differ in a number or a negation are different claims, however few
letters that takes.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl, urlencode, urlsplit

MAX_EDITS = 5
MAX_CLAIMS_COMPARED = 200

_TRACKING = re.compile(r"^(utm_.*|fbclid|gclid|dclid|msclkid|igshid|mc_[ce]id|yclid|_ga|ref_src|ocid|cmpid)$")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NEGATION = re.compile(r"\b(?:no|not|never|none|nor|without|cannot|nobody|nothing|nunca|nicht|kein\w*|pas|jamais|n[ãa]o|n[oó])\b|n['’]t\b")


def normalise_url(url: str) -> str:
    """Return the page that a URL names: no scheme, `www.`, trailing slash, fragment or tracking parameters; "" stays ""."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return url.strip()
    host = parts.netloc.lower().removeprefix("www.")
    host = host.removesuffix(":443" if parts.scheme == "https" else ":80")
    parameters = sorted((key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.match(key.lower()))
    query = "?" + urlencode(parameters) if parameters else ""
    return host + parts.path.rstrip("/") + query


def normalise_claim(claim: str) -> str:
    """Return the claim case-folded and in one width, with single spaces and without punctuation around words."""
    folded = unicodedata.normalize("NFKC", claim).casefold().replace("’", "'")
    cleaned = "".join(char if char.isalnum() or unicodedata.category(char)[0] == "M" or char in "'.,%$€£-" else " " for char in folded)
    return " ".join(word for raw in cleaned.split() if (word := raw.strip("'.,-")))


def duplicate_key(*, publisher: str, url: str, claim: str) -> str:
    """Return the blocking key: fact-checks with different keys are never grouped, those with equal keys are if their claims are
    near."""
    name = " ".join(publisher.casefold().split())
    page = normalise_url(url)
    return f"{name}\x1fu\x1f{page}" if page else f"{name}\x1fc\x1f{normalise_claim(claim)}"


def near(first: str, second: str) -> bool:
    """Return True if two normalised claims differ only in spelling: at most five edits, and at most one letter in five."""
    if first == second:
        return True
    limit = min(MAX_EDITS, max(len(first), len(second)) // 5)
    if abs(len(first) - len(second)) > limit or not same_marks(first, second):
        return False
    return edits(first, second, limit=limit) <= limit


def same_marks(first: str, second: str) -> bool:
    """Return True if two texts have the same numbers and negations in the same order."""
    return _marks(first) == _marks(second)


def _marks(claim: str) -> tuple[list[str], list[str]]:
    """Return the numbers and negations of a claim, which change its meaning with few letters."""
    return _NUMBER.findall(claim), _NEGATION.findall(claim)


def edits(first: str, second: str, *, limit: int) -> int:
    """Return the Levenshtein distance, or limit + 1 as soon as it must exceed `limit`."""
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    previous = list(range(len(second) + 1))
    for row, letter in enumerate(first, start=1):
        current = [row] + [limit + 1] * len(second)
        for column in range(max(1, row - limit), min(len(second), row + limit) + 1):
            change = previous[column - 1] + (letter != second[column - 1])
            current[column] = min(change, previous[column] + 1, current[column - 1] + 1)
        if min(current) > limit:
            return limit + 1
        previous = current
    return min(previous[-1], limit + 1)


def group(claims: Mapping[str, str]) -> dict[str, str]:
    """Return the group of each claim (by id) of one duplicate key, named by the group's smallest id.

    Nearness is transitive (a chain of near claims is one group), so the order of arrival does not matter. A page with more than
    `MAX_CLAIMS_COMPARED` different claims is a list rather than a fact-check; only equal claims are grouped there.
    """
    by_text: dict[str, list[str]] = defaultdict(list)
    for name, claim in claims.items():
        by_text[normalise_claim(claim)].append(name)
    texts = sorted(by_text)
    linked = _chains(texts) if len(texts) <= MAX_CLAIMS_COMPARED else [[text] for text in texts]
    result: dict[str, str] = {}
    for chain in linked:
        members = [name for text in chain for name in by_text[text]]
        result.update(dict.fromkeys(members, min(members)))
    return result


def _chains(texts: Sequence[str]) -> list[list[str]]:
    """Return the connected components of nearness."""
    remaining = list(texts)
    chains: list[list[str]] = []
    while remaining:
        chain = [remaining.pop(0)]
        for member in chain:
            joined = [text for text in remaining if near(member, text)]
            chain.extend(joined)
            remaining = [text for text in remaining if text not in joined]
        chains.append(chain)
    return chains
