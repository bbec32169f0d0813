"""What fact-checks are filtered by, as words of the full text: so words and filters are looked up in one index, and no row is visited.

Every filtered column of a row becomes one token of the full text's column `facets`: a sign of its own, of those that Unicode leaves to
private use and that no text has, and the value's bytes as hexadecimal digits.
"""

from __future__ import annotations

from collections.abc import Mapping

COLUMNS = ("publisher", "verdict", "language", "rating")
_SIGNS = {name: chr(0x10FF00 + place) for place, name in enumerate(COLUMNS)}
_NO_SIGNS = {ord(sign): " " for sign in _SIGNS.values()}
EXPRESSION = " || ' ' || ".join(f"'{sign}' || hex({name})" for name, sign in _SIGNS.items())
"""SQL that makes a row's tokens."""
WEIGHTS = "bm25(1.0, 1.0, 1.0, 0.0)"
"""How the full text ranks: filters, the same for every row that is found, weigh nothing."""


def without_signs(text: str) -> str:
    """Typed text, which can never ask for a facet."""
    return text.translate(_NO_SIGNS)


def expression(filters: Mapping[str, str]) -> str:
    """What the rows with these values match."""
    tokens = (f'"{_SIGNS[name]}{value.encode("utf-8", "replace").hex()}"' for name, value in filters.items())
    return f"facets : ({' AND '.join(tokens)})"
