"""User options of analyses and imports."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """Options of ranking and matching.

    `as_of` restricts matching to fact-checks published before that day. `top` is the number of matches for each sentence. Publisher
    names are compared without case; an empty allowlist admits all. `variants`: single claims are also searched in other wordings.
    `listed` keeps more matches than `top` for reranking; the additional ones do not influence the verdict.
    """

    as_of: date | None = None
    top: int = 5
    include_publishers: tuple[str, ...] = ()
    exclude_publishers: tuple[str, ...] = ()
    variants: bool = True
    listed: int = 0

    @property
    def kept(self) -> int:
        """Return the number of matches in a result."""
        return max(self.top, self.listed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A single claim to be matched: pasted text, a post, a row of a query file."""

    qid: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A passage of a fact-check's body with its offsets in the body and its cosine similarity to the sentence."""

    text: str
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """Options for reading a fact-check collection.

    `columns` maps our field names to the table's column names and overrides detection. `language` and `publisher` apply to rows
    without their own. The lists contain publishers; an empty allowlist admits all. `day_order` is the order of day, month and year
    ("dmy" or "mdy") in dates that show none themselves; "" leaves out dates that could be two days.
    """

    format: str = "auto"
    columns: tuple[tuple[str, str], ...] = ()
    publisher: str = ""
    language: str = ""
    day_order: str = ""
    include_publishers: tuple[str, ...] = ()
    exclude_publishers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PostImportOptions:
    """Options for reading posts.

    `columns` maps our field names to columns or keys and overrides detection. `platform` and `language` apply to rows without their
    own; without a language it is detected.
    """

    format: str = "auto"
    columns: tuple[tuple[str, str], ...] = ()
    platform: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceImportOptions:
    """Options for reading evidence.

    `columns` maps our field names to columns or keys and overrides detection. `source`, `language` and `published` apply to
    documents or rows without their own; without a language it is detected. `copies`: the files are stored with the library.
    """

    format: str = "auto"
    columns: tuple[tuple[str, str], ...] = ()
    source: str = ""
    language: str = ""
    published: date | None = None
    copies: bool = True
