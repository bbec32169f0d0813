"""The result of an analysis: a whole, immutable ranking of a document's sentences, with how it was made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from app.domain.document import Document, Sentence
from app.domain.match import Match, QueryVariant
from app.domain.verdict import SentenceVerdict


class Outcome(StrEnum):
    """Whether any fact-check is about this claim: MATCH surely enough (whatever it found), AMBIGUOUS perhaps, NONE is an answer too.

    Whether the fact-check also settles the claim is the sentence verdict's to say.
    """

    MATCH = "match"
    AMBIGUOUS = "ambiguous"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedSentence:
    """A sentence with its place. `score` is the ranking key, `probability` the calibrated verifiability in [0, 1].

    `checkworthiness` in [0, 1] is how surely it states a fact of public interest: 0.5 where that cannot be told.
    `verdict_probability` is the probability in [0, 1] that the verdict is right (of an unknown one, what the best guess would have).
    `variants` are the other wordings that a single claim was searched with. `verdict_source` is the id of the fact-check that the
    verdict rests on, "" where it is unknown.
    """

    rank: int
    sentence: Sentence
    score: float
    probability: float
    verdict: SentenceVerdict
    outcome: Outcome
    matches: tuple[Match, ...] = ()
    reasons: tuple[str, ...] = ()
    verdict_probability: float = 0.0
    checkworthiness: float = 0.5
    variants: tuple[QueryVariant, ...] = ()
    verdict_source: str = ""

    @property
    def deciding(self) -> Match | None:
        """The match that the verdict rests on."""
        return next((match for match in self.matches if match.factcheck.id == self.verdict_source), None)


def with_matches(entry: RankedSentence, kept: Iterable[Match]) -> RankedSentence:
    """The entry with some of its matches, in this order; the one that its verdict rests on follows, marked, if it is not among them."""
    matches = tuple(kept)
    deciding = entry.deciding
    if deciding is None or any(match.factcheck.id == entry.verdict_source for match in matches):
        return replace(entry, matches=matches)
    return replace(entry, matches=(*matches, replace(deciding, follows=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """What made a result, so that it can be made again: models with hashes, library generation, parameters, timings.

    `models` and `parameters` are (name, value) pairs; `seconds` are (stage, duration) pairs; `index_kind` is "exact" or "hnsw".
    """

    program: str
    created: str
    library: str = ""
    generation: str = ""
    factchecks: int = 0
    searched: int = 0
    index_kind: str = ""
    as_of: date | None = None
    models: tuple[tuple[str, str], ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()
    seconds: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedDocument:
    """A document and its sentences in rank order. `version` counts up as partial results are replaced; `final` is the last."""

    document: Document
    sentences: tuple[RankedSentence, ...]
    run: RunRecord
    version: int = 1
    final: bool = True
