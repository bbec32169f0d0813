"""Which long sequences of which values travel in batches, and how many items a batch holds: a few milliseconds of JSON each."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.document import Document
from app.domain.evidence import EvidenceImportReport, EvidencePage
from app.domain.importing import ImportReport
from app.domain.narrative import NarrativeMap
from app.domain.overview import RatingOverview
from app.domain.posts import PostImportReport
from app.domain.ranked import RankedDocument
from app.worker import protocol
from app.worker.batches import (
    Acts,
    Answers,
    AnyBatch,
    Documents,
    FactChecks,
    NarrativeEdges,
    NarrativeItems,
    Narratives,
    Queries,
    RankedSentences,
    RatingRules,
    RatingUses,
    RefusedRows,
    Repeats,
    Sentences,
    Verifications,
)


@dataclass(frozen=True, slots=True)
class Stream:
    """A sequence within a value, by the names that lead to it, and the batches that it travels in."""

    path: tuple[str, ...]
    batch: type[AnyBatch]
    size: int


_SENTENCES = 400
_RANKED = 50
_ACTS = 100
_WHOLE = 50
STREAMS: dict[type, tuple[Stream, ...]] = {
    Document: (Stream(("sentences",), Sentences, _SENTENCES),),
    RankedDocument: (
        Stream(("document", "sentences"), Sentences, _SENTENCES),
        Stream(("sentences",), RankedSentences, _RANKED),
    ),
    ImportReport: (Stream(("refused",), RefusedRows, _SENTENCES),),
    EvidenceImportReport: (Stream(("refused",), RefusedRows, _SENTENCES),),
    EvidencePage: (Stream(("items",), Documents, _WHOLE),),
    protocol.VerificationsRead: (Stream(("items",), Verifications, _WHOLE),),
    protocol.WriteVerifications: (Stream(("verifications",), Verifications, _WHOLE),),
    PostImportReport: (Stream(("refused",), RefusedRows, _SENTENCES),),
    **dict.fromkeys((protocol.Asked, protocol.WriteAnswers), (Stream(("answered", "answers"), Answers, 1),)),
    protocol.Matched: (Stream(("queries",), Queries, _SENTENCES), Stream(("results",), RankedSentences, _RANKED)),
    **dict.fromkeys((protocol.RerankMatches, protocol.MatchesReranked), (Stream(("entries",), RankedSentences, _RANKED),)),
    NarrativeMap: (
        Stream(("narratives",), Narratives, _WHOLE),
        Stream(("items",), NarrativeItems, _SENTENCES),
        Stream(("repeats",), Repeats, _SENTENCES),
        Stream(("edges",), NarrativeEdges, 2 * _SENTENCES),
    ),
    protocol.NarrativesChanged: (Stream(("changed",), Narratives, _WHOLE),),
    protocol.RankDocument: (Stream(("document", "sentences"), Sentences, _SENTENCES),),
    protocol.MatchQueries: (Stream(("queries",), Queries, _SENTENCES),),
    protocol.Found: (Stream(("items",), FactChecks, _WHOLE),),
    protocol.FactChecks: (Stream(("items",), FactChecks, _WHOLE),),
    protocol.Changed: (Stream(("before",), FactChecks, _WHOLE), Stream(("after",), FactChecks, _WHOLE)),
    protocol.RestoreFactChecks: (Stream(("factchecks",), FactChecks, _WHOLE),),
    RatingOverview: (Stream(("uses",), RatingUses, _SENTENCES), Stream(("rules",), RatingRules, _SENTENCES)),
    protocol.WriteReport: (
        Stream(("reviewed", "ranked", "document", "sentences"), Sentences, _SENTENCES),
        Stream(("reviewed", "ranked", "sentences"), RankedSentences, _RANKED),
        Stream(("reviewed", "acts"), Acts, _ACTS),
    ),
    **dict.fromkeys(
        (protocol.WriteClaims, protocol.CopyClaims),
        (
            Stream(("ranked", "document", "sentences"), Sentences, _SENTENCES),
            Stream(("ranked", "sentences"), RankedSentences, _RANKED),
        ),
    ),
}
