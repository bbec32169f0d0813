"""Result of an analysis: a complete, immutable ranking of a document's sentences, with its provenance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from app.domain.document import Document, Sentence
from app.domain.match import Match, QueryVariant
from app.domain.speech import SpeechAct
from app.domain.verdict import SentenceVerdict, VerdictReason


class Outcome(StrEnum):
    """Existence of a fact-check about the claim: MATCH with enough certainty (whatever its rating), AMBIGUOUS possibly, NONE. The
    sentence's verdict says whether it also settles the claim."""

    MATCH = "match"
    AMBIGUOUS = "ambiguous"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedSentence:
    """A sentence with its rank.

    `score` is the ranking key, `probability` the calibrated verifiability in [0, 1]. `checkworthiness` in [0, 1] is the confidence
    that it states a fact of public interest: 0.5 if unknown. `verdict_probability` is the probability in [0, 1] that the verdict is
    right (for an unknown one, that of the best guess). `variants` are the other wordings that a single claim was searched with.
    `verdict_reason` explains the verdict, `verdict_source` is the id of the fact-check that it is based on ("" for none),
    `verdict_against` that of a disagreeing one. `speech_act` is None if it was not analysed. `compared` is False until the
    candidates have been fully compared; nothing can be concluded before.
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
    verdict_against: str = ""
    verdict_reason: VerdictReason = VerdictReason.NONE
    speech_act: SpeechAct | None = None
    compared: bool = True

    def rests_on(self, match: Match) -> bool:
        """Return True if the sentence's verdict is based on this match."""
        return self.verdict is not SentenceVerdict.UNKNOWN and match.factcheck.id == self.verdict_source


def with_matches(entry: RankedSentence, selected: Iterable[Match]) -> RankedSentence:
    """Return the entry with only these matches, in this order. Matches that its verdict is based on are appended, marked with
    `follows`."""
    matches = tuple(selected)
    selected_ids = {match.factcheck.id for match in matches}
    decisive_matches = [basis for basis in entry.matches if basis.factcheck.id in (entry.verdict_source, entry.verdict_against)]
    return replace(
        entry, matches=(*matches, *(replace(basis, follows=True) for basis in decisive_matches if basis.factcheck.id not in selected_ids))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """Provenance of a result, for reproducing it: models with hashes, library generation, parameters, timings.

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
    """A document and its sentences in rank order. `version` counts partial results; `final` marks the last."""

    document: Document
    sentences: tuple[RankedSentence, ...]
    run: RunRecord
    version: int = 1
    final: bool = True
