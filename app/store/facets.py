"""Filter values as tokens of the full text: words and filters are looked up in one index, and no row is visited.

Every filtered column of a row becomes one token of the full text's column `facets`: a private-use character of Unicode that stands
for the column and occurs in no text, and the value's bytes as hexadecimal digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TOKENS = "tokenize=\"unicode61 remove_diacritics 2 categories 'L* N* Co M*'\""
"""FTS5 tokeniser of a full text with facets. Private-use characters (Co) count as letters, so that a facet is one token."""
_FIRST = 0x10FF00
_NO_SIGNS = {_FIRST + index: " " for index in range(16)}


@dataclass(frozen=True, slots=True)
class Facets:
    """The filtered columns, at most 16."""

    columns: tuple[str, ...]

    @property
    def sql(self) -> str:
        """Return SQL that computes a row's tokens."""
        return " || ' ' || ".join(f"'{chr(_FIRST + index)}' || hex({name})" for index, name in enumerate(self.columns))

    def expression(self, filters: Mapping[str, str]) -> str:
        """Return the full-text expression that matches the rows with these values."""
        signs = {name: chr(_FIRST + index) for index, name in enumerate(self.columns)}
        tokens = (f'"{signs[name]}{value.encode("utf-8", "replace").hex()}"' for name, value in filters.items())
        return f"facets : ({' AND '.join(tokens)})"


def without_signs(text: str) -> str:
    """Replace the private-use characters in typed text by spaces, so that it cannot match facets."""
    return text.translate(_NO_SIGNS)


FACTCHECKS = Facets(("publisher", "verdict", "language", "rating"))
WEIGHTS = "bm25(1.0, 1.0, 1.0, 0.0)"
"""Column weights of the ranking. The facets weigh nothing: they are the same for every match."""
POSTS = Facets(("platform", "language"))
_FULLTEXT = "rowid, claim, title, body, facets"
_OF_ROW = "row, claim, title, body, facets FROM factcheck_text WHERE row = ?"
FULLTEXT_ADD = f"INSERT INTO fulltext ({_FULLTEXT}) SELECT {_OF_ROW}"
FULLTEXT_DROP = f"INSERT INTO fulltext (fulltext, {_FULLTEXT}) SELECT 'delete', {_OF_ROW}"
"""Add a fact-check to the full text, and remove it before its row changes (FTS5 needs the indexed values to remove them)."""
