"""What a user chooses for an analysis."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """Options of ranking and matching.

    `as_of` restricts matching to fact-checks published before that day. `top` is how many matches each sentence keeps.
    Publisher names are compared without regard to case; an empty allowlist admits all. `variants`: single claims are also searched
    for in other wordings. `listed`: so many matches are kept where that is more than `top`, to be put in another order; those behind
    `top` decide nothing about a sentence.
    """

    as_of: date | None = None
    top: int = 5
    include_publishers: tuple[str, ...] = ()
    exclude_publishers: tuple[str, ...] = ()
    variants: bool = True
    listed: int = 0

    @property
    def kept(self) -> int:
        """How many matches a result has."""
        return max(self.top, self.listed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A claim to be matched on its own: a pasted claim, a tweet, a row of a query file."""

    qid: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A passage of a fact-check's body with its offsets in the body and its nearness to the sentence (cosine)."""

    text: str
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """How to read a fact-check collection. `columns` maps our field names to the table's column names and overrides the guess.

    `language` and `publisher` are used where a row says nothing itself. The lists hold publishers; an empty allowlist admits all.
    """

    format: str = "auto"
    columns: tuple[tuple[str, str], ...] = ()
    publisher: str = ""
    language: str = ""
    include_publishers: tuple[str, ...] = ()
    exclude_publishers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PostImportOptions:
    """How to read a collection of posts. `columns` maps our field names to the names of columns or keys and overrides the guess.

    `platform` and `language` are used where a row says nothing itself; without a language it is detected.
    """

    format: str = "auto"
    columns: tuple[tuple[str, str], ...] = ()
    platform: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceImportOptions:
    """How to read evidence. `columns` maps our field names to the names of columns or keys and overrides the guess.

    `source`, `language` and `published` are used where a document or row says nothing itself; without a language it is detected.
    `copies`: the files are kept with the library.
    """

    format: str = "auto"
    columns: tuple[tuple[str, str], ...] = ()
    source: str = ""
    language: str = ""
    published: date | None = None
    copies: bool = True
