"""The batches in which long sequences travel, one type for each kind of item."""

from __future__ import annotations

import msgspec

from app.domain.ask import Answer
from app.domain.document import Sentence
from app.domain.evidence import EvidenceDocument
from app.domain.factcheck import FactCheck
from app.domain.importing import RefusedRow
from app.domain.narrative import Narrative, NarrativeEdge, NarrativeItem
from app.domain.options import Query
from app.domain.overview import RatingRule, RatingUse
from app.domain.ranked import RankedSentence
from app.domain.repeat import Repeat
from app.domain.review import Act
from app.domain.verification import Verification


class Batch(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of the batches; `stream` numbers the sequence among those of the value's type."""

    job: int
    stream: int


class Sentences(Batch, frozen=True, kw_only=True):
    """Sentences of a document."""

    items: list[Sentence]


class RankedSentences(Batch, frozen=True, kw_only=True):
    """Ranked sentences with their matches."""

    items: list[RankedSentence]


class Queries(Batch, frozen=True, kw_only=True):
    """Queries of a batch of claims."""

    items: list[Query]


class Acts(Batch, frozen=True, kw_only=True):
    """Acts of a review."""

    items: list[Act]


class RefusedRows(Batch, frozen=True, kw_only=True):
    """Refused rows of an import."""

    items: list[RefusedRow]


class FactChecks(Batch, frozen=True, kw_only=True):
    """Fact-checks of the library."""

    items: list[FactCheck]


class RatingUses(Batch, frozen=True, kw_only=True):
    """Ratings of the library."""

    items: list[RatingUse]


class RatingRules(Batch, frozen=True, kw_only=True):
    """Rules of the rating tables."""

    items: list[RatingRule]


class Answers(Batch, frozen=True, kw_only=True):
    """Answers with their posts."""

    items: list[Answer]


class Documents(Batch, frozen=True, kw_only=True):
    """Documents of the evidence."""

    items: list[EvidenceDocument]


class Verifications(Batch, frozen=True, kw_only=True):
    """Verifications with their questions and answers."""

    items: list[Verification]


class Narratives(Batch, frozen=True, kw_only=True):
    """Narratives with the keys of their items."""

    items: list[Narrative]


class NarrativeItems(Batch, frozen=True, kw_only=True):
    """Fact-checks and posts of narratives."""

    items: list[NarrativeItem]


class NarrativeEdges(Batch, frozen=True, kw_only=True):
    """Edges between items of narratives."""

    items: list[NarrativeEdge]


class Repeats(Batch, frozen=True, kw_only=True):
    """Repeats with their differences."""

    items: list[Repeat]


AnyBatch = (
    Sentences
    | RankedSentences
    | Queries
    | Acts
    | RefusedRows
    | FactChecks
    | RatingUses
    | RatingRules
    | Answers
    | Documents
    | Verifications
    | Narratives
    | NarrativeItems
    | NarrativeEdges
    | Repeats
)
